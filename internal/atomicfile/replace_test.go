package atomicfile_test

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/atomicfile"
)

// The folder behind a symbolic link is replaced, and the link stays.
func TestReplaceFolderBehindLink(t *testing.T) {
	above := t.TempDir()
	folder, link := filepath.Join(above, "folder"), filepath.Join(above, "link")
	for text := range 2 {
		path := folder
		if text > 0 {
			path = link
			if err := os.Symlink("folder", link); err != nil {
				t.Skip(err)
			}
		}
		files := map[string][]byte{"a/b.txt": {byte('0' + text)}}
		if err := atomicfile.ReplaceFolder(path, maps.All(files), func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.Join(folder, "a", "b.txt"))
	if to, linkErr := os.Readlink(link); err != nil || string(got) != "1" || linkErr != nil || to != "folder" {
		t.Errorf("the folder has %q, %v; the link leads to %q, %v", got, err, to, linkErr)
	}
}
