package tables

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Stratum is a stratum of a bank: seeds or rungs with equal ER, number of clues, number
// of automorphisms and hardest technique. Picks that are listed for a symmetry also have
// equal symmetry and number of conjugates.
type Stratum struct {
	Table         *StrataTable
	ID            int64
	Level         rating.Level
	ER            rating.Tenths
	Clues         int
	Automorphisms uint64
	Hardest       uint64 // number of a technique in the bank
	Place         int    // place of that technique in the scale; unknown techniques come last
	Digest        uint64 // identifies the picks and their slots; 0 in a bank of an older format
	Number        uint64 // number of seeds or rungs
	Symmetry      transform.Symmetry
	Conjugates    int
	Minimal       bool   // it is of seeds
	Isomorphs     uint64 // number of isomorphs of each pick, with the symmetry if there is one
}

// The index seeds_early lists the seeds whose EP is at least EarlyER. A query that has the
// condition IsEarly, word for word, reads no other seeds. A bank of an older format has no
// index, and the same query reads all rows there.
const (
	EarlyER = 70
	IsEarly = `ep >= 70`
	IsEasy  = `er < 70` // the strata of the other pearls and diamonds, since no EP exceeds the ER
)

// stratumRow is an unchecked row of a table of strata.
type stratumRow struct {
	table                                                                 *StrataTable
	ID, level, er, clues, automorphisms, hardest, number, digest, minimal int64
	symmetry                                                              string // empty: none
	conjugates                                                            int64
}

// columns returns pointers for scanning the columns of [StrataTable.columns].
func (st *stratumRow) columns() []any {
	columns := []any{&st.ID, &st.level, &st.er, &st.clues, &st.automorphisms, &st.hardest, &st.number, &st.digest}
	if st.table == SymmetricStrata {
		columns = append(columns, &st.symmetry, &st.conjugates, &st.minimal)
	}
	return columns
}

// checked returns the stratum, or an error if its values are impossible.
func (st *stratumRow) checked() (Stratum, error) {
	symmetry := transform.NoSymmetry
	if st.table == SymmetricStrata {
		var err error
		if symmetry, err = transform.ParseSymmetry(st.symmetry); err != nil || symmetry == transform.NoSymmetry {
			return Stratum{}, DamagedRow(st.table.Name, st.ID, "there is no symmetry %q", st.symmetry)
		}
	}
	isomorphs := symmetry.Isomorphs(uint64(st.conjugates))
	switch {
	case st.er < 0 || st.er >= int64(rating.MaxTenths), st.clues < FewestClues || st.clues > MostClues,
		st.automorphisms <= 0 || transform.Order%uint64(st.automorphisms) != 0, st.number < 0,
		st.minimal < 0 || st.minimal > 1, st.conjugates <= 0 || isomorphs == 0 || isomorphs > transform.Order || isomorphs%uint64(st.automorphisms) != 0:
		return Stratum{}, DamagedRow(st.table.Name, st.ID, "%w", ErrOutOfRange)
	case int64(rating.LevelOf(rating.Tenths(st.er))) != st.level:
		return Stratum{}, DamagedRow(st.table.Name, st.ID, "its level does not fit its ER")
	}
	return Stratum{
		Table: st.table, ID: st.ID, Level: rating.Level(st.level), ER: rating.Tenths(st.er), Clues: int(st.clues),
		Automorphisms: uint64(st.automorphisms), Hardest: uint64(st.hardest), Number: uint64(st.number), Digest: uint64(st.digest),
		Symmetry: symmetry, Conjugates: int(st.conjugates), Minimal: st.minimal == 1,
		Isomorphs: isomorphs / uint64(st.automorphisms),
	}, nil
}

// StrataTable is a table of strata. Rows of seeds have their slots; all other
// strata list their picks on pages.
type StrataTable struct {
	Name   string
	Number string // column: how many seeds or rungs a stratum holds
	Key    string // columns that identify a stratum
	Pages  string // table of pages, or empty; its column of places has the name of number

	leastBytes uint64 // least number of bytes of a seed or rung in the bank
}

var (
	SeedStrata = &StrataTable{
		Name: "strata", Number: "seeds", Key: "er, clues, automorphisms, hardest",
		leastBytes: 8 + 8 + 20, // key, solution, puzzle
	}
	RungStrata = &StrataTable{
		Name: "rung_strata", Number: "rungs", Key: "er, clues, automorphisms, hardest",
		Pages: "rung_pages", leastBytes: 2,
	}
	SymmetricStrata = &StrataTable{
		Name: "symmetric_strata", Number: "picks", Key: "er, clues, automorphisms, hardest, symmetry, conjugates, minimal",
		Pages: "symmetric_pages", leastBytes: 2,
	}
)

// StrataTables are all tables of strata.
var StrataTables = []*StrataTable{SeedStrata, RungStrata, SymmetricStrata}

// columns returns the SQL columns of a stratum of t, in the order of [stratumRow.columns], for
// a bank with digests or without.
func (t *StrataTable) columns(digests bool) string {
	digest := "digest"
	if !digests {
		digest = "0"
	}
	columns := "id, level, er, clues, automorphisms, hardest, " + t.Number + " AS number, " + digest
	if t == SymmetricStrata {
		columns += ", symmetry, conjugates, minimal"
	}
	return columns
}

// PickKey identifies a stratum of rungs or of symmetric picks.
type PickKey struct {
	ER            rating.Tenths
	Clues         int
	automorphisms uint64
	Hardest       rating.Technique

	Symmetry   transform.Symmetry // none: a stratum of rung_strata, and the following fields are zero
	conjugates int
	minimal    bool
}

// RungKeyOf returns the key of the stratum that a rung of a seed belongs to.
func RungKeyOf(s *seed.Seed, r *seed.Rung) PickKey {
	return PickKey{ER: r.ER, Clues: s.Puzzle.NumClues() + r.Added.Len(), automorphisms: r.Automorphisms, Hardest: r.Hardest}
}

// SeedKeyOf returns the key of a seed, from which [PickKey.Symmetric] makes the
// keys of its symmetric strata.
func SeedKeyOf(s *seed.Seed) PickKey {
	return PickKey{ER: s.Rating.ER, Clues: s.Puzzle.NumClues(), automorphisms: s.Automorphisms, Hardest: s.Rating.Hardest, minimal: true}
}

// Symmetric returns the keys of the strata of symmetric picks that list a pick
// with key k and a pattern. Nearly all patterns have none.
func (k PickKey) Symmetric(pattern sudoku.Cells) (keys []PickKey) {
	numbers := transform.Conjugates(pattern)
	for s := range transform.Symmetries() {
		if numbers[s] > 0 {
			k.Symmetry, k.conjugates = s, numbers[s]
			keys = append(keys, k)
		}
	}
	return keys
}

// Values returns the values of the columns in the key of t, with the number that
// the bank gives the hardest technique.
func (k *PickKey) Values(t *StrataTable, hardest uint64) []any {
	values := []any{k.ER, k.Clues, k.automorphisms, hardest}
	if t == SymmetricStrata {
		values = append(values, k.Symmetry.String(), k.conjugates, k.minimal)
	}
	return values
}

// MarkOf returns a hash of a place and k.
func (k *PickKey) MarkOf(place int) uint64 {
	mark := uint64(place)
	for _, part := range []uint64{
		uint64(k.ER), uint64(k.Clues), k.automorphisms, uint64(k.Hardest), uint64(k.Symmetry), uint64(k.conjugates),
	} {
		mark = shuffle.Mix(mark ^ part)
	}
	if k.minimal {
		mark = shuffle.Mix(mark)
	}
	return mark
}

// Key returns the key of a stratum that lists picks.
func (st *Stratum) Key(hardest rating.Technique) PickKey {
	key := PickKey{ER: st.ER, Clues: st.Clues, automorphisms: st.Automorphisms, Hardest: hardest}
	if st.Symmetry != transform.NoSymmetry {
		key.Symmetry, key.conjugates, key.minimal = st.Symmetry, st.Conjugates, st.Minimal
	}
	return key
}

// ReadStrata returns the strata of a table for which a condition holds, such as WHERE
// number > 0. It calls damaged for a stratum with impossible values, and leaves it out. If
// damaged is nil, such a stratum is an error. Together they have no more picks than the file can
// hold.
func ReadStrata(ctx context.Context, f *File, table *StrataTable, where string, arguments []any, damaged func(error)) (list []Stratum, err error) {
	query := fmt.Sprintf(`SELECT %s FROM %s %s`, table.columns(f.HasDigests()), table.Name, where)
	rows, err := All(ctx, f.DB, table.Name, query, arguments, func(row Row) (stratumRow, error) {
		st := stratumRow{table: table, conjugates: 1}
		if table == SeedStrata {
			st.minimal = 1
		}
		err := row.Scan(st.columns()...)
		return st, err
	})
	if err != nil {
		return nil, err
	}
	number, most := uint64(0), uint64(notMany)
	for i := range rows {
		st, err := rows[i].checked()
		if err == nil && number+st.Number > most && most == notMany {
			most, err = f.mostPicks(ctx, table)
		}
		if err == nil && number+st.Number > most {
			err = DamagedRow(table.Name, st.ID, "it says that its number of seeds or rungs is %d, more than the file can hold", st.Number)
		}
		if err != nil && damaged != nil {
			damaged(err)
			continue
		}
		if err == nil {
			err = f.place(ctx, &st)
		}
		if err != nil {
			return nil, err
		}
		number += st.Number
		list = append(list, st)
	}
	return list, nil
}

// mostPicks returns how many picks of a table the file has room for, and notMany at least.
func (f *File) mostPicks(ctx context.Context, table *StrataTable) (uint64, error) {
	bytes, err := f.Size(ctx)
	return max(notMany, uint64(bytes)/table.leastBytes), err
}

// place sets the place of the hardest technique in the scale. Numbers of techniques differ
// from bank to bank.
func (f *File) place(ctx context.Context, st *Stratum) error {
	techniques, err := f.techniques(ctx, st.Hardest)
	if err != nil {
		return err
	}
	if t, err := techniques.Named(st.Hardest); err == nil {
		st.Place = int(t)
	} else { // unknown to this program: behind all others
		st.Place = rating.NumTechniques + int(st.Hardest&math.MaxInt32)
	}
	return nil
}

// Compare returns a negative number if st comes before other in a selection.
func (st *Stratum) Compare(other *Stratum) int {
	return cmp.Or(
		cmp.Compare(st.ER, other.ER),
		cmp.Compare(st.Clues, other.Clues),
		cmp.Compare(st.Automorphisms, other.Automorphisms),
		cmp.Compare(st.Place, other.Place),
		cmp.Compare(st.rank(), other.rank()),
		cmp.Compare(st.Conjugates, other.Conjugates),
	)
}

// rank puts seeds before rungs.
func (st *Stratum) rank() int {
	if st.Minimal {
		return 0
	}
	return 1
}

// notMany is a number of seeds or rungs that always fits in memory.
const notMany = 1 << 20
