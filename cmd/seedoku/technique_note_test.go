package main

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
)

// The note about --technique advises only flags that take the name.
func TestTechniqueNote(t *testing.T) {
	t.Setenv("SEEDOKU_BANK", "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for _, c := range []struct {
		name    string
		hardest bool
	}{{"x-wing", true}, {"skyscraper", false}} {
		status, _, errs := clitest.Run(t, &newProgram().Program, console.Terminal{Interactive: true, Width: 500}, "gen", "--technique", c.name, "--seed", "1")
		if status != cli.Fine || !strings.Contains(errs, "--practice "+c.name) || strings.Contains(errs, "--hardest") != c.hardest {
			t.Errorf("%s: status %d, %s", c.name, status, errs)
		}
	}
}
