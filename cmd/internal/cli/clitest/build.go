package clitest

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Build builds the program of a package, as a file in a folder, and returns its path.
// The command go keeps only the programs that it runs, and links all others each time:
// so it is told to run a copy.
func Build(folder, name, of string) (path string, err error) {
	path = filepath.Join(folder, name)
	args := []string{"run", "-exec", "cp", of, path}
	if runtime.GOOS == "windows" {
		path += ".exe"
		args = []string{"build", "-o", path, of}
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go %s %s: %w\n%s", args[0], of, err, out)
	}
	return path, nil
}
