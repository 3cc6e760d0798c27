package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Streams, their subjects, and the consumer that all workers share.
const (
	unitStream   = "SEEDOKU_UNITS"
	resultStream = "SEEDOKU_RESULTS"
	deadStream   = "SEEDOKU_DEAD"

	unitSubject   = "seedoku.units"
	resultSubject = "seedoku.results"
	deadSubject   = "seedoku.dead"

	unitConsumer = "workers"
)

// Subjects of messages that are not kept.
const (
	aliveSubject   = "seedoku.alive"   // a worker says that it is there
	refusedSubject = "seedoku.refused" // the name of a worker that the hub refuses
	statusSubject  = "seedoku.status"  // a question, answered with a Status
)

// triesHeader says in how many tries a unit has failed.
const triesHeader = "Seedoku-Tries"

// result is a part of what a unit gives, on its way to the hub: a line of JSON, and
// behind it the seeds as a message of package seed, if there are any.
type result struct {
	Worker string `json:"worker"`
	Unit   string `json:"unit"` // its name
	Part   int    `json:"part"` // from 0
	found         // without the seeds

	// Done is the unit if this is its last part.
	Done *mine.Unit `json:"done,omitempty"`

	seeds []seed.Seed
}

// found is [mine.Found] as JSON, without the seeds.
type found struct {
	Made       int                 `json:"made,omitempty"`
	Known      int                 `json:"known,omitempty"`
	Unwanted   int                 `json:"unwanted,omitempty"`
	PassedOver int                 `json:"passed_over,omitempty"`
	Tried      mine.Tried          `json:"tried,omitzero"`
	Moves      []mine.MoveProgress `json:"moves,omitempty"`
}

// add adds what was found later.
func (f *found) add(later *mine.Found) {
	f.Made, f.Known, f.Unwanted, f.PassedOver = f.Made+later.Made, f.Known+later.Known, f.Unwanted+later.Unwanted, f.PassedOver+later.PassedOver
	f.Tried.Add(&later.Tried)
	f.Moves = append(f.Moves, later.Moves...)
}

// whole returns what a result tells, with the seeds.
func (r *result) whole() mine.Found {
	return mine.Found{
		Made: r.Made, Known: r.Known, Unwanted: r.Unwanted, PassedOver: r.PassedOver,
		Tried: r.Tried, Moves: r.Moves, Seeds: r.seeds,
	}
}

// name returns what tells a result from all others. It is the same for all workers.
func (r *result) name() string { return fmt.Sprintf("%s/%d", r.Unit, r.Part) }

// encode returns a result as a message, which may be longer than bounds.Result.
func (r *result) encode() []byte {
	head, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("fleet: encoding a result: %v", err)) // it has nothing that JSON lacks
	}
	head = append(head, '\n')
	if len(r.seeds) == 0 {
		return head
	}
	return append(head, seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: r.seeds})...)
}

// errResult is wrapped by every error of decodeResult.
var errResult = errors.New("not a result of a unit")

// decodeResult reads a result, which may come from a stranger. Of the seeds it is
// known that they have one solution each, and that their parts fit together.
func decodeResult(message []byte) (*result, error) {
	r := new(result)
	if err := r.decode(message); err != nil {
		return nil, fmt.Errorf("%w: %w", errResult, err)
	}
	return r, nil
}

func (r *result) decode(message []byte) error {
	if len(message) > bounds.Result {
		return fmt.Errorf("it has %d bytes, more than %d", len(message), bounds.Result)
	}
	head, packed, ok := bytes.Cut(message, []byte("\n"))
	if !ok {
		return errors.New("it has no end of the first line")
	}
	decoder := json.NewDecoder(bytes.NewReader(head))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(r); err != nil {
		return err
	}
	if err := r.check(); err != nil || len(packed) == 0 {
		return err
	}
	batch, err := seed.Unmarshal(packed)
	switch {
	case err != nil:
		return err
	case batch.Rater != rating.Version:
		return fmt.Errorf("%w: rater %d", mine.ErrOtherRater, batch.Rater)
	}
	r.seeds = batch.Seeds
	return nil
}

func (r *result) check() error {
	switch {
	case !workerName.MatchString(r.Worker):
		return fmt.Errorf("no worker has the name %.80q", r.Worker)
	case !unitName.MatchString(r.Unit) || r.Part < 0 || r.Part > bounds.ResultPart:
		return fmt.Errorf("part %d of unit %.80q", r.Part, r.Unit)
	case r.Made > bounds.ResultMade || min(r.Known, r.Unwanted, r.PassedOver) < 0 || r.Known+r.Unwanted+r.PassedOver > r.Made:
		return fmt.Errorf("of %d puzzles, %d are known, %d unwanted and %d passed over", r.Made, r.Known, r.Unwanted, r.PassedOver)
	case r.Done == nil:
		return nil
	}
	if _, err := mine.DecodeUnit(r.Done.Encode()); err != nil {
		return err
	}
	if name := r.Done.Name(); name != r.Unit {
		return fmt.Errorf("unit %s is said to be %s", name, r.Unit)
	}
	return nil
}

// What names look like.
var (
	workerName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	unitName   = regexp.MustCompile(`^[0-9a-f]{16}$`)
)

// parcel gathers what a unit gives into results that are short enough to send. The
// same unit gives the same results.
type parcel struct {
	result // the next one, or what there is of it
	rungs  int
}

// A result with no more seeds and rungs than this is seldom too long.
const (
	parcelSeeds = 1000
	parcelRungs = 20_000
)

// add adds what was found, and returns the results that are complete.
func (p *parcel) add(found mine.Found) (ready []*result) {
	p.found.add(&found)
	for i := range found.Seeds {
		if len(p.seeds) == parcelSeeds || p.rungs >= parcelRungs {
			ready = append(ready, p.next()...)
		}
		p.seeds = append(p.seeds, found.Seeds[i])
		p.rungs += len(found.Seeds[i].Rungs)
	}
	return ready
}

// headSize is the greatest length of the first line of a result without its unit.
const headSize = 4096

// size returns the greatest length of a result without its unit. It is the same
// whoever sends the result and however long that took, so that all workers divide
// what a unit gives in the same way.
func (r *result) size() int {
	if len(r.seeds) == 0 {
		return headSize
	}
	return headSize + len(seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: r.seeds}))
}

// end returns what is left, when a unit is done.
func (p *parcel) end(unit *mine.Unit) []*result {
	ready := p.next()
	last := ready[len(ready)-1]
	if last.size()+len(unit.Encode()) > bounds.Result { // a unit is at most half as long as a result
		last = &result{Worker: p.Worker, Unit: p.Unit, Part: p.Part}
		ready = append(ready, last)
	}
	last.Done = unit
	return ready
}

// next returns the result at hand, in halves if it is too long, and begins another.
func (p *parcel) next() []*result {
	whole := p.result
	p.result = result{Worker: p.Worker, Unit: p.Unit, Part: p.Part}
	p.rungs = 0
	ready := halved(&whole)
	for _, r := range ready {
		r.Part = p.Part
		p.Part++
	}
	return ready
}

func halved(r *result) []*result {
	if len(r.seeds) < 2 || r.size() <= bounds.Result {
		return []*result{r}
	}
	rest := *r
	half := len(r.seeds) / 2
	r.seeds, rest.seeds = r.seeds[:half:half], r.seeds[half:]
	rest.found = found{Made: len(rest.seeds)} // all else is told once
	r.Made -= rest.Made
	return append(halved(r), halved(&rest)...)
}
