package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// mustHold checks what a folder holds: one file with a text.
func mustHold(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files in the folder, %v; want 1", len(entries), err)
	}
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := WriteFile(path, write("first")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "first")
	if err := WriteFile(path, write("second")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "second")
}

func TestAFailureLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := WriteFile(path, write("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := WriteFile(path, func(w io.Writer) error { return errors.Join(write("half")(w), broken) })
	if !errors.Is(err, broken) {
		t.Errorf("WriteFile: %v, want what write returned", err)
	}
	mustHold(t, path, "old")
}

// Folders that were made for nothing go, as far as nothing else is in them.
func TestRemoveEmpty(t *testing.T) {
	above := t.TempDir()
	deep := filepath.Join(above, "a", "b", "c")
	made := Missing(deep)
	if len(made) != 3 || made[0] != deep || len(Missing(above)) != 0 {
		t.Fatalf("missing: %q", made)
	}
	if _, err := OpenFolder(deep); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(above, "a", "file"), write("stays")); err != nil {
		t.Fatal(err)
	}
	RemoveEmpty(made)
	if missing := Missing(deep); len(missing) != 2 {
		t.Errorf("gone: %q", missing)
	}
	RemoveEmpty(made)
	mustHold(t, filepath.Join(above, "a", "file"), "stays")
}

func TestNobodySeesAPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	err := WriteFile(path, func(w io.Writer) error {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file is there before it is whole: %v", err)
		}
		return write("whole")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "whole")
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "file")
	fill := func(text string) func(string) error {
		return func(temporary string) error {
			return errors.Join(os.WriteFile(temporary, []byte(text), 0o600), os.WriteFile(temporary+"-log", nil, 0o600))
		}
	}
	if err := Create(path, fill("first")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, fill("second")); !errors.Is(err, os.ErrExist) {
		t.Errorf("a file made where there is one: %v", err)
	}
	mustHold(t, path, "first")
}

func TestAFolderThatCannotBe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := WriteFile(path, write("file")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(filepath.Join(path, "folder")); err == nil {
		t.Error("a folder was made in a file")
	}
	if err := WriteFile(filepath.Join(path, "x"), write("")); err == nil {
		t.Error("a file was made in a file")
	}
	mustHold(t, path, "file")
}

// A folder is not replaced by a file, and the error says that it is one.
func TestAFolderIsNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder")
	mustHaveFolder := func() {
		t.Helper()
		if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 || !entries[0].IsDir() {
			t.Errorf("beside the folder: %v, %v", entries, err)
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, write("text")); err == nil || !strings.HasSuffix(err.Error(), "it is a folder") {
		t.Errorf("a file in place of a folder: %v", err)
	}
	mustHaveFolder()
}
