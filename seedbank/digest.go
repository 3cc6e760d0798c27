package seedbank

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash"
	"sync"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// The digest of a stratum stands for which pick has which slot. It is a sum of a number
// for each slot, so that it can be kept as picks come, and made again in any order.

// identityOf returns what stands for a pick in digests: a seed by the cells of its
// clues, a rung with the clues that it adds.
func identityOf(key seed.Key, pattern sudoku.Cells) uint64 {
	low, high := pattern.Words()
	return shuffle.Mix(shuffle.Mix(shuffle.Mix(uint64(key))^low) ^ high)
}

// inSlot returns the part of a digest for a pick in a slot.
func inSlot(identity, slot uint64) uint64 { return shuffle.Mix(identity ^ shuffle.Mix(slot)) }

// stratumName names a stratum of a bank.
type stratumName struct {
	table *strataTable
	id    int64
}

// ordered is what the rows of a stratum say of its order.
type ordered struct{ number, digest uint64 }

// orders are what the rows of a bank say of the order of its strata.
type orders map[stratumName]ordered

func (o orders) add(name stratumName, identity, slot uint64) {
	order := o[name]
	o[name] = ordered{order.number + 1, order.digest + inSlot(identity, slot)}
}

// identities are what stands for the seeds and rungs of a bank: those of a seed one
// behind the other, itself first.
type identities struct {
	seeds map[SeedID]run
	all   []uint64
}

// run is some numbers one behind the other.
type run struct{ first, length int }

// at returns what stands for a pick, and whether there is one.
func (x *identities) at(p rungPlace) (identity uint64, ok bool) {
	of := x.seeds[p.seed]
	if p.place >= of.length {
		return 0, false
	}
	return x.all[of.first+p.place], true
}

// readOrders returns the order of all strata of some tables, made from the rows. It
// takes 8 bytes of memory for each seed and rung.
func readOrders(ctx context.Context, db querier, tables []*strataTable) (orders, error) {
	found := orders{}
	known, err := readIdentities(ctx, db, found)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		if table.pages == "" {
			continue
		}
		if err := readPageOrders(ctx, db, table, known, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// readIdentities returns what stands for all seeds and rungs, and adds the seeds to
// their strata.
func readIdentities(ctx context.Context, db querier, found orders) (*identities, error) {
	rows, err := db.QueryContext(ctx, `SELECT id, key, stratum, slot, puzzle, rungs FROM seeds`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	known := &identities{seeds: map[SeedID]run{}}
	var patterns []sudoku.Cells
	for rows.Next() {
		var id SeedID
		var key, stratum, slot int64
		var puzzle, rungs sql.RawBytes
		if err := rows.Scan(&id, &key, &stratum, &slot, &puzzle, &rungs); err != nil {
			return nil, scanned("seeds", int64(id), err)
		}
		if patterns, err = seed.UnpackPatterns(patterns[:0], puzzle, rungs); err != nil {
			return nil, damagedRow("seeds", int64(id), "%w", err)
		}
		known.seeds[id] = run{len(known.all), len(patterns)}
		found.add(stratumName{seedStrata, stratum}, identityOf(seed.Key(key), patterns[0]), uint64(slot))
		for _, pattern := range patterns {
			known.all = append(known.all, identityOf(seed.Key(key), pattern))
		}
	}
	return known, rows.Err()
}

// readPageOrders adds what is on the pages of a table to the orders of its strata.
func readPageOrders(ctx context.Context, db querier, table *strataTable, known *identities, found orders) error {
	rows, err := db.QueryContext(ctx, fmt.Sprintf(`SELECT stratum, page, %s FROM %s`, table.number, table.pages))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var stratum, page int64
		var packed sql.RawBytes
		if err := rows.Scan(&stratum, &page, &packed); err != nil {
			return scanned(table.pages, stratum, err)
		}
		places, err := unpackPlaces(packed)
		if err != nil {
			return damagedRow(table.pages, stratum, "%w", err)
		}
		for i, p := range places {
			if table == rungStrata { // which lists no seeds
				p.place++
			}
			identity, ok := known.at(p)
			if !ok {
				return damagedRow(table.pages, stratum, "seed %d has no rung at place %d", p.seed, p.place)
			}
			found.add(stratumName{table, stratum}, identity, uint64(page)*pageRungs+uint64(i))
		}
	}
	return rows.Err()
}

// fillDigests sets the digests of all strata from the rows.
func fillDigests(ctx context.Context, tx *sql.Tx) error {
	found, err := readOrders(ctx, tx, strataTables)
	if err != nil {
		return err
	}
	for _, table := range strataTables {
		set, err := tx.PrepareContext(ctx, `UPDATE `+table.name+` SET digest = ? WHERE id = ?`)
		if err != nil {
			return err
		}
		for name, order := range found {
			if name.table != table {
				continue
			}
			if _, err := set.ExecContext(ctx, int64(order.digest), name.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkDigests compares the digests of strata with the rows.
func (b *file) checkDigests(ctx context.Context, problem func(error)) error {
	if !b.hasDigests() {
		return nil
	}
	found, err := readOrders(ctx, b.db, strataTables)
	if err != nil {
		problem(err)
		return nil // what the rows are does not tell an order
	}
	for _, table := range strataTables {
		query := fmt.Sprintf(`SELECT id, %s, digest FROM %s`, table.number, table.name)
		if err := b.checkTableDigests(ctx, table, query, found, problem); err != nil {
			return err
		}
	}
	return nil
}

func (b *file) checkTableDigests(ctx context.Context, table *strataTable, query string, found orders, problem func(error)) error {
	rows, err := b.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, number, digest int64
		if err := rows.Scan(&id, &number, &digest); err != nil {
			return scanned(table.name, id, err)
		}
		if uint64(digest) != found[stratumName{table, id}].digest {
			problem(damagedRow(table.name, id, "its digest is not the one of its order"))
		}
	}
	return rows.Err()
}

// olderOrders returns the orders of a bank of a format without digests. They are made
// once, when somebody first asks for a digest.
func (b *file) olderOrders() func() (orders, error) {
	return sync.OnceValues(func() (orders, error) {
		tables := []*strataTable{seedStrata, rungStrata}
		if b.listsSymmetric() {
			tables = strataTables
		}
		return readOrders(context.Background(), b.db, tables)
	})
}

// Digest returns a short text of letters and digits that stands for which seeds and
// rungs s has, and in which order: two selections of equal filters with the same digest
// have the same streams, whatever their banks. It depends on the strata that s draws
// from and on no other seeds of the bank. If it cannot be known, because a bank of an
// older format cannot be read or has grown meanwhile, it is equal to no other digest.
func (s *Selection) Digest() string {
	sum := sha256.New()
	for i := range s.strata {
		if err := s.strata[i].writeTo(sum, s.bank); err != nil {
			return rand.Text()
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:digestBytes])
}

// digestBytes is the length of the digest of a selection before it becomes text.
const digestBytes = 8

// writeTo writes to a hash what st has and in which order.
func (st *stratum) writeTo(sum hash.Hash, bank *Bank) error {
	digest := st.digest
	if !bank.hasDigests() {
		found, err := bank.older()
		if err != nil {
			return err
		}
		order := found[stratumName{st.table, st.id}]
		if st.chosen == nil && order.number != st.number {
			return errGrown
		}
		digest = order.digest
	}
	hardest, err := bank.technique(context.Background(), st.hardest)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%s %d %d %d %v %v %d %t %d %d %x %x\n", st.table.name, st.er, st.clues, st.automorphisms, hardest,
		st.symmetry, st.conjugates, st.minimal, st.isomorphs, st.number, digest, bytes.TrimRight(st.chosen, "\x00"))
	return nil
}

var errGrown = fmt.Errorf("its order is no longer known")
