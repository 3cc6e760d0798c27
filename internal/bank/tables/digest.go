package tables

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"sync"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// The digest of a stratum identifies the assignment of picks to slots. It is the sum of
// one number for each slot. So it can be updated when picks are added, and recomputed
// in any order.

// IdentityOf returns the number of a pick for digests, made from the key of its
// seed and the pattern of the pick.
func IdentityOf(key seed.Key, pattern sudoku.Cells) uint64 {
	low, high := pattern.Words()
	return shuffle.Mix(shuffle.Mix(shuffle.Mix(uint64(key))^low) ^ high)
}

// InSlot returns the number that a pick in a slot adds to the digest.
func InSlot(identity, slot uint64) uint64 { return shuffle.Mix(identity ^ shuffle.Mix(slot)) }

// StratumName identifies a stratum of a bank.
type StratumName struct {
	Table *StrataTable
	ID    int64
}

// ordered has the number of picks of a stratum and its digest, computed from the
// rows.
type ordered struct{ Number, Digest uint64 }

// Orders has the order of each stratum of a bank, computed from the rows.
type Orders map[StratumName]ordered

func (o Orders) add(name StratumName, identity, slot uint64) {
	order := o[name]
	o[name] = ordered{order.Number + 1, order.Digest + InSlot(identity, slot)}
}

// identities has the identities of the seeds and rungs of a bank, each seed followed by
// its rungs.
type identities struct {
	seeds *ByID[run]
	all   []uint64
}

// run is a sequence of consecutive elements.
type run struct{ first, length uint32 }

var errTooMany = errors.New("it has more than 4,294,967,295 seeds and rungs")

// ReadOrders computes the orders of all strata of the given tables from the rows.
// It takes 16 bytes of memory for each seed and 8 for each rung.
func ReadOrders(ctx context.Context, db Querier, tables []*StrataTable) (Orders, error) {
	found := Orders{}
	known, err := readIdentities(ctx, db, found)
	for _, table := range tables {
		if table.Pages != "" && err == nil {
			err = readPageOrders(ctx, db, table, known, found)
		}
	}
	return found, err
}

// readIdentities returns the identities of all seeds and rungs, and adds the seeds
// to the orders of their strata.
func readIdentities(ctx context.Context, db Querier, found Orders) (*identities, error) {
	seeds, err := NewByID[run](ctx, db)
	if err != nil {
		return nil, err
	}
	known := &identities{seeds: seeds}
	var patterns []sudoku.Cells
	err = Each(ctx, db, "seeds", `SELECT id, key, stratum, slot, puzzle, rungs FROM seeds`, nil, func(row Row) error {
		var id SeedID
		var key, stratum, slot int64
		var puzzle, rungs sql.RawBytes
		if err := row.Scan(&id, &key, &stratum, &slot, &puzzle, &rungs); err != nil {
			return err
		}
		var err error
		if patterns, err = seed.UnpackPatterns(patterns[:0], puzzle, rungs); err != nil {
			return DamagedRow("seeds", int64(id), "%w", err)
		}
		if uint64(len(known.all)+len(patterns)) > math.MaxUint32 {
			return errTooMany
		}
		known.seeds.Set(id, run{uint32(len(known.all)), uint32(len(patterns))})
		found.add(StratumName{SeedStrata, stratum}, IdentityOf(seed.Key(key), patterns[0]), uint64(slot))
		for _, pattern := range patterns {
			known.all = append(known.all, IdentityOf(seed.Key(key), pattern))
		}
		return nil
	})
	return known, err
}

// readPageOrders adds the picks on the pages of a table to the orders of its
// strata.
func readPageOrders(ctx context.Context, db Querier, table *StrataTable, known *identities, found Orders) error {
	return EachPage(ctx, db, table, "", nil, func(at PickPage, places []RungPlace, err error) error {
		for i, p := range places {
			p = at.Numbered(p)
			of := known.seeds.Of(p.Seed)
			if p.Place >= int(of.length) {
				return DamagedRow(table.Pages, at.Stratum, "seed %d has no rung at place %d", p.Seed, p.Place)
			}
			found.add(StratumName{table, at.Stratum}, known.all[int(of.first)+p.Place], at.Page*PageRungs+uint64(i))
		}
		return err
	})
}

// olderOrders returns a function for the orders of a bank of a format without
// digests. The first call computes them.
func (f *File) olderOrders() func() (Orders, error) {
	return sync.OnceValues(func() (Orders, error) {
		tables := []*StrataTable{SeedStrata, RungStrata}
		if f.ListsSymmetric() {
			tables = StrataTables
		}
		return ReadOrders(context.Background(), f.DB, tables)
	})
}
