package main

import (
	"os/exec"
	"testing"
	"time"
)

// BenchmarkStart runs the program for one puzzle of the starter bank, beside a run
// that opens no bank. The time is of the whole process; its processor time is
// reported too.
func BenchmarkStart(b *testing.B) {
	program := realProgram(b)
	b.Setenv("XDG_DATA_HOME", b.TempDir()) // there is no user's bank
	b.Setenv("SEEDOKU_BANK", "")
	for _, args := range [][]string{{"gen", "--level", "9"}, {"version"}} {
		b.Run(args[0], func(b *testing.B) {
			var busy time.Duration
			for b.Loop() {
				run := exec.Command(program, args...)
				if out, err := run.CombinedOutput(); err != nil {
					b.Fatalf("%v\n%s", err, out)
				}
				busy += run.ProcessState.UserTime() + run.ProcessState.SystemTime()
			}
			b.ReportMetric(float64(busy.Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}
