package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Files that are staged change nothing before they are placed, and what is not placed is gone.
func TestStagedFilesAppearWhenPlaced(t *testing.T) {
	path := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "linked")
	for name, mode := range map[string]os.FileMode{filepath.Join(path, "one"): 0o640, elsewhere: 0o600} {
		if err := os.WriteFile(name, []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(elsewhere, filepath.Join(path, "link")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(path, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	mustHave := func(want map[string]string) {
		t.Helper()
		for name, content := range want {
			got, err := os.ReadFile(filepath.Join(path, name))
			if string(got) != content || content == "" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s has %q, error %v; want %q", name, got, err, content)
			}
		}
	}
	folder, err := OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	staged := folder.Stage()
	for _, name := range []string{"one", "two", "three", "link"} {
		err := staged.WriteFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := staged.WriteFile("folder", func(io.Writer) error { return nil }); err == nil {
		t.Error("a folder can be replaced by a file")
	}
	mustHave(map[string]string{"one": "old", "two": "", "link": "old"})
	for _, name := range []string{"one", "two", "link"} {
		if err := staged.Place(name); err != nil {
			t.Error(err)
		}
	}
	if err := staged.Close(); err != nil {
		t.Error(err)
	}
	mustHave(map[string]string{"one": "new", "two": "new", "three": "", "link": "new"})
	if info, err := os.Lstat(filepath.Join(path, "one")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions are not handed on: %v, %v", info, err)
	}
	if info, err := os.Lstat(filepath.Join(path, "link")); err != nil || info.Mode().IsRegular() {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if entries, err := os.ReadDir(path); err != nil || len(entries) != 4 {
		t.Errorf("the folder has %v, error %v; want 4", entries, err)
	}
}
