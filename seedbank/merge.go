package seedbank

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Merged is what came of merging a bank into another one. Every seed of the
// other bank is counted in one of Stored, Known, United, Differ, Claimed, Beyond and Others.
type Merged struct {
	Stored    int // that were new
	Known     int // that the bank had, with all of their rungs
	United    int // that the bank had, with fewer rungs: it got the others
	Differ    int // that it had with another rating
	Others    int // that were not asked for
	Claimed   int // that wait, or whose rungs wait, for being rated
	Beyond    int // that no technique of the scale solves, or not with a rung: they are not stored
	Rungs     int // that the bank got for seeds that it had
	Corrected int // of Stored and United: they, or rungs of theirs, had been rated falsely
}

// Sum returns the number of seeds that were looked at.
func (m *Merged) Sum() int {
	return m.Stored + m.Known + m.United + m.Differ + m.Claimed + m.Beyond + m.Others
}

func (m *Merged) add(part *Merged) {
	m.Stored += part.Stored
	m.Known += part.Known
	m.United += part.United
	m.Differ += part.Differ
	m.Others += part.Others
	m.Claimed += part.Claimed
	m.Beyond += part.Beyond
	m.Corrected += part.Corrected
	m.Rungs += part.Rungs
}

// Conflict is a seed that two banks rate differently.
type Conflict struct {
	Seed        sudoku.Grid
	Here, There rating.Result // without techniques
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("seed %v is rated %v/%v/%v here and %v/%v/%v there",
		c.Seed, c.Here.ER, c.Here.EP, c.Here.ED, c.There.ER, c.There.EP, c.There.ED)
}

// MergeOptions say what a merge takes, and whom it tells of it. Report,
// Conflict and Beyond may be nil.
type MergeOptions struct {
	Ratings Ratings
	// Contributor is whose the runs are that have no contributor; "" is the owner of the
	// bank that they come to.
	Contributor string
	Workers     int             // goroutines that rate; 0 is one for each core
	Run         Run             // notes who rated; zero: nobody
	Filter      Filter          // only seeds that pass it
	Conflict    func(*Conflict) // is called for every seed that the banks rate differently
	Beyond      func(error)     // is called for every seed that is beyond the scale
	Report      func(Merged)    // is called from time to time

	rate func(*foreign, *rating.Rater) error // nil: as it is; tests have puzzles beyond the scale by it
}

// mergeSeeds is the number of seeds that are merged in one transaction.
const mergeSeeds = 20_000

// Merge stores the seeds of the bank in another file, with the runs that found
// them. What is new is rated anew, unless the options say otherwise. Of a seed that both
// banks know, b gets the rungs that it does not have, unless the banks rate the seed
// differently: then it stays as it is. Claimed seeds of the other bank are rated too, or
// stay claimed if nothing is rated. After an error, what had been merged stays, and
// merging again goes on.
func (b *Bank) Merge(ctx context.Context, path string, options MergeOptions) (m Merged, err error) {
	format, err := b.attach(ctx, path)
	if err == nil {
		m, err = b.merge(ctx, format, &options)
		if detached := b.detach(ctx); err == nil { // after an error it may fail for the same reason
			err = detached
		}
	}
	if err != nil {
		return m, fmt.Errorf("merging bank %s into %s: %w", path, b.path, plain(err))
	}
	return m, nil
}

// attach makes another bank readable beside this one, by the name other, and returns its
// format.
func (b *Bank) attach(ctx context.Context, path string) (format int, err error) {
	if sameFile(path, b.path) {
		return 0, errors.New("it is the same bank")
	}
	other, err := openReadOnly(ctx, path)
	if err != nil {
		return 0, err
	}
	defer other.Close()
	_, err = b.db.ExecContext(ctx, `ATTACH ? AS other`, other.uri)
	return other.format, err
}

// detach undoes attach.
func (b *Bank) detach(ctx context.Context) error {
	_, err := b.db.ExecContext(context.WithoutCancel(ctx), `DETACH other`)
	return err
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}

func (b *Bank) merge(ctx context.Context, format int, options *MergeOptions) (total Merged, err error) {
	techniques, err := readTechniques(ctx, b.db, "other")
	if err != nil {
		return total, err
	}
	m := &bankMerger{merger: merger{bank: b, options: options}, format: format, techniques: techniques, runs: map[RunID]RunID{}, ctx: ctx}
	m.takesAll = options.Filter.passesAll()
	m.runOf = m.copyRun
	err = m.all(ctx, m.read)
	if err == nil && format >= digestFormat {
		err = m.mergeClaimed(ctx)
	}
	return m.total, err
}

// merger stores seeds from elsewhere, part by part.
type merger struct {
	*inserter // of the part at hand
	bank      *Bank
	options   *MergeOptions
	total     Merged
	rated     RunID                            // of the merger, 0 as long as it has rated nothing
	runOf     func(there RunID) (RunID, error) // the run here that stands for a run there
	counts    bool                             // these runs count what is stored of them
}

// foreign is a seed from elsewhere.
type foreign struct {
	seed.Seed
	key       seed.Key
	credits   credits // runs are those there
	here      *stored // the same seed in this bank, if it has it
	seek      bool    // here is still to be found
	same      bool    // this bank has it with the same rating and rungs; the rest is not read
	fresh     bool    // something of it is new
	rungsOnly bool    // of which the bank has the seed
	beyond    error   // why it cannot be rated
	corrected bool    // it was rated falsely, or rungs of it were
}

// all stores the seeds that read returns, until it returns none.
func (m *merger) all(ctx context.Context, read func() ([]foreign, error)) error {
	for {
		seeds, err := read()
		if err != nil || len(seeds) == 0 {
			return err
		}
		if err := m.part(ctx, seeds); err != nil {
			return err
		}
	}
}

// part stores seeds in a transaction.
func (m *merger) part(ctx context.Context, seeds []foreign) error {
	return m.partOf(ctx, seeds, func(*sql.Tx) error { return nil })
}

// partOf stores seeds in a transaction, in which something else is done last.
func (m *merger) partOf(ctx context.Context, seeds []foreign, last func(*sql.Tx) error) error {
	if err := m.settle(ctx, seeds); err != nil {
		return err
	}
	merged := Merged{}
	err := m.bank.write(ctx, func(tx *sql.Tx) (err error) {
		if m.inserter, err = newInserter(ctx, tx); err != nil {
			return err
		}
		if err := m.noteRater(ctx, seeds); err != nil {
			return err
		}
		for i := range seeds {
			err := m.seek(&seeds[i])
			if err == nil {
				err = m.take(&seeds[i], &merged)
			}
			if err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Puzzle.Clues(), err)
			}
		}
		if err := m.finish(); err != nil {
			return err
		}
		return last(tx)
	})
	if err != nil {
		return err
	}
	m.total.add(&merged)
	if m.options.Report != nil {
		m.options.Report(m.total)
	}
	return nil
}

// seek finds the same seed in this bank, if nobody has looked for it yet.
func (m *merger) seek(s *foreign) (err error) {
	if !s.seek || s.same {
		return nil
	}
	s.here, err = m.find(s.key)
	if err == nil && s.here != nil && !bytes.Equal(s.here.puzzle, seed.PackGrid(s.Puzzle.Clues())) {
		err = errSameKey
	}
	return err
}

// take stores a seed, or what is new of it, and counts it.
func (m *merger) take(s *foreign, merged *Merged) error {
	switch {
	case s.beyond != nil:
		merged.Beyond++
		if m.options.Beyond != nil {
			m.options.Beyond(s.beyond)
		}
	case s.same:
		merged.Known++
	case !m.options.Filter.Passes(&s.Seed):
		merged.Others++
	case s.fresh && m.options.Ratings == AsRated:
		merged.Claimed++
		return m.claim(s)
	case s.here == nil:
		merged.Stored++
		merged.addCorrected(s)
		from, err := m.creditsHere(s)
		if err != nil {
			return err
		}
		if err := m.count(from.of.found); err != nil {
			return err
		}
		return m.store(&s.Seed, s.key, from)
	case !s.here.ratedAs(&s.Rating):
		merged.Differ++
		if m.options.Conflict != nil {
			here := rating.Result{ER: s.here.er, EP: s.here.ep, ED: s.here.ed}
			there := rating.Result{ER: s.Rating.ER, EP: s.Rating.EP, ED: s.Rating.ED}
			m.options.Conflict(&Conflict{Seed: s.Puzzle.Clues(), Here: here, There: there})
		}
	default:
		from, err := m.creditsHere(s)
		if err != nil {
			return err
		}
		added, err := m.unite(s.here, &s.Seed, &from)
		if err != nil {
			return err
		}
		if merged.Rungs += added; added > 0 {
			merged.United++
			merged.addCorrected(s)
		} else {
			merged.Known++
		}
	}
	return nil
}

// addCorrected counts a seed if it was rated falsely.
func (m *Merged) addCorrected(s *foreign) {
	if s.corrected {
		m.Corrected++
	}
}
