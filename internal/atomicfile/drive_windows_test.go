package atomicfile

import (
	"os"
	"testing"
)

// A drive that is missing is an error, and not looked for above itself.
func TestMissingDrive(t *testing.T) {
	for drive := 'Z'; drive >= 'D'; drive-- {
		root := string(drive) + `:\`
		if _, err := os.Stat(root); err == nil {
			continue
		}
		if _, err := OpenFolder(root + "folder"); err == nil {
			t.Errorf("a folder of %s was made", root)
		}
		if folders := Missing(root + "folder"); len(folders) != 1 {
			t.Errorf("%q are missing", folders)
		}
		return
	}
	t.Skip("no drive is missing")
}
