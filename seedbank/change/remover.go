package change

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// listedSeed is a seed of the bank as a withdrawal needs it.
type listedSeed struct {
	seed.Seed
	id      seedbank.SeedID
	key     seed.Key
	credits tables.Credits
	stratum int64
	slot    uint64
	uses    []byte
}

// stripRungs removes the rungs of a seed that some runs have found, and returns their number.
func stripRungs(s *seed.Seed, of *tables.Credits, runs []seedbank.RunID) (stripped int) {
	var rungs []seed.Rung
	var credits []tables.Credit
	for i := range s.Rungs {
		if by := of.Rung(i); !slices.Contains(runs, by.Found) {
			rungs, credits = append(rungs, s.Rungs[i]), append(credits, by)
		}
	}
	stripped = len(s.Rungs) - len(rungs)
	s.Rungs, of.Rungs = rungs, credits
	return stripped
}

// remover removes seeds and rungs from a bank, in a transaction. The minutes and labels of what
// stays move with it to other slots.
type remover struct {
	ctx        context.Context
	tx         *sql.Tx
	techniques *techniqueNumbers
	index      techniqueIndex
	unpacker   *tables.Unpacker
	book       *valueBook
	values     unlistedValues
}

func newRemover(ctx context.Context, tx *sql.Tx) *remover {
	techniques := &techniqueNumbers{ctx: ctx, tx: tx}
	return &remover{
		ctx: ctx, tx: tx, techniques: techniques, index: techniqueIndex{ctx, tx, tables.TechniquePages{}},
		unpacker: tables.UnpackerOf(techniques.named), book: newValueBook(ctx, tx),
		values: unlistedValues{byPick: map[uint64]tables.PickValues{}, byClass: map[classInGrid]tables.PickValues{}},
	}
}

// remove deletes some seeds, and calls change with others, whose rungs it may take away.
// Seeds that share their solution with one of these are listed anew: of isomorphic rungs only
// one is listed, and this may be one that leaves.
func (r *remover) remove(gone []seedbank.SeedID, change func(*listedSeed) bool, others ...seedbank.SeedID) error {
	leaving, err := r.read(gone)
	if err != nil {
		return err
	}
	staying, err := r.read(others)
	if err != nil {
		return err
	}
	shared, err := r.sharing(leaving, staying)
	if err != nil {
		return err
	}
	staying = append(staying, shared...)
	all := slices.Concat(leaving, staying)
	if err := r.unlist(all); err != nil {
		return err
	}
	r.values.classify(all)
	for _, s := range leaving {
		if err := r.drop(s); err != nil {
			return err
		}
	}
	if err := r.index.finish(); err != nil {
		return err
	}
	slices.SortFunc(staying, func(a, b *listedSeed) int { return cmp.Compare(a.id, b.id) })
	for _, s := range staying {
		if change != nil && slices.Contains(others, s.id) && change(s) {
			if err := r.rewrite(s); err != nil {
				return err
			}
		}
	}
	if err := r.relist(staying); err != nil {
		return err
	}
	return r.book.finish()
}

// read reads seeds.
func (r *remover) read(ids []seedbank.SeedID) (list []*listedSeed, err error) {
	for _, id := range ids {
		s := &listedSeed{id: id}
		var row tables.SeedRow
		var rungRuns []byte
		var run seedbank.RunID
		var rated sql.Null[seedbank.RunID]
		err := r.tx.QueryRowContext(r.ctx, `
			SELECT `+tables.SeedColumns+`, run, rated, rung_runs, stratum, slot FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id = ?`, id).
			Scan(append(row.Columns(), &run, &rated, &rungRuns, &s.stratum, &s.slot)...)
		if err != nil {
			return nil, tables.Scanned("seeds", int64(id), err)
		}
		if err := r.unpacker.Unpack(&s.Seed, &row); err != nil {
			return nil, err
		}
		s.key, s.uses = seed.Key(row.Key), row.Uses
		if s.credits, err = tables.UnpackCredits(tables.CreditOf(run, rated), rungRuns, len(s.Rungs)); err != nil {
			return nil, tables.DamagedRow("seeds", int64(id), "%w", err)
		}
		list = append(list, s)
	}
	return list, nil
}

// sharing returns the other seeds with the solutions of some seeds.
func (r *remover) sharing(lists ...[]*listedSeed) ([]*listedSeed, error) {
	var ids []seedbank.SeedID
	here := map[seedbank.SeedID]bool{}
	solutions := map[seed.Key]bool{}
	for _, list := range lists {
		for _, s := range list {
			here[s.id], solutions[s.Solution] = true, true
		}
	}
	for solution := range solutions {
		with, err := seedIDs(r.ctx, r.tx, `SELECT id FROM seeds WHERE solution = ?`, int64(solution))
		if err != nil {
			return nil, err
		}
		for _, id := range with {
			if !here[id] {
				ids = append(ids, id)
			}
		}
	}
	return r.read(ids)
}

// drop deletes a seed, whose rungs are not listed any more. The last seed of its stratum gets
// its slot.
func (r *remover) drop(s *listedSeed) error {
	var number uint64
	var stored int64
	// Another seed that left may have moved this one.
	err := r.tx.QueryRowContext(r.ctx, `SELECT slot, strata.seeds, digest FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id = ?`, s.id).Scan(&s.slot, &number, &stored)
	if err != nil {
		return tables.Scanned("seeds", int64(s.id), err)
	}
	digest := uint64(stored) - tables.InSlot(s.identity(0), s.slot)
	for _, statement := range []string{`DELETE FROM walked WHERE seed = ?`, `DELETE FROM seeds WHERE id = ?`} {
		if _, err := r.tx.ExecContext(r.ctx, statement, s.id); err != nil {
			return err
		}
	}
	if err := r.mark(s.uses, s.stratum, s.slot, false); err != nil {
		return err
	}
	if _, err := r.book.take(tables.SeedStrata, s.stratum, s.slot); err != nil {
		return err
	}
	if last := number - 1; s.slot != last {
		ids, err := seedIDs(r.ctx, r.tx, `SELECT id FROM seeds WHERE stratum = ? AND slot = ?`, s.stratum, last)
		if err != nil || len(ids) == 0 {
			return cmp.Or(err, tables.DamagedRow("strata", s.stratum, "it has no seed in slot %d", last))
		}
		moved, err := r.read(ids)
		if err != nil {
			return err
		}
		identity := moved[0].identity(0)
		digest += tables.InSlot(identity, s.slot) - tables.InSlot(identity, last)
		if err := r.mark(moved[0].uses, s.stratum, last, false); err != nil {
			return err
		}
		if err := r.mark(moved[0].uses, s.stratum, s.slot, true); err != nil {
			return err
		}
		if _, err := r.tx.ExecContext(r.ctx, `UPDATE seeds SET slot = ? WHERE id = ?`, s.slot, moved[0].id); err != nil {
			return err
		}
		if err := r.book.move(tables.SeedStrata, s.stratum, last, s.slot); err != nil {
			return err
		}
	}
	if _, err := r.tx.ExecContext(r.ctx, `UPDATE strata SET seeds = ?, digest = ? WHERE id = ?`, number-1, int64(digest), s.stratum); err != nil {
		return err
	}
	if _, err := r.tx.ExecContext(r.ctx, `UPDATE runs SET stored = max(stored - 1, 0) WHERE id = ?`, s.credits.Of.Found); err != nil {
		return err
	}
	// What was a claim of rungs alone claims the seed now, and counts.
	_, err = r.tx.ExecContext(r.ctx, `UPDATE runs SET made = made + 1, stored = stored + 1 WHERE id = (SELECT run FROM claimed WHERE key = ?)`, int64(s.key))
	return err
}

// identity returns the identity of a seed, or of a rung at a place from 1.
func (s *listedSeed) identity(place int) uint64 {
	pattern := s.Puzzle.Clues().Filled()
	if place > 0 {
		pattern = pattern.Or(s.Rungs[place-1].Added)
	}
	return tables.IdentityOf(s.key, pattern)
}

// mark adds a slot to the pages of the techniques of a seed, or removes it.
func (r *remover) mark(uses []byte, stratum int64, slot uint64, add bool) error {
	return seed.EachUse(uses, func(technique uint64, steps uint16) error {
		name := tables.PageName{Technique: int64(technique), Stratum: stratum, Page: slot / tables.PageSlots}
		err := r.index.load(name)
		switch {
		case err != nil:
			return err
		case add:
			r.index.pages.Add(name, slot%tables.PageSlots, steps)
		case !r.index.pages.Remove(name, slot%tables.PageSlots, steps):
			return tables.DamagedRow("technique_slots", stratum, "slot %d is not on its page", slot)
		}
		return nil
	})
}

// rewrite stores the rungs of a seed and their credits.
func (r *remover) rewrite(s *listedSeed) error {
	if err := r.techniques.knowAll(&s.Seed); err != nil {
		return err
	}
	_, err := r.tx.ExecContext(r.ctx, `UPDATE seeds SET rungs = ?, rung_runs = ?, checksum = ? WHERE id = ?`,
		seed.PackRungs(&s.Seed, r.techniques.number), s.credits.Pack(), s.Checksum(), s.id)
	return err
}

// relist lists seeds whose rungs are not listed. They are all seeds with their solutions.
func (r *remover) relist(staying []*listedSeed) error {
	x, err := newRungIndex(r.ctx, r.tx, r.techniques, r.book)
	if err != nil {
		return err
	}
	for _, s := range staying {
		if x.known[s.Solution] == nil {
			x.known[s.Solution] = map[tables.RungClass]bool{}
		}
		values := r.values.of(s)
		if err := x.insertSeed(&s.Seed, s.id, s.identity(0), values.at(0)); err != nil {
			return err
		}
		if err := x.insert(&s.Seed, s.id, 0, values); err != nil {
			return err
		}
	}
	return x.finish()
}
