package change

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
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
	KeyTaken  int // that have the key of another puzzle of the bank: they are not stored
	Rungs     int // that the bank got for seeds that it had
	Corrected int // of Stored and United: they, or rungs of theirs, had been rated falsely
}

// Sum returns the number of seeds that were looked at.
func (m *Merged) Sum() int {
	return m.Stored + m.Known + m.United + m.Differ + m.Claimed + m.Beyond + m.KeyTaken + m.Others
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
	Run         seedbank.Run    // notes who rated; zero: nobody
	Filter      seedbank.Filter // only seeds that pass it
	Conflict    func(*Conflict) // is called for every seed that the banks rate differently
	Beyond      func(error)     // is called for every seed that is beyond the scale
	Report      func(Merged)    // is called from time to time

	rate func(*foreign, *rating.Rater) error // nil: as it is; tests have puzzles beyond the scale by it
}

// mergeSeeds is the number of seeds that are merged in one transaction.
const mergeSeeds = 20_000

// merger stores seeds from elsewhere, part by part.
type merger struct {
	*inserter // of the part at hand
	bank      *Writer
	options   *MergeOptions
	total     Merged
	rated     seedbank.RunID                                     // of the merger, 0 as long as it has rated nothing
	runOf     func(there seedbank.RunID) (seedbank.RunID, error) // the run here that stands for a run there
	counts    bool                                               // these runs count what is stored of them
}

// foreign is a seed from elsewhere.
type foreign struct {
	seed.Seed
	key       seed.Key
	credits   tables.Credits // runs are those there
	here      *stored        // the same seed in this bank, if it has it
	same      bool           // this bank has it with the same rating and rungs; the rest is not read
	fresh     bool           // something of it is new
	rungsOnly bool           // the bank has the seed already, and lacks rungs
	beyond    error          // why it cannot be rated
	corrected bool           // it was rated falsely, or rungs of it were
}

// Ratings says what becomes of the ratings of seeds that are merged.
type Ratings int

const (
	RateAnew Ratings = iota // they are rated anew, with their rungs, and stored with what they are
	AsRated                 // new seeds and rungs wait as claimed ones until [Writer.RateClaimed] rates them
	trusted                 // they are taken for true: the merger has made them
)

// ratedAtOnce is the number of seeds that are rated between two transactions.
const ratedAtOnce = 400

// atOnce returns the number of seeds that are merged in one transaction.
func (m *merger) atOnce() int {
	if m.options.Ratings == RateAnew {
		return ratedAtOnce
	}
	return mergeSeeds
}

// creditsHere returns who found and rated a seed from elsewhere, as runs of this bank.
func (m *merger) creditsHere(s *foreign) (tables.Credits, error) {
	return s.credits.Convert(func(there tables.Credit) (here tables.Credit, err error) {
		if here.Found, err = m.runOf(there.Found); err != nil {
			return here, err
		}
		if m.options.Ratings == RateAnew {
			here.Rated = cmp.Or(m.rated, here.Found)
			return here, nil
		}
		here.Rated, err = m.runOf(there.Rated)
		return here, err
	})
}

// count counts a seed that is stored of a run, if runs do.
func (m *merger) count(run seedbank.RunID) error {
	if !m.counts {
		return nil
	}
	_, err := m.tx.ExecContext(m.ctx, `UPDATE main.runs SET made = made + 1, stored = stored + 1 WHERE id = ?`, run)
	return err
}

// noteRater makes the run that rates, once, when some of the seeds were rated.
func (m *merger) noteRater(ctx context.Context, seeds []foreign) (err error) {
	run := m.options.Run
	if m.options.Ratings != RateAnew || run.Started.IsZero() || m.rated != 0 ||
		!slices.ContainsFunc(seeds, func(s foreign) bool { return s.fresh }) {
		return nil
	}
	run.Rater = rating.Version
	m.rated, err = startRun(ctx, m.tx, &run, true)
	return err
}
