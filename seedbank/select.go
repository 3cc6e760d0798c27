package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Range is the values from Low to High, both included. The zero Range is all
// values.
type Range[T cmp.Ordered] struct{ Low, High T }

// all reports whether r is the zero Range.
func (r Range[T]) all() bool { return r == Range[T]{} }

// Has reports whether r has a value.
func (r Range[T]) Has(value T) bool {
	return r.all() || r.Low <= value && value <= r.High
}

// Filter says which seeds are wanted. The zero Filter is all seeds.
type Filter struct {
	Levels Range[rating.Level]
	ER     Range[rating.Tenths]
	Clues  Range[int]
}

// condition returns f as a condition on the columns of strata.
func (f *Filter) condition() (sql string, arguments []any) {
	var terms []string
	between := func(all bool, column string, low, high any) {
		if !all {
			terms = append(terms, column+" BETWEEN ? AND ?")
			arguments = append(arguments, low, high)
		}
	}
	between(f.Levels.all(), "level", f.Levels.Low, f.Levels.High)
	between(f.ER.all(), "er", f.ER.Low, f.ER.High)
	between(f.Clues.all(), "clues", f.Clues.Low, f.Clues.High)
	if len(terms) == 0 {
		return "1", nil
	}
	return strings.Join(terms, " AND "), arguments
}

// stratum is the seeds that are alike in what a filter can ask for.
type stratum struct {
	id            int64
	level         rating.Level
	er            rating.Tenths
	clues         int
	automorphisms uint64
	seeds         uint64
	end           uint64 // seeds of the selection up to here, this stratum included
}

// Selection is the seeds of a bank that pass a filter, numbered from 0. It
// stays the same while others add seeds to the bank.
type Selection struct {
	bank   *Bank
	filter Filter
	strata []stratum
}

// Select returns the seeds that pass a filter. The order is by ER, clues and
// automorphisms and then by age.
func (b *Bank) Select(ctx context.Context, filter Filter) (*Selection, error) {
	s := &Selection{bank: b, filter: filter}
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("selecting seeds of %s: %w", b.path, err)
	}
	return s, nil
}

func (s *Selection) load(ctx context.Context) error {
	condition, arguments := s.filter.condition()
	rows, err := s.bank.db.QueryContext(ctx, `
		SELECT id, level, er, clues, automorphisms, seeds FROM strata
		WHERE seeds > 0 AND `+condition+` ORDER BY er, clues, automorphisms`, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var end uint64
	for rows.Next() {
		var st stratum
		if err := rows.Scan(&st.id, &st.level, &st.er, &st.clues, &st.automorphisms, &st.seeds); err != nil {
			return err
		}
		end += st.seeds
		st.end = end
		s.strata = append(s.strata, st)
	}
	return rows.Err()
}

// Len returns the number of seeds.
func (s *Selection) Len() uint64 {
	if len(s.strata) == 0 {
		return 0
	}
	return s.strata[len(s.strata)-1].end
}

// At returns seed number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (Seed, error) {
	st := s.stratumOf(i)
	return s.bank.seed(ctx, `stratum = ? AND slot = ?`, st.id, i-(st.end-st.seeds))
}

// stratumOf returns the stratum of seed number i.
func (s *Selection) stratumOf(i uint64) *stratum {
	n := sort.Search(len(s.strata), func(n int) bool { return i < s.strata[n].end })
	if n == len(s.strata) {
		panic(fmt.Sprintf("seedbank: seed %d of a selection of %d", i, s.Len()))
	}
	return &s.strata[n]
}

// Draw returns one of the seeds, each with the same probability, or
// [ErrNoMatch] if there is none.
func (s *Selection) Draw(ctx context.Context, random *rand.Rand) (Seed, error) {
	if s.Len() == 0 {
		return Seed{}, ErrNoMatch
	}
	return s.At(ctx, random.Uint64N(s.Len()))
}

// Find returns the seed of a canonical form, or [ErrNoMatch].
func (b *Bank) Find(ctx context.Context, canonical *sudoku.Grid) (Seed, error) {
	seed, err := b.SeedNamed(ctx, KeyOf(canonical))
	if err == nil && seed.Puzzle.Clues != *canonical {
		return Seed{}, ErrNoMatch
	}
	return seed, err
}

// SeedNamed returns the seed of a key, or [ErrNoMatch].
func (b *Bank) SeedNamed(ctx context.Context, key Key) (Seed, error) {
	return b.seed(ctx, `key = ?`, int64(key))
}

// seed returns the seed that a condition on the columns of seeds names.
func (b *Bank) seed(ctx context.Context, condition string, arguments ...any) (Seed, error) {
	var (
		s       Seed
		id      int64
		packed  []byte
		hardest string
	)
	err := b.db.QueryRowContext(ctx, `
		SELECT seeds.id, puzzle, er, ep, ed, techniques.name, automorphisms, origin, run
		FROM seeds JOIN strata ON strata.id = stratum JOIN techniques ON techniques.id = hardest
		WHERE `+condition, arguments...).
		Scan(&id, &packed, &s.Rating.ER, &s.Rating.EP, &s.Rating.ED, &hardest, &s.Automorphisms, &s.Origin, &s.Run)
	if errors.Is(err, sql.ErrNoRows) {
		return Seed{}, ErrNoMatch
	}
	if err == nil {
		err = b.complete(ctx, &s, id, packed, hardest)
	}
	if err != nil {
		return Seed{}, fmt.Errorf("reading a seed of %s: %w", b.path, err)
	}
	return s, nil
}

// complete fills in what is not in the row of a seed. The solution is found
// anew, which proves on the way that the file has kept the puzzle.
func (b *Bank) complete(ctx context.Context, s *Seed, id int64, packed []byte, hardest string) error {
	clues, err := unpackGrid(packed)
	if err != nil {
		return err
	}
	var solver sudoku.Solver
	if s.Puzzle, err = solver.Prove(&clues); err != nil {
		return fmt.Errorf("seed %v: %w", clues, err)
	}
	if s.Rating.Hardest, err = techniqueNamed(hardest); err != nil {
		return err
	}
	return b.loadUses(ctx, s, id)
}

func (b *Bank) loadUses(ctx context.Context, s *Seed, id int64) error {
	rows, err := b.db.QueryContext(ctx, `
		SELECT name, uses FROM seed_techniques JOIN techniques ON techniques.id = technique WHERE seed = ?`, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var uses uint16
		if err := rows.Scan(&name, &uses); err != nil {
			return err
		}
		t, err := techniqueNamed(name)
		if err != nil {
			return err
		}
		s.Rating.Uses[t] = uses
	}
	return rows.Err()
}

func techniqueNamed(name string) (rating.Technique, error) {
	t, ok := rating.ParseTechnique(name)
	if !ok {
		return 0, fmt.Errorf("technique %q is not known to this version of the program", name)
	}
	return t, nil
}
