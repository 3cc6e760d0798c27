package mine

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Options say which seeds a run makes and when it ends. The zero Options prune until the
// context is done.
type Options struct {
	Workers int // number of goroutines that make and rate puzzles; 0 means one for each core
	// RandomSeed determines all random choices of the run. Another run with the same one
	// makes the same puzzles again, unless it resumes. [draw.RandomSeed] returns a new one.
	RandomSeed uint64
	Count      int // end when this many seeds are stored; 0: no limit

	Strategy Strategy // nil is AsNeeded{}

	// Levels are the levels to keep; the zero Range keeps all.
	Levels seedbank.Range[rating.Level]

	// Targets say what the bank should have. The run ends when all of them are met. Until
	// then it keeps only pruned puzzles that count for a target that is not met.
	Targets []Target

	Ladders work.Ladders // which rungs seeds get: "needed", "all" or "none"; empty is "needed"
	Enough  int          // with needed ladders: number of seeds and rungs of a level and number of clues that is enough; 0 means [Enough]

	// UnitSize is the number of puzzles of a unit that prunes; 0 means 16. Units of
	// other kinds are smaller, because their puzzles take longer.
	UnitSize int

	// MinutesFor is the longest time for estimating the minutes of seeds before they are
	// stored together; 0: no limit.
	MinutesFor time.Duration

	// Room is how large the bank may grow. The run ends when there is no more room.
	Room Room

	// Resume begins where the last run with the same random seed ended, and makes ladders
	// for seeds of the bank that lack them. It fails if an older rater has rated seeds of the
	// bank. Without it the run begins with puzzle number 0.
	Resume bool

	Program   string // version, for the record of the run
	Arguments string // command line, for the record of the run

	// Report is called when the run begins and after each unit, from one goroutine at a time.
	// Run returns the final progress. It may be nil.
	Report func(Progress)
}

// errEnough ends a run that has found everything it was asked for.
var errEnough = errors.New("found what was asked for")

// check sets defaults, and returns the error of [Options.Check].
func (o *Options) check() (err error) {
	if o.Strategy == nil {
		o.Strategy = AsNeeded{}
	}
	o.Strategy, err = o.Strategy.check(o)
	o.Ladders = cmp.Or(o.Ladders, work.NeededLadders)
	if _, unknown := work.ParseLadders(string(o.Ladders)); unknown != nil {
		err = errors.Join(err, fmt.Errorf("ladders %q: %w", o.Ladders, unknown))
	}
	for _, number := range []struct {
		of    string
		value int64
	}{
		{"Count", int64(o.Count)}, {"Workers", int64(o.Workers)}, {"UnitSize", int64(o.UnitSize)}, {"Enough", int64(o.Enough)},
		{"MinutesFor", int64(o.MinutesFor)}, {"MaxSize", o.Room.MaxSize}, {"Reserve", o.Room.Reserve},
	} {
		if number.value < 0 {
			err = errors.Join(err, fmt.Errorf("%s is %d, less than 0", number.of, number.value))
		}
	}
	for i := range o.Targets {
		t := &o.Targets[i]
		if err = errors.Join(err, t.Kind.Check()); t.Seeds < 0 {
			err = errors.Join(err, fmt.Errorf("target %s has %d seeds, less than 0", t.Name, t.Seeds))
		}
	}
	kind := seedbank.Filter{Levels: o.Levels}
	return errors.Join(err, kind.Check())
}

// Check returns an error if options exclude each other, if a required option is missing, such
// as the symmetry of [Symmetrize], if a number is negative, or if there are no such levels or
// no such symmetry.
func (o Options) Check() error { return o.check() }
