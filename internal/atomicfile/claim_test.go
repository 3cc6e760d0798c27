package atomicfile

import (
	"errors"
	"path/filepath"
	"testing"
)

// A folder has one owner at a time.
func TestClaim(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "some", "folder")
	mine, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	if file, err := lock(folder); errors.Is(err, errors.ErrUnsupported) {
		t.Skip("folders cannot be claimed here")
	} else if err == nil {
		file.Close()
	}
	if _, err := Claim(folder); !errors.Is(err, ErrClaimed) {
		t.Errorf("a second claim: %v", err)
	}
	if err := mine.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
