package change

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Withdrawal says what to take back: all that a run has found, or all that a contributor has
// given since a time.
type Withdrawal struct {
	Run         seedbank.RunID // 0: see Contributor
	Contributor string
	Since       time.Time // zero: from the beginning
}

// Withdrawn counts what was taken back.
type Withdrawn struct {
	Seeds   int // seeds
	Rungs   int // rungs of other seeds
	Claimed int // claimed seeds
	Units   int // units to be done again by others

	Complete bool // nothing is left to take back
}

// Add adds the counts of a later step.
func (n *Withdrawn) Add(later Withdrawn) {
	n.Seeds, n.Rungs, n.Claimed, n.Units = n.Seeds+later.Seeds, n.Rungs+later.Rungs, n.Claimed+later.Claimed, n.Units+later.Units
	n.Complete = later.Complete
}

// withdrawAtOnce is the greatest number of seeds that are taken back in one transaction.
const withdrawAtOnce = 100

// Withdraw takes back a part of what a withdrawal names, in one transaction, and reports
// whether this was all. So a bank is valid between two calls, and a withdrawal can be resumed.
// Seeds that are taken back leave the bank, with all their rungs; of other seeds only the
// rungs leave that the runs have found. Units that a contributor has done are kept for others;
// see [Orphans].
func (w *Writer) Withdraw(ctx context.Context, what Withdrawal) (n Withdrawn, err error) {
	err = w.write(ctx, func(tx *sql.Tx) error {
		runs, err := runsOf(ctx, tx, what)
		if err != nil || len(runs) == 0 {
			n.Complete = true
			return err
		}
		n, err = withdrawSome(ctx, tx, runs)
		return err
	})
	if err != nil {
		return Withdrawn{}, fmt.Errorf("taking seeds back from %s: %w", w.file.Path, tables.Plain(err))
	}
	return n, nil
}

// runsOf returns the runs of a withdrawal.
func runsOf(ctx context.Context, tx *sql.Tx, what Withdrawal) (runs []seedbank.RunID, err error) {
	query, arguments := `SELECT id FROM runs WHERE id = ?`, []any{what.Run}
	if what.Run == 0 {
		query = `SELECT runs.id FROM runs JOIN contributors ON contributors.id = contributor WHERE name = ? AND coalesce(ended, '9') >= ?`
		arguments = []any{what.Contributor, what.Since.UTC().Format(time.RFC3339)}
	}
	return tables.All(ctx, tx, "runs", query, arguments, func(row tables.Row) (run seedbank.RunID, err error) {
		err = row.Scan(&run)
		return run, err
	})
}

// withdrawSome takes back claimed seeds and units first, then seeds, then rungs.
func withdrawSome(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (n Withdrawn, err error) {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(runs), " ", ", "), "[]")
	if n.Claimed, err = dropClaims(ctx, tx, runs, list); err != nil || n.Claimed > 0 {
		return n, err
	}
	result, err := tx.ExecContext(ctx, fmt.Sprintf(`UPDATE units SET run = NULL WHERE name IN (SELECT name FROM units WHERE run IN (%s) LIMIT 10000)`, list))
	if err != nil {
		return n, err
	}
	if units, err := result.RowsAffected(); err != nil || units > 0 {
		n.Units = int(units)
		return n, err
	}
	ids, err := seedIDs(ctx, tx, fmt.Sprintf(`SELECT id FROM seeds WHERE run IN (%s) ORDER BY id DESC LIMIT %d`, list, withdrawAtOnce))
	if err != nil {
		return n, err
	}
	r, err := newRemover(ctx, tx)
	if err != nil {
		return n, err
	}
	if n.Seeds = len(ids); n.Seeds > 0 {
		return n, r.remove(ids, nil)
	}
	ids, err = rungsFoundBy(ctx, tx, runs)
	if err != nil {
		return n, err
	}
	if n.Complete = len(ids) == 0; n.Complete {
		return n, nil
	}
	err = r.remove(nil, func(s *listedSeed) bool {
		before := len(s.Rungs)
		s.strip(runs)
		n.Rungs += before - len(s.Rungs)
		return len(s.Rungs) < before
	}, ids...)
	return n, err
}

func seedIDs(ctx context.Context, tx *sql.Tx, query string, arguments ...any) ([]seedbank.SeedID, error) {
	return tables.All(ctx, tx, "seeds", query, arguments, func(row tables.Row) (id seedbank.SeedID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// dropClaims deletes claimed seeds that some runs have found, or have found rungs of.
func dropClaims(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID, list string) (dropped int, err error) {
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM claimed WHERE key IN (SELECT key FROM claimed WHERE run IN (%s) LIMIT 1000)`, list))
	if err != nil {
		return 0, err
	}
	if err := tx.QueryRowContext(ctx, `SELECT changes()`).Scan(&dropped); err != nil || dropped > 0 {
		return dropped, err
	}
	var keys []int64
	err = tables.Each(ctx, tx, "claimed", `SELECT key, rung_runs FROM claimed WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var key int64
		var packed []byte
		err := row.Scan(&key, &packed)
		if err == nil && tables.CreditsAny(packed, runs) {
			keys = append(keys, key)
		}
		return err
	})
	for _, key := range keys {
		if err == nil {
			_, err = tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ?`, key)
		}
	}
	return len(keys), err
}

// errEnoughRungs ends a search.
var errEnoughRungs = errors.New("enough seeds are found")

// rungsFoundBy returns some seeds with rungs that some runs have found.
func rungsFoundBy(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (ids []seedbank.SeedID, err error) {
	err = tables.Each(ctx, tx, "seeds", `SELECT id, rung_runs FROM seeds WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var id seedbank.SeedID
		var packed []byte
		if err := row.Scan(&id, &packed); err != nil {
			return err
		}
		if tables.CreditsAny(packed, runs) {
			ids = append(ids, id)
		}
		if len(ids) == withdrawAtOnce {
			return errEnoughRungs
		}
		return nil
	})
	if errors.Is(err, errEnoughRungs) {
		err = nil
	}
	return ids, err
}

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

// strip removes the rungs that some runs have found.
func (s *listedSeed) strip(runs []seedbank.RunID) {
	var rungs []seed.Rung
	var credits []tables.Credit
	for i := range s.Rungs {
		if of := s.credits.Rung(i); !slices.Contains(runs, of.Found) {
			rungs, credits = append(rungs, s.Rungs[i]), append(credits, of)
		}
	}
	s.Rungs, s.credits.Rungs = rungs, credits
}

// remover removes seeds and rungs from a bank, in a transaction.
type remover struct {
	ctx        context.Context
	tx         *sql.Tx
	techniques *techniqueNumbers
	solver     sudoku.Solver
}

func newRemover(ctx context.Context, tx *sql.Tx) (*remover, error) {
	return &remover{ctx: ctx, tx: tx, techniques: &techniqueNumbers{ctx: ctx, tx: tx}}, nil
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
	if err := r.unlist(slices.Concat(leaving, staying)); err != nil {
		return err
	}
	for _, s := range leaving {
		if err := r.drop(s); err != nil {
			return err
		}
	}
	slices.SortFunc(staying, func(a, b *listedSeed) int { return cmp.Compare(a.id, b.id) })
	for _, s := range staying {
		if change != nil && slices.Contains(others, s.id) && change(s) {
			if err := r.rewrite(s); err != nil {
				return err
			}
		}
	}
	return r.relist(staying)
}

// read reads seeds.
func (r *remover) read(ids []seedbank.SeedID) (list []*listedSeed, err error) {
	for _, id := range ids {
		s := &listedSeed{id: id}
		var key, solution int64
		var hardest uint64
		var puzzle, rungs, rungRuns []byte
		var run seedbank.RunID
		var rated sql.Null[seedbank.RunID]
		of := &s.Rating
		err := r.tx.QueryRowContext(r.ctx, `
			SELECT key, solution, puzzle, er, ep, ed, hardest, automorphisms, uses, rungs, origin, run, rated, rung_runs, stratum, slot
			FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id = ?`, id).
			Scan(&key, &solution, &puzzle, &of.ER, &of.EP, &of.ED, &hardest, &s.Automorphisms, &s.uses, &rungs, &s.Origin, &run, &rated, &rungRuns, &s.stratum, &s.slot)
		if err != nil {
			return nil, tables.Scanned("seeds", int64(id), err)
		}
		s.key, s.Solution = seed.Key(key), seed.Key(solution)
		s.Puzzle, err = seed.UnpackPuzzle(&r.solver, puzzle)
		if err == nil {
			err = tables.UnpackPath(&s.Seed, hardest, s.uses, rungs, r.techniques.named)
		}
		if err == nil {
			s.credits, err = tables.UnpackCredits(tables.CreditOf(run, rated), rungRuns, len(s.Rungs))
		}
		if err != nil {
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
	for _, statement := range dependents {
		if _, err := r.tx.ExecContext(r.ctx, statement, s.id); err != nil {
			return err
		}
	}
	if err := r.mark(s.uses, s.stratum, s.slot, false); err != nil {
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
	}
	if _, err := r.tx.ExecContext(r.ctx, `UPDATE strata SET seeds = ?, digest = ? WHERE id = ?`, number-1, int64(digest), s.stratum); err != nil {
		return err
	}
	_, err = r.tx.ExecContext(r.ctx, `UPDATE runs SET stored = max(stored - 1, 0) WHERE id = ?`, s.credits.Of.Found)
	return err
}

// dependents delete a seed and what refers to it, the seed last.
var dependents = []string{`DELETE FROM walked WHERE seed = ?`, `DELETE FROM seeds WHERE id = ?`}

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
		pages := tables.TechniquePages{}
		p := &tables.TechniquePage{}
		err := r.tx.QueryRowContext(r.ctx, `SELECT seeds, uses, slots FROM technique_slots WHERE technique = ? AND stratum = ? AND page = ?`,
			name.Technique, name.Stratum, name.Page).Scan(&p.Seeds, &p.Uses, &p.Slots)
		if err == nil {
			pages[name] = p
		} else if !errors.Is(err, sql.ErrNoRows) {
			return tables.Scanned("technique_slots", stratum, err)
		}
		if add {
			pages.Add(name, slot%tables.PageSlots, steps)
		} else if !pages.Remove(name, slot%tables.PageSlots, steps) {
			return tables.DamagedRow("technique_slots", stratum, "slot %d is not on its page", slot)
		}
		if p = pages[name]; p == nil {
			_, err = r.tx.ExecContext(r.ctx, `DELETE FROM technique_slots WHERE technique = ? AND stratum = ? AND page = ?`, name.Technique, name.Stratum, name.Page)
			return err
		}
		_, err = r.tx.ExecContext(r.ctx, `INSERT OR REPLACE INTO technique_slots (technique, stratum, page, seeds, uses, slots) VALUES (?, ?, ?, ?, ?, ?)`,
			name.Technique, name.Stratum, name.Page, p.Seeds, p.Uses, []byte(p.Slots))
		return err
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
	x, err := newRungIndex(r.ctx, r.tx, r.techniques)
	if err != nil {
		return err
	}
	for _, s := range staying {
		if x.known[s.Solution] == nil {
			x.known[s.Solution] = map[tables.RungClass]bool{}
		}
		if err := x.insertSeed(&s.Seed, s.id, s.identity(0)); err != nil {
			return err
		}
		if err := x.insert(&s.Seed, s.id, 0); err != nil {
			return err
		}
	}
	return x.finish()
}

// Orphan is a unit whose results were taken back. Others have to do it again.
type Orphan struct {
	Name uint64
	Text []byte
}

// Orphans returns some units whose results were taken back. [Writer.Adopt] forgets them.
func Orphans(ctx context.Context, bank *seedbank.Bank, most int) ([]Orphan, error) {
	file := bank.Rows()
	if file.Format < tables.ContributedFormat {
		return nil, nil
	}
	list, err := tables.All(ctx, file.DB, "units", `SELECT name, unit FROM units WHERE run IS NULL LIMIT ?`, []any{most}, func(row tables.Row) (o Orphan, err error) {
		var name int64
		var text string
		err = row.Scan(&name, &text)
		return Orphan{uint64(name), []byte(text)}, err
	})
	if err != nil {
		return nil, fmt.Errorf("reading units of %s: %w", file.Path, tables.Plain(err))
	}
	return list, nil
}

// Adopt forgets a unit that was planned again.
func (w *Writer) Adopt(ctx context.Context, name uint64) error {
	_, err := w.file.DB.ExecContext(ctx, `DELETE FROM units WHERE name = ? AND run IS NULL`, int64(name))
	if err != nil {
		return fmt.Errorf("forgetting a unit of %s: %w", w.file.Path, tables.Plain(err))
	}
	return nil
}
