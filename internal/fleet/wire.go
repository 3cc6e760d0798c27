package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
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

// statusSubject is the subject of questions for the Status. They are outside of the streams.
const statusSubject = "seedoku.status"

// result is a part of the seeds and numbers that a unit gives, on its way to the hub. As a
// message it is a line of JSON, followed by the seeds as [seed.Marshal] writes them, if
// there are any.
type result struct {
	Lease string `json:"lease,omitempty"` // of the unit, on the way to the hub
	Unit  string `json:"unit"`            // its name
	Part  int    `json:"part"`            // from 0

	// Undone is why the worker returns the unit. Then the result has nothing else. Failed
	// says that the unit is the reason.
	Undone string `json:"undone,omitempty"`
	Failed bool   `json:"failed,omitempty"`

	// Done is the unit, in its last part only. The last part alone has numbers: they count
	// for all parts together. Sent is the number of seeds in the parts before it.
	Done *work.Unit `json:"done,omitempty"`
	Sent int        `json:"sent,omitempty"`
	work.Numbers

	seeds []seed.Seed
}

// found returns the seeds of a result with its numbers.
func (r *result) found() work.Found {
	found := work.Found{Numbers: r.Numbers, Seeds: r.seeds}
	found.Made = r.made()
	return found
}

// made returns the number of puzzles that a result counts for. The last part counts all
// puzzles but the seeds of the other parts, and each other part counts its seeds.
func (r *result) made() int {
	if r.Done == nil {
		return len(r.seeds)
	}
	return r.Made - r.Sent
}

// total returns the number of seeds of all parts of a unit, by its last part.
func (r *result) total() int { return r.Sent + len(r.seeds) }

// encode returns a result as a message, which may be longer than bounds.Result.
func (r *result) encode() []byte {
	head := r.encodeHead()
	if len(r.seeds) == 0 {
		return head
	}
	return append(head, seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: r.seeds})...)
}

// encodeHead returns the first line of a result.
func (r *result) encodeHead() []byte {
	head, err := json.Marshal(r)
	if err != nil {
		panic(fmt.Sprintf("fleet: encoding a result: %v", err)) // all its values can be JSON
	}
	return append(head, '\n')
}

// errResult is wrapped by every error of decodeResult.
var errResult = errors.New("not a result of a unit")

// decodeHead reads the first line of a result from an untrusted source, and returns its seeds
// as they are.
func decodeHead(message []byte) (r *result, packed []byte, err error) {
	r = new(result)
	if packed, err = r.decode(message); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errResult, err)
	}
	return r, packed, nil
}

// decodeResult reads a result from an untrusted source. It proves that each seed has one
// solution. If only the seeds are wrong, it returns the result without them.
func decodeResult(message []byte) (*result, error) {
	r, packed, err := decodeHead(message)
	if err != nil || len(packed) == 0 {
		return r, err
	}
	batch, err := seed.Unmarshal(packed)
	if err == nil && batch.Rater != rating.Version {
		err = fmt.Errorf("%w: rater %d", work.ErrOtherRater, batch.Rater)
	}
	if err == nil {
		r.seeds = batch.Seeds
		err = r.checkSeeds()
	}
	if err != nil {
		r.seeds, err = nil, fmt.Errorf("%w: %w", errResult, err)
	}
	return r, err
}

func (r *result) decode(message []byte) (packed []byte, err error) {
	if len(message) > bounds.Result+mostLease {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(message), bounds.Result)
	}
	head, packed, ok := bytes.Cut(message, []byte("\n"))
	if !ok {
		return nil, errors.New("it has no end of the first line")
	}
	decoder := json.NewDecoder(bytes.NewReader(head))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(r); err != nil {
		return nil, err
	}
	return packed, r.check()
}

// checkSeeds returns an error if a result has more seeds than a worker puts into one.
func (r *result) checkSeeds() error {
	rungs := 0
	for i := range r.seeds {
		rungs += len(r.seeds[i].Rungs)
	}
	if len(r.seeds) > parcelSeeds || rungs > parcelRungs+mostRungs {
		return fmt.Errorf("it has %d seeds with %d rungs", len(r.seeds), rungs)
	}
	return nil
}

func (r *result) check() error {
	switch {
	case !unitName.MatchString(r.Unit) || r.Part < 0 || r.Part > bounds.ResultPart:
		return fmt.Errorf("part %d of unit %.80q", r.Part, r.Unit)
	case len(r.Undone) > bounds.Reason || r.Undone != "" && r.Done != nil:
		return errors.New("it has a long reason, or one although the unit is done")
	case r.Made > bounds.ResultMade:
		return fmt.Errorf("%d puzzles", r.Made)
	case min(r.Made, r.Sent, r.Known, r.Unwanted, r.PassedOver, r.Repeated, r.Reduced) < 0 || max(r.Sent, r.Known, r.Unwanted, r.PassedOver, r.Repeated, r.Reduced) > r.Made:
		return errors.New("it counts fewer than 0 puzzles or more than it made")
	case slices.ContainsFunc(r.Rejected, func(no work.Rejection) bool {
		return no.Puzzle < 0 || no.Puzzle >= r.Made || len(no.Reason) > bounds.Reason
	}):
		return errors.New("it rejects a puzzle that it did not make, or has a long reason")
	case min(slices.Min(r.Tried.Levels[:]), r.Tried.Grids, r.Tried.Moves, r.Tried.Proper) < 0 || max(slices.Max(r.Tried.Levels[:]), r.Tried.Grids, r.Tried.Moves, r.Tried.Proper) > mostMoved:
		return errors.New("it tried fewer than 0 puzzles or more than it can")
	case slices.ContainsFunc(r.Moves, func(m walk.MoveProgress) bool {
		return min(m.Looked, m.Unique, m.Rated, m.Stored, m.Records, m.Cost) < 0 || max(m.Looked, m.Unique, m.Rated, m.Stored, m.Records, m.Cost) > mostMoved
	}):
		return errors.New("a move of its walk has a number that no step can have")
	case r.Done == nil && reflect.DeepEqual(r.Numbers, work.Numbers{}):
		return nil
	case r.Done == nil:
		return errors.New("it counts the puzzles of a unit, and is not its last part")
	}
	if _, err := work.DecodeUnit(r.Done.Encode()); err != nil {
		return err
	}
	if name := r.Done.Name(); name != r.Unit {
		return fmt.Errorf("it names unit %[2]s in a result of unit %[1]s", name, r.Unit)
	}
	return nil
}

// mostMoved is greater than what a step of a walk costs by one move, than the number of
// neighbors that it finds, and than the moves of all chains of a unit. The bank keeps sums of
// these numbers, which have 63 bits.
const mostMoved = 64 * bounds.WorkBudget

// consistent returns an error if the numbers of a result contradict each other.
func (r *result) consistent() error {
	if r.Done == nil {
		return nil
	}
	made, known := r.Done.Size()
	switch {
	case known && made != r.Made:
		return fmt.Errorf("%d puzzles of a unit of %d", r.Made, made)
	case r.Made != r.total()+r.Dropped(): // each puzzle is one of these
		return fmt.Errorf("%d puzzles that are %d seeds and %d others", r.Made, r.total(), r.Dropped())
	case r.Sent < r.Part || r.Sent > r.Part*parcelSeeds:
		return fmt.Errorf("%d seeds in %d parts before", r.Sent, r.Part)
	}
	return nil
}

// Valid names.
var (
	workerName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)
	unitName   = regexp.MustCompile(`^[0-9a-f]{16}$`)
)

// parcel divides the seeds of a unit into results that are short enough to send. The same
// unit gives the same results.
type parcel struct {
	result // the current result, not complete yet
	rungs  int
	all    work.Numbers // numbers of all results
	sent   int          // number of seeds in the earlier results
}

// Greatest numbers of seeds and rungs in a result. Such a result is seldom too long.
const (
	parcelSeeds = 1000
	parcelRungs = 20_000
)

// mostRungs is the number of rungs that a seed can have.
const mostRungs = 4096

// add adds seeds and numbers, and returns the results that are complete.
func (p *parcel) add(found work.Found) (ready []*result) {
	p.all.Add(&found.Numbers)
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

// size returns the greatest length of a result without its unit and lease. It does not depend
// on the worker, so that all workers divide a unit in the same way.
func (r *result) size() int {
	if len(r.seeds) == 0 {
		return headSize
	}
	return headSize + len(seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: r.seeds}))
}

// end returns the last results, when a unit is done.
func (p *parcel) end(unit *work.Unit) []*result {
	ready := p.next()
	last := ready[len(ready)-1]
	sent := p.sent - len(last.seeds)
	if last.size()+len(unit.Encode()) > bounds.Result { // a unit is at most half as long as a result
		last = &result{Unit: p.Unit, Part: p.Part}
		ready, sent = append(ready, last), p.sent
	}
	last.Done, last.Sent, last.Numbers = unit, sent, p.all
	return ready
}

// next returns the current result, in halves if it is too long, and begins another.
func (p *parcel) next() []*result {
	whole := p.result
	p.result = result{Unit: p.Unit, Part: p.Part}
	p.rungs = 0
	p.sent += len(whole.seeds)
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
	return append(halved(r), halved(&rest)...)
}
