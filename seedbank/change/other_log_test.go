package change_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A file that is put in the place of a bank whose writer was killed stays as it is while the log of
// that bank is beside it. The bank itself can be opened with its log.
func TestOtherLog(t *testing.T) {
	bank, folder := seedtest.MakeBank(t), seedtest.Must(filepath.EvalSymlinks(t.TempDir()))
	seeds := seedtest.SomeSeeds()
	checkpoint := func() {
		t.Helper()
		if _, err := bank.Rows().DB.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
	}
	seedtest.Insert(t, bank, seeds[:50])
	checkpoint()
	older := seedtest.Must(os.ReadFile(bank.Path()))
	if err := change.Snapshot(t.Context(), filepath.Join(folder, "snapshot.db"), bank.Path()); err != nil {
		t.Fatal(err)
	}
	seedtest.Insert(t, bank, seeds[50:250])
	checkpoint()
	seedtest.Insert(t, bank, seeds[250:])
	log := seedtest.Must(os.ReadFile(bank.Path() + "-wal"))
	for name, file := range map[string][]byte{"own": seedtest.Must(os.ReadFile(bank.Path())), "older": older, "snapshot": seedtest.Must(os.ReadFile(filepath.Join(folder, "snapshot.db")))} {
		path := filepath.Join(folder, name+"-restored.db")
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		reader, err := seedbank.Open(t.Context(), path)
		if err == nil {
			reader.Close()
		}
		writer, err2 := change.Open(t.Context(), path)
		if err2 == nil {
			writer.Close()
		}
		if name == "own" {
			if err != nil || err2 != nil {
				t.Errorf("a bank with its own log: %v, %v", err, err2)
			}
			continue
		}
		if err == nil || err2 == nil || !strings.Contains(err2.Error(), path+"-wal beside it: it is the log of another file") || err.Error() != err2.Error() {
			t.Errorf("%s: %v, %v", name, err, err2)
		}
		if !bytes.Equal(seedtest.Must(os.ReadFile(path)), file) || !bytes.Equal(seedtest.Must(os.ReadFile(path+"-wal")), log) {
			t.Errorf("%s: the file has changed", name)
		}
	}
}
