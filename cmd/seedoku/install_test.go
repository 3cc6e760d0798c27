package main

import (
	"encoding/json"
	"os/exec"
	"testing"
)

// go install with a version refuses a module that replaces or excludes others. make
// release-test installs the programs that way.
func TestModuleCanBeInstalled(t *testing.T) {
	out, err := exec.Command("go", "mod", "edit", "-json", "../../go.mod").Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Module           struct{ Path string }
		Replace, Exclude []any
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	if mod.Module.Path != module || len(mod.Replace)+len(mod.Exclude) > 0 {
		t.Errorf("module %s replaces %v and excludes %v", mod.Module.Path, mod.Replace, mod.Exclude)
	}
}
