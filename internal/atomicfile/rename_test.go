package atomicfile

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// Where a file system has no links, a file that exists stays as it is too.
func TestRenameNew(t *testing.T) {
	for name, rename := range map[string]func(string, string) error{"in one step": renameNew, "in two": renameUnlessSeen} {
		folder := t.TempDir()
		from, to := filepath.Join(folder, "from"), filepath.Join(folder, "to")
		for path, text := range map[string]string{from: "new", to: "old"} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := rename(from, to); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: a file is written over: %v", name, err)
		}
		if text, err := os.ReadFile(to); string(text) != "old" {
			t.Errorf("%s: the file has %q, %v", name, text, err)
		}
		if err := errors.Join(os.Remove(to), rename(from, to)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Whoever looks at a folder that is being replaced sees one at any moment.
func TestReplaceFolderInOneStep(t *testing.T) {
	above := t.TempDir()
	folder, other := filepath.Join(above, "folder"), filepath.Join(above, "other")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.Mkdir(other, 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := exchange(folder, other); err != nil {
		t.Skip(err)
	}
	end, missing := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			if _, err := os.Stat(folder); err != nil {
				n++
			}
			select {
			case <-end:
				missing <- n
				return
			default:
			}
		}
	}()
	for i := range 60 {
		if err := ReplaceFolder(folder, maps.All(map[string][]byte{"a": {byte(i)}}), func() error { return nil }); err != nil {
			t.Error(err)
		}
	}
	close(end)
	if n := <-missing; n > 0 {
		t.Errorf("the folder was missing %d times", n)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "a")); err != nil || text[0] != 59 {
		t.Errorf("the folder has %v, %v", text, err)
	}
}
