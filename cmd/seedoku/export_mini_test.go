package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// If a size is too small for a mini bank, the error names one that is enough.
func TestEnoughIsEnough(t *testing.T) {
	bank := filepath.Join(t.TempDir(), "small.db")
	if told, err := exec.Command(realProgram(t), "mine", "--bank", bank, "--level", "2", "--count", "60", "--seed", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, told)
	}
	needed := regexp.MustCompile(`; (\d+) are enough`)
	export := func(size, format string) (string, error) {
		file := filepath.Join(t.TempDir(), "mini."+format)
		told, err := exec.Command(realProgram(t), "export", "--bank", bank, "--mini", size, "--levels", "2", "--format", format, "--output", file).CombinedOutput()
		return string(told), err
	}
	for _, format := range []string{"html", "js"} {
		told, err := export("100", format)
		enough := needed.FindStringSubmatch(told)
		if err == nil || enough == nil {
			t.Fatalf("%s in 100 bytes: %v: %s", format, err, told)
		}
		if told, err := export(enough[1], format); err != nil {
			t.Errorf("%s in %s bytes, which are enough: %v: %s", format, enough[1], err, told)
		}
	}
}
