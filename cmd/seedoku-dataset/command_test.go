package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command on the card has --minimal only if it holds.
func TestCommandWithoutMinimal(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "set")
	if status, _, errs := run(t, folder, "--train", "3", "--minimal=false"); status != 0 {
		t.Fatal(errs)
	}
	card, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil || strings.Contains(string(card), " --minimal") || !strings.Contains(string(card), " --train 3 ") {
		t.Errorf("%v: %s", err, card)
	}
}
