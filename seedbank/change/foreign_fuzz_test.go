package change_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// foreignBank is a valid bank in a file, what is true of it, and the edits that
// somebody could make with SQLite.
type foreignBank struct {
	file  []byte
	seeds []seed.Seed
	truth truth
	edits []string
}

// schemaEdits change what the names of a bank stand for.
var schemaEdits = []string{
	`DROP INDEX seeds_by_solution`,
	`CREATE VIEW more AS ` + endless,
	`CREATE TRIGGER t AFTER INSERT ON seeds BEGIN DELETE FROM seeds WHERE id < 3; END`,
	`CREATE TRIGGER goose_db_version AFTER INSERT ON seeds BEGIN DELETE FROM seeds WHERE id < 3; END`,
	`CREATE TRIGGER goose_db_version BEFORE INSERT ON runs BEGIN INSERT INTO bookmarks ` + endless + `; END`,
	`DROP TABLE goose_db_version; CREATE VIEW goose_db_version AS ` + endless,
	`DROP TABLE strata; CREATE VIEW strata AS ` + endless,
	`DROP TABLE claimed; CREATE VIEW claimed AS ` + endless,
	`PRAGMA user_version = 0`, `PRAGMA user_version = 2`, `PRAGMA user_version = 3`, `PRAGMA user_version = -1`, `PRAGMA user_version = 2147483647`,
	`PRAGMA application_id = 7`,
	`UPDATE goose_db_version SET version_id = 1`, `DELETE FROM goose_db_version`,
	`INSERT INTO claimed SELECT key, puzzle, run FROM seeds`,
	`UPDATE techniques SET name = printf('%.*c', 2000000, 'x')`,
	`UPDATE seeds SET rungs = zeroblob(2000000)`,
}

func newForeignBank(t *testing.T) *foreignBank {
	t.Helper()
	seeds := trulyRated(t, 4)
	bank := seedtest.BankOf(t, seeds[:3])
	b := &foreignBank{seeds: seeds, truth: truthOf(seeds), edits: append([]string{``}, schemaEdits...)}
	for _, e := range allEdits(t, bank, []int{0, 1}) {
		b.edits = append(b.edits, e.sql)
	}
	if err := errors.Join(bank.Close(), change.Compact(seedtest.Background, bank.Path())); err != nil {
		t.Fatal(err)
	}
	var err error
	if b.file, err = os.ReadFile(bank.Path()); err != nil {
		t.Fatal(err)
	}
	return b
}

// edited writes the bank to a file, changed by the edit of a number and by bytes that
// are written over it from a place on.
func (b *foreignBank) edited(t *testing.T, edit uint16, at uint32, patch []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "bank.db")
	if err := os.WriteFile(path, b.file, 0o666); err != nil {
		t.Fatal(err)
	}
	db := tables.Connect(path, nil)
	db.SetMaxOpenConns(1)
	const free = `PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; `
	_, _ = db.Exec(free + b.edits[int(edit)%len(b.edits)]) // an edit that SQLite refuses leaves the bank as it was
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if len(patch) == 0 {
		return path
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(file[int(at)%len(file):], patch)
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// use does with a bank of somebody else what a person would, and returns what is false
// of a puzzle that was drawn or of a seed that was merged. Errors of the bank are not faults.
func (b *foreignBank) use(path, into string) error {
	sound, err := b.read(path)
	if err != nil {
		return err
	}
	if bank, err := change.Open(seedtest.Background, path); err == nil {
		run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test"})
		if err == nil {
			_, err = bank.Insert(seedtest.Background, run, b.seeds[3:])
		}
		_, _ = bank.RateClaimed(seedtest.Background, change.MergeOptions{Workers: 1})
		_ = bank.Close()
		still, wrong := b.read(path)
		if wrong == nil && err == nil && sound && !still {
			wrong = errors.New("a sound bank is damaged")
		}
		if wrong != nil {
			return errors.Join(errors.New("after seeds were stored"), wrong)
		}
	}
	for _, ratings := range []change.Ratings{change.RateAnew, change.AsRated} {
		if err := b.mergeInto(into, path, ratings); err != nil {
			return errors.Join(errors.New("after a merge"), err)
		}
	}
	for range repair.Salvage(path) {
	}
	return nil
}

// read verifies a bank that is only read, and draws from it. It reports whether Verify
// finds no fault, and returns what is false of a puzzle that was drawn.
func (b *foreignBank) read(path string) (sound bool, err error) {
	bank, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		return false, nil
	}
	defer bank.Close()
	_, _ = bank.Techniques(seedtest.Background)
	_, _ = change.Claimed(seedtest.Background, bank)
	sound = true
	if _, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Problem: func(error) { sound = false }}); err != nil {
		sound = false
	}
	return sound, b.truth.draws(bank)
}

// mergeInto merges a bank into a new one. What is stored there is true, and verify
// finds no fault.
func (b *foreignBank) mergeInto(into, path string, ratings change.Ratings) error {
	empty, err := seedtest.EmptyBank()
	if err == nil {
		err = os.WriteFile(into, empty, 0o666)
	}
	if err != nil {
		return err
	}
	bank, err := change.Open(seedtest.Background, into)
	if err != nil {
		return err
	}
	defer bank.Close()
	_, _ = bank.Merge(seedtest.Background, path, change.MergeOptions{Ratings: ratings, Workers: 1})
	return allTrue(bank)
}

// allTrue returns what Verify says of a bank, with all ratings made anew.
func allTrue(of seedtest.AnyBank) (problems error) {
	bank := seedtest.BankIn(of)
	checked, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Ratings: true, Problem: func(p error) { problems = errors.Join(problems, p) }})
	if checked == 0 {
		return problems // a bank without seeds has nothing to verify
	}
	return errors.Join(problems, err)
}

// No bank of somebody else makes the program panic, wait for ever or draw a false
// puzzle, nor does what is merged from it.
func FuzzForeignBank(f *testing.F) {
	for edit := range len(schemaEdits) + 1 {
		f.Add(uint16(edit), uint32(0), []byte(nil))
	}
	for i, at := range []uint32{0, 16, 56, 100, 4096, 8192, 40_000, 70_000} {
		f.Add(uint16(0), at, []byte{0xff, 0, byte(i)})
		f.Add(uint16(len(schemaEdits)+7*i+1), uint32(0), []byte(nil))
	}
	var once sync.Once
	var foreign *foreignBank
	f.Fuzz(func(t *testing.T, edit uint16, at uint32, patch []byte) {
		once.Do(func() { foreign = newForeignBank(t) })
		path := foreign.edited(t, edit, at, patch)
		into := filepath.Join(t.TempDir(), "into.db")
		within(t, foreign.edits[int(edit)%len(foreign.edits)], func() {
			if err := foreign.use(path, into); err != nil {
				t.Errorf("edit %q, %x at %d: %v", foreign.edits[int(edit)%len(foreign.edits)], patch, at, err)
			}
		})
	})
}
