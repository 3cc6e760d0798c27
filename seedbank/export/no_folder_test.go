package export_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
)

// A file in the place of the folder is an error, also for a pack that replaces all files.
func TestWriteAgainIntoAFile(t *testing.T) {
	bank := banktest.Starter(t)
	m, err := export.Plan(background, bank, export.Options{Format: "line", Request: draw.Request{N: 1}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		if err := m.WriteAgain(background, bank, file, force, nil, nil, nil); err == nil {
			t.Errorf("force %v: no error", force)
		}
	}
}
