package change

import (
	"database/sql"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// A book moves values between slots of all pages as a plain list does. It deletes values of other
// versions in the strata from which it takes, and nowhere else.
func TestValueBook(t *testing.T) {
	path := t.TempDir() + "/bank.db"
	if err := Create(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	bank, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	errUndo := errors.New("undo")
	rapid.Check(t, func(rt *rapid.T) {
		err := bank.write(t.Context(), func(tx *sql.Tx) error {
			const stratum, untouched = 1, 2
			page := map[tables.ValuesName]tables.Values{}
			for _, at := range []int64{stratum, untouched} {
				page[tables.ValuesName{Kind: tables.Minutes, Table: tables.RungStrata, Stratum: at, Version: tables.Minutes.Version + 1}] = tables.Values{5}
			}
			if err := tables.WriteValues(t.Context(), tx, page); err != nil {
				return err
			}
			want := map[uint64]tables.PickValues{}
			slot := func(label string) uint64 {
				return rapid.SampledFrom([]uint64{0, 1, 127, 128, 255, 256, 257, 511, 512, 600}).Draw(rt, label)
			}
			for range rapid.IntRange(1, 3).Draw(rt, "books") {
				book := newValueBook(t.Context(), tx)
				for range rapid.IntRange(1, 8).Draw(rt, "steps") {
					to, from := slot("to"), slot("from")
					var err error
					switch {
					case rapid.Bool().Draw(rt, "note"):
						v := tables.PickValues{Minutes: tables.Value(rapid.IntRange(1, 60).Draw(rt, "minutes"))}
						err, want[to] = book.note(tables.RungStrata, stratum, to, v), v
					case want[to] == (tables.PickValues{}):
						err = book.move(tables.RungStrata, stratum, from, to)
						want[to], want[from] = want[from], tables.PickValues{}
					default:
						var got tables.PickValues
						if got, err = book.take(tables.RungStrata, stratum, to); got != want[to] {
							rt.Errorf("slot %d has %v, want %v", to, got, want[to])
						}
						delete(want, to)
					}
					if err != nil {
						return err
					}
				}
				if _, err := book.take(tables.RungStrata, stratum, 1000); err != nil {
					return err
				}
				if err := book.finish(); err != nil {
					return err
				}
			}
			for at := range uint64(700) {
				got, err := newValueBook(t.Context(), tx).take(tables.RungStrata, stratum, at)
				if got != want[at] || err != nil {
					rt.Errorf("slot %d has %v, %v, want %v", at, got, err, want[at])
				}
			}
			for name := range page {
				left, err := tables.ReadValues(t.Context(), tx, name)
				if err != nil || (len(left) > 0) != (name.Stratum == untouched) {
					rt.Errorf("of another version, stratum %d has %v, %v", name.Stratum, left, err)
				}
			}
			return errUndo
		})
		if err != errUndo {
			rt.Fatal(err)
		}
	})
}
