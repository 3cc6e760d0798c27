package change_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// What SQLite says never reaches a user as it is.
func TestFailuresAreInPlainWords(t *testing.T) {
	full := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if _, err := full.Rows().DB.Exec(`PRAGMA max_page_count = 1`); err != nil { // as small as it is
		t.Fatal(err)
	}
	_, fullErr := full.Merge(seedtest.Background, seedtest.BankOf(t, seedtest.SomeSeeds()).Path(), change.MergeOptions{Ratings: change.Trusted})

	used := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	other := mustOpenShortly(t, used.Path())
	rows, err := used.Rows().DB.Query(`SELECT id FROM seeds`)
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	defer rows.Close()
	usedErr := other.CompactOpen(seedtest.Background)

	short := seedtest.BankOf(t, seedtest.SomeSeeds())
	if err := short.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(short.Path(), 20_000); err != nil {
		t.Fatal(err)
	}
	shortErr := readABank(short.Path())

	_, misfitErr := other.Rows().DB.Exec(`INSERT INTO walked (objective, seed) VALUES ('x', 999)`)

	for name, test := range map[string]struct{ got, want error }{
		"full": {fullErr, seedbank.ErrFull}, "a seed that is not there": {tables.Plain(misfitErr), tables.ErrMisfit}, "in use": {tables.Plain(usedErr), seedbank.ErrInUse}, "cut short": {shortErr, seedbank.ErrDamaged},
	} {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: %v; want %v", name, test.got, test.want)
			continue
		}
		text := test.got.Error()
		for _, code := range []string{"(5)", "(11)", "(13)", "(14)", "(10)", "SQL logic", "\n"} {
			if strings.Contains(text, code) {
				t.Errorf("%s: %q has %q", name, text, code)
			}
		}
	}
	if want := "; everything stored before is safe: make room and continue"; !strings.HasSuffix(fullErr.Error(), want) {
		t.Errorf("a full disk: %v", fullErr)
	}
}

// mustOpenShortly opens a bank that does not wait for other writers.
func mustOpenShortly(t *testing.T, path string) *change.Writer {
	t.Helper()
	bank := seedtest.Open(t, path)
	if _, err := bank.Rows().DB.Exec(`PRAGMA busy_timeout = 10`); err != nil {
		t.Fatal(err)
	}
	return bank
}

// readABank draws from a bank, as a command that only reads does.
func readABank(path string) error {
	bank, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		return err
	}
	defer bank.Close()
	all, err := bank.Select(seedtest.Background, seedbank.Filter{Rungs: true})
	if err != nil {
		return err
	}
	if _, err := all.At(seedtest.Background, 0); err != nil {
		return err
	}
	return bank.Close()
}
