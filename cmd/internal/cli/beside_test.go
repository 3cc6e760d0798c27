package cli

import (
	"bufio"
	"bytes"
	"os/exec"
	"testing"
)

// A program that runs in place of another one says itself what is wrong, and with its exit status.
func TestEndBeside(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("SKIPPED: there is no sh")
	}
	var out, errs bytes.Buffer
	p := &Program{Name: "of", Stdout: bufio.NewWriter(&out), Stderr: &errs}
	p.Commands = []Entry{{Make: func() *Command {
		return &Command{Action: func(*Context) error { return endOf(exec.Command("sh", "-c", "exit 3").Run()) }}
	}}}
	if status := p.Run(t.Context(), []string{"of"}); status != 3 || errs.Len() > 0 {
		t.Errorf("status %d, %q", status, &errs)
	}
}
