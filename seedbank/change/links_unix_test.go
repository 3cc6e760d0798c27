//go:build unix

package change_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
)

// The log of a bank is found behind a symbolic link to the bank.
func TestLogBehindLink(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:20])
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(bank.Path(), link); err != nil {
		t.Fatal(err)
	}
	if tables.NotWritten(link) {
		t.Error("nobody is writing")
	}
	found := map[string]bool{}
	for r, err := range repair.Salvage(link) {
		if err != nil {
			t.Fatal(err)
		}
		found[r.Clues.String()] = true
	}
	if len(found) < 20 {
		t.Errorf("%d of 20 seeds are salvaged", len(found))
	}
	reader, err := seedbank.Open(seedtest.Background, link)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	before := reader.Rows().Stamp()
	seedtest.Insert(t, bank, seedtest.SomeSeeds()[20:21])
	if reader.Rows().Stamp() == before {
		t.Error("the stamp is the same after a seed was stored")
	}
}
