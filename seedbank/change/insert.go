package change

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Insert stores the seeds that a run has found, in one transaction, and returns for each seed
// whether it was new. Their puzzles must be minimal and in canonical form, as [seed.New] makes
// them, and rated. It refuses other forms, but trusts that they are minimal and that the ratings
// and the rungs are right: [Writer.MergeBatches] is for seeds from elsewhere, and checks all of it.
// [Writer.StartRun] returns the run. A seed that the bank already holds
// keeps its rating and run. It gets the rungs that the bank lacks, if both ratings are equal.
// If the bank has another puzzle with the same key, the seed is not stored and isNew is false
// too. With 100 million seeds this happens in one bank of 3,700. A new seed that another run has
// claimed with the same rating goes to that run, which has counted it.
func (w *Writer) Insert(ctx context.Context, run seedbank.RunID, seeds []seed.Seed) (isNew []bool, err error) {
	defer w.file.Explain(&err, "storing seeds in")
	c, err := w.withDerived(ctx, &Collection{Seeds: seeds})
	if err == nil {
		err = w.write(ctx, func(tx *sql.Tx) error {
			isNew, _, err = insertAll(ctx, tx, run, c, nil)
			return err
		})
	}
	return isNew, err
}

// insertAll stores the seeds of a collection, and its claims, in a transaction. It returns, for each
// seed, whether it was new, and how many of these each run has to count.
func insertAll(ctx context.Context, tx *sql.Tx, run seedbank.RunID, c *Collection, claims []foreign) (isNew []bool, stored map[seedbank.RunID]int, err error) {
	if err := mustHaveRun(ctx, tx, run, c); err != nil {
		return nil, nil, err
	}
	in, err := newInserter(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	claimed, err := claimedIn(ctx, tx, c.Seeds)
	if err != nil {
		return nil, nil, err
	}
	isNew, stored = make([]bool, len(c.Seeds)), map[seedbank.RunID]int{}
	for i := range c.Seeds {
		if c.isClaimed(i) {
			continue
		}
		of := c.runOf(i, run)
		credits, isCounted := tables.Credits{Of: tables.By(of)}, false
		if of == run && claimed[c.Seeds[i].Key()] {
			isCounted, err = confirmClaim(ctx, tx, &c.Seeds[i], &credits)
		}
		if err == nil {
			in.derived = c.derived[i]
			isNew[i], err = in.insert(&c.Seeds[i], credits)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("seed %v: %w", c.Seeds[i].Puzzle.Clues(), err)
		}
		if isNew[i] && !isCounted {
			stored[of]++
		}
	}
	in.derived = nil
	m := &merger{inserter: in, counts: true, runOf: sameRun}
	for i := range claims {
		s := &claims[i]
		if s.here, err = m.find(s.key); err == nil && s.here == nil { // it may have been taken back meanwhile
			s.Seed, s.credits.Rungs, s.fresh = c.Seeds[s.at], nil, true
		}
		if err == nil && s.fresh {
			_, err = m.claim(s)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("claimed seed %v: %w", claims[i].Puzzle.Clues(), err)
		}
	}
	return isNew, stored, in.finish()
}

// mustHaveRun returns an error if a seed of a collection belongs to its run and there is no such run.
func mustHaveRun(ctx context.Context, tx *sql.Tx, run seedbank.RunID, c *Collection) error {
	isOwn := func(s Source) bool { return s.Run == 0 || s.Run == run }
	if len(c.Sources) > 0 && !slices.ContainsFunc(c.Sources, isOwn) {
		return nil
	}
	has, err := tables.One[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM runs WHERE id = ?)`, run)
	if err == nil && !has {
		err = fmt.Errorf("there is no run %d: Writer.StartRun begins one", run)
	}
	return err
}

// sameRun is the runOf of a merger whose seeds name runs of the bank itself.
func sameRun(run seedbank.RunID) (seedbank.RunID, error) { return run, nil }

// write calls do in a transaction and commits it.
func (w *Writer) write(ctx context.Context, do func(*sql.Tx) error) error {
	var tx *sql.Tx
	err := w.patiently(func() (err error) { // a transaction waits for others only here
		tx, err = w.file.DB.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return err
	}
	// Rollback does nothing after Commit. Its error is ignored, because SQLite
	// may have rolled back by itself.
	defer tx.Rollback()
	if err := mustBeFormat(ctx, tx); err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// mustBeFormat returns an error if a newer version of the program has changed the format since the
// bank was opened.
func mustBeFormat(ctx context.Context, tx *sql.Tx) error {
	version, err := tables.One[int](ctx, tx, `PRAGMA main.user_version`)
	if err == nil && version > migrations.Version {
		err = tables.ErrNewerBank
	}
	return err
}

// inserter stores seeds in a transaction. It keeps the strata and pages of slots
// that it changes in memory, and writes them once, at the end.
type inserter struct {
	ctx        context.Context
	tx         *sql.Tx
	techniques *techniqueNumbers
	rungs      *rungIndex
	seeds      *lister
	index      techniqueIndex
	storeSeed  *sql.Stmt
	findSeed   *sql.Stmt
	findUses   *sql.Stmt
	storeRungs *sql.Stmt
	values     *valueBook
	derived    derived // of the seed to insert; nil: not known
}

func newInserter(ctx context.Context, tx *sql.Tx) (*inserter, error) {
	in := &inserter{
		ctx: ctx, tx: tx, techniques: &techniqueNumbers{ctx: ctx, tx: tx},
		index: techniqueIndex{ctx, tx, tables.TechniquePages{}}, values: newValueBook(ctx, tx),
	}
	err := prepareAll(ctx, tx, []preparation{
		{&in.storeSeed, `
			INSERT INTO seeds (stratum, slot, key, solution, puzzle, ep, ed, uses, rungs, checksum, origin, run, rated, rung_runs)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&in.findSeed, `
			SELECT seeds.id, puzzle, er, ep, ed, hardest, automorphisms, solution, rungs, run, rated, rung_runs
			FROM seeds JOIN strata ON strata.id = stratum WHERE key = ?`},
		{&in.findUses, `SELECT uses FROM seeds WHERE id = ?`},
		{&in.storeRungs, `UPDATE seeds SET rungs = ?, rung_runs = ?, checksum = ? WHERE id = ?`},
	})
	if err == nil {
		in.seeds, err = newLister(ctx, tx, tables.SeedStrata, in.techniques, migrations.Version)
	}
	if err != nil {
		return nil, err
	}
	in.rungs, err = newRungIndex(ctx, tx, in.techniques, in.values)
	return in, err
}

// insert stores a seed with its credits, or the new rungs of a known seed. It reports whether
// the seed was new.
func (in *inserter) insert(s *seed.Seed, from tables.Credits) (isNew bool, err error) {
	if err := s.Check(); err != nil {
		return false, err
	}
	for i := range len(s.Rungs) + 1 {
		if rating.LevelOf(s.RungAt(i).ER) == 0 {
			return false, errors.New("it is not rated, or one of its rungs is not")
		}
	}
	key := s.Key()
	known, err := in.find(key)
	switch {
	case err != nil:
		return false, err
	case known == nil:
		return true, in.store(s, key, from)
	case known.isOther(s):
		return false, nil
	case known.ratedAs(&s.Rating):
		_, err := in.unite(known, s, &from)
		return false, err
	}
	return false, nil
}

// stored is a row of a seed that the bank holds.
type stored struct {
	id            seedbank.SeedID
	puzzle        []byte
	er, ep, ed    rating.Tenths
	hardest       uint64 // number of a technique
	automorphisms uint64
	solution      int64
	rungs         []byte
	run           seedbank.RunID
	rated         sql.Null[seedbank.RunID]
	rungRuns      []byte
}

// isOther reports whether st is another puzzle than s. Both have the same key.
func (st *stored) isOther(s *seed.Seed) bool {
	return !bytes.Equal(st.puzzle, seed.PackGrid(s.Puzzle.Clues()))
}

// ratedAs reports whether st has the ratings of r.
func (st *stored) ratedAs(r *rating.Result) bool {
	return st.er == r.ER && st.ep == r.EP && st.ed == r.ED
}

// find returns the seed with a key, or nil.
func (in *inserter) find(key seed.Key) (*stored, error) {
	st := &stored{}
	err := in.findSeed.QueryRowContext(in.ctx, int64(key)).
		Scan(&st.id, &st.puzzle, &st.er, &st.ep, &st.ed, &st.hardest, &st.automorphisms, &st.solution, &st.rungs, &st.run, &st.rated, &st.rungRuns)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return st, tables.Scanned("seeds", int64(st.id), err)
}

// store stores a new seed.
func (in *inserter) store(s *seed.Seed, key seed.Key, from tables.Credits) error {
	st, err := in.seeds.stratum(tables.SeedKeyOf(s))
	if err != nil {
		return err
	}
	if err := in.techniques.knowAll(s); err != nil {
		return err
	}
	number := in.techniques.number
	result, err := in.storeSeed.ExecContext(in.ctx, st.id, st.number, int64(key), int64(s.Solution), seed.PackGrid(s.Puzzle.Clues()),
		s.Rating.EP, s.Rating.ED, seed.PackUses(&s.Rating, number), seed.PackRungs(s, number), s.Checksum(), s.Origin, from.Of.Found, from.Of.Rater(), from.Pack())
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	for t, steps := range s.Rating.Uses {
		if steps == 0 {
			continue
		}
		if err := in.mark(rating.Technique(t), st, steps); err != nil {
			return err
		}
	}
	if err := in.values.note(tables.SeedStrata, st.id, st.number, in.derived.at(0)); err != nil {
		return err
	}
	identity := tables.IdentityOf(key, s.Puzzle.Clues().Filled())
	st.take(identity)
	if err := in.rungs.insertSeed(s, seedbank.SeedID(id), identity, in.derived.at(0)); err != nil {
		return err
	}
	return in.rungs.insert(s, seedbank.SeedID(id), 0, in.derived)
}

// unite adds the rungs that only s has to a seed of the bank, with their credits, and
// returns their number. The bank packs rungs as differences from its rating of the seed, so
// unite uses that rating and not the rating of s.
func (in *inserter) unite(known *stored, s *seed.Seed, from *tables.Credits) (added int, err error) {
	if len(s.Rungs) == 0 {
		return 0, nil
	}
	if err := in.techniques.knowAll(s); err != nil {
		return 0, err
	}
	hardest, err := in.techniques.named(known.hardest)
	if err != nil {
		return 0, err
	}
	united := seed.Seed{
		Puzzle:        s.Puzzle,
		Rating:        rating.Result{ER: known.er, EP: known.ep, ED: known.ed, Hardest: hardest},
		Automorphisms: known.automorphisms,
		Solution:      seed.Key(known.solution),
		Rungs:         s.Rungs,
		Origin:        s.Origin,
	}
	if bytes.Equal(known.rungs, seed.PackRungs(&united, in.techniques.number)) {
		return 0, nil
	}
	if err := seed.UnpackRungs(known.rungs, &united, in.techniques.named); err != nil {
		return 0, err
	}
	first := len(united.Rungs)
	here, err := tables.UnpackCredits(tables.CreditOf(known.run, known.rated), known.rungRuns, first)
	if err != nil {
		return 0, tables.DamagedRow("seeds", int64(known.id), "%w", err)
	}
	if added = here.AddRungs(&united, s, from); added == 0 {
		return 0, nil
	}
	if err := united.Check(); err != nil {
		return 0, err
	}
	if err := in.readUses(known.id, &united.Rating); err != nil {
		return 0, err
	}
	_, err = in.storeRungs.ExecContext(in.ctx, seed.PackRungs(&united, in.techniques.number), here.Pack(), united.Checksum(), known.id)
	if err != nil {
		return 0, err
	}
	return added, in.rungs.insert(&united, known.id, first, in.derivedAs(&united, s))
}

// derivedAs returns the values of the seed to insert by the places of united, which has its
// rungs among others.
func (in *inserter) derivedAs(united, s *seed.Seed) derived {
	all := make(derived, len(united.Rungs)+1)
	for i := range united.Rungs {
		same := func(r seed.Rung) bool { return r.Added == united.Rungs[i].Added }
		if at := slices.IndexFunc(s.Rungs, same); at >= 0 {
			all[i+1] = in.derived.at(at + 1)
		}
	}
	return all
}

// readUses sets the uses of the rating of a seed of the bank.
func (in *inserter) readUses(id seedbank.SeedID, r *rating.Result) error {
	var uses []byte
	if err := in.findUses.QueryRowContext(in.ctx, id).Scan(&uses); err != nil {
		return tables.Scanned("seeds", int64(id), err)
	}
	return seed.UnpackUses(uses, r, in.techniques.named)
}

// mark records in the index that the next seed of a stratum uses a technique.
func (in *inserter) mark(t rating.Technique, st *listedStratum, steps uint16) error {
	name := tables.PageName{Technique: int64(in.techniques.number(t)), Stratum: st.id, Page: st.number / tables.PageSlots}
	if name.Page*tables.PageSlots < st.stored {
		if err := in.index.load(name); err != nil {
			return err
		}
	}
	in.index.pages.Add(name, st.number%tables.PageSlots, steps)
	return nil
}

// finish writes the changed strata and pages.
func (in *inserter) finish() error {
	for _, finish := range []func() error{in.seeds.finish, in.values.finish, in.index.finish, in.rungs.finish} {
		if err := finish(); err != nil {
			return err
		}
	}
	return nil
}
