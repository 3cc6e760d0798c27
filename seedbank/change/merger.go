package change

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Merged counts the results of a merge. Every seed of the other bank counts in exactly one
// of Stored, Known, United, Differ, Claimed, Beyond, KeyTaken and Others.
type Merged struct {
	Stored    int // new seeds
	Known     int // seeds that the bank had, with all of their rungs, or that were claimed like that
	United    int // seeds that the bank had with fewer rungs, and whose other rungs were added
	Differ    int // seeds that the bank has with another rating; unchanged
	Others    int // seeds that the filter excludes
	Claimed   int // seeds that are claimed now, or whose new rungs are, until they are rated
	Beyond    int // seeds that the techniques of the scale do not solve, or do not with one of the rungs; not stored
	KeyTaken  int // seeds whose key belongs to another puzzle of the bank; not stored
	Rungs     int // rungs added to seeds that the bank had
	Corrected int // seeds among Stored and United that came with a false rating, of the seed or a rung
}

// Sum returns the number of seeds that were examined.
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

// MergeOptions are the options of a merge. Report, Conflict and Beyond may be nil. They must not
// merge into the same bank, which would wait for itself.
type MergeOptions struct {
	Ratings Ratings
	// Contributor is the contributor of runs that name none; "" is the owner of the
	// receiving bank.
	Contributor string
	Workers     int             // number of goroutines that rate; 0 means one for each core
	Run         seedbank.Run    // record of the run that rates; zero: no record
	Filter      seedbank.Filter // only seeds that pass it are merged
	Conflict    func(*Conflict) // is called for every seed that the banks rate differently
	Beyond      func(error)     // is called for every seed that is beyond the scale
	Report      func(Merged)    // is called from time to time

	rate func(*foreign, *rating.Rater) error // nil: foreign.rate; tests replace it to simulate puzzles beyond the scale
}

// mergeSeeds is the number of seeds that are merged in one transaction.
const mergeSeeds = 20_000

// merger stores seeds from another bank or from batches, one transaction after
// the other.
type merger struct {
	*inserter // of the current transaction
	bank      *Writer
	whole     *sql.Tx // transaction of the whole merge; nil if each part has its own
	options   *MergeOptions
	total     Merged
	rated     seedbank.RunID                                     // run of this merger as rater, 0 until it has rated a seed
	runOf     func(there seedbank.RunID) (seedbank.RunID, error) // returns the run of this bank that stands for a run of the source
	counts    bool                                               // whether these runs count the seeds stored
	moves     bool                                               // whether the seeds are claims of this bank, which are rated now
}

// foreign is a seed that is being merged.
type foreign struct {
	seed.Seed
	key       seed.Key
	credits   tables.Credits                     // with the runs of the source
	values    map[sudoku.Cells]tables.PickValues // by the clues added; nil: none
	here      *stored                            // the same seed in this bank, or nil
	same      bool                               // this bank has it with the same rating and rungs; the other fields are not read
	fresh     bool                               // the seed or one of its rungs is new
	rungsOnly bool                               // the bank has the seed already, and lacks rungs
	beyond    error                              // why it cannot be rated
	corrected bool                               // the seed or one of its rungs came with a false rating
	liars     []seedbank.RunID                   // of a claimed seed: runs that have found what is false in it
	row       string                             // of a claimed seed: what its bank stores of it
	at        int                                // of a claim: its place in the collection
	gone      bool                               // this bank no longer has the claim as it was read
}

// Ratings says how a merge treats the ratings of seeds.
type Ratings int

const (
	RateAnew Ratings = iota // rate new seeds and rungs, and store them with these ratings
	AsRated                 // store new seeds and rungs as claimed, until [Writer.RateClaimed] rates them
	trusted                 // trust the ratings; see [Writer.Update]
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

// creditsHere returns the credits of a seed with runs of this bank.
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

// count adds a stored seed to the counts of a run, if m.counts is set.
func (m *merger) count(run seedbank.RunID) error {
	if !m.counts {
		return nil
	}
	_, err := m.tx.ExecContext(m.ctx, `UPDATE main.runs SET made = made + 1, stored = stored + 1 WHERE id = ?`, run)
	return err
}

// noteRater records the run of this merger as rater, once, as soon as seeds were
// rated.
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
