package draw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Variety says what takes turns in a stream.
type Variety string

// Without variety, each puzzle has the same chance. With it, what puzzles turn on takes
// turns. A stream settles AnyVariety: labels, if the bank knows those of all seeds of the
// kind, or else techniques.
const (
	NoVariety   Variety = ""
	AnyVariety  Variety = "true"
	ByLabel     Variety = "labels"     // the label of a step of the highest rating; or its technique, where steps or puzzles have none
	ByTechnique Variety = "techniques" // the technique of the hardest step
)

// parseVariety reads a variety. After labels may stand an @ and their version.
func (r *Request) parseVariety(text string) error {
	name, version, named := strings.Cut(text, "@")
	if name == string(ByLabel) {
		r.Variety = ByLabel
		return r.noteLabels(version, named)
	}
	r.Variety = Variety(text)
	if on, err := strconv.ParseBool(text); err == nil {
		r.Variety = NoVariety
		if on {
			r.Variety = AnyVariety
		}
	}
	return r.Variety.check()
}

// check returns an error if v is not a known variety.
func (v Variety) check() error {
	if slices.Contains([]Variety{NoVariety, AnyVariety, ByLabel, ByTechnique}, v) {
		return nil
	}
	return fmt.Errorf("%q is none of %s, false, %s and %s", string(v), AnyVariety, ByLabel, ByTechnique)
}

func (r *Request) varietyText() []string {
	if r.Variety == ByLabel && r.Labels.Version > 0 {
		return []string{fmt.Sprintf("%s@%d", ByLabel, r.Labels.Version)}
	}
	return given(r.Variety != NoVariety, string(r.Variety))
}

// SettleVariety replaces [AnyVariety] by the variety that all the selections have, and sets the
// version of the labels that a variety by labels goes by.
func (r *Request) SettleVariety(ctx context.Context, of ...*seedbank.Selection) error {
	asked := r.Variety
	for _, selection := range of {
		if r.Variety != AnyVariety && r.Variety != ByLabel {
			break
		}
		_, version, err := r.byLabel(ctx, selection)
		switch unknown := errors.Is(err, seedbank.ErrNoLabels) || errors.Is(err, seedbank.ErrOtherLabels); {
		case err == nil:
			r.Variety, r.Labels.Version = ByLabel, version
		case unknown && asked == AnyVariety:
			r.Variety = ByTechnique
		default:
			return err
		}
	}
	return nil
}

// variedStream has a part for everything that puzzles turn on. The parts take turns. One
// that has no more puzzles is left out, and the others go on: so the stream has all puzzles
// of a request, in another order than without variety.
type variedStream struct {
	parts []part
	next  int // index of the part whose turn it is

	distinct bool
	used     used // if distinct: a seed can have rungs in several parts
}

// part is the puzzles that turn on the same.
type part struct {
	stream seedbank.Stream
	count  uint64 // of puzzles to come; the greatest number if there are more
}

// varied returns the puzzles of a selection of r, with parts in turn. The random seed says
// which part is first.
func (r *Request) varied(ctx context.Context, selection *seedbank.Selection) (seedbank.Stream, error) {
	parts, err := r.parts(ctx, selection)
	if err != nil {
		return nil, err
	}
	v := &variedStream{distinct: r.Distinct, used: used{of: r, keys: map[seed.Key]bool{}}}
	for _, some := range parts {
		p := part{stream: seedbank.InBlocks(r.ordered(some), 0), count: math.MaxUint64}
		if n := some.Puzzles(); n.Hi == 0 {
			p.count = n.Lo
		}
		v.parts = append(v.parts, p)
	}
	rng := rand.New(rand.NewPCG(r.RandomSeed, 33))
	rng.Shuffle(len(v.parts), func(i, j int) { v.parts[i], v.parts[j] = v.parts[j], v.parts[i] })
	return v, nil
}

// parts returns the parts of a selection that take turns.
func (r *Request) parts(ctx context.Context, selection *seedbank.Selection) ([]*seedbank.Selection, error) {
	if r.Variety == ByTechnique {
		return selection.ByTechnique(ctx)
	}
	parts, _, err := r.byLabel(ctx, selection)
	return parts, err
}

// byLabel returns the parts by labels, of the version of r if it names one.
func (r *Request) byLabel(ctx context.Context, selection *seedbank.Selection) (parts []*seedbank.Selection, version int, err error) {
	if err = r.Labels.CheckVersion(); err == nil {
		parts, version, err = selection.ByLabel(ctx)
	}
	if err != nil {
		err = &FieldError{"variety", err}
	}
	return parts, version, err
}

// Next returns a puzzle of the part whose turn it is.
func (v *variedStream) Next(ctx context.Context) (seed.Isomorph, error) {
	for len(v.parts) > 0 {
		v.next %= len(v.parts)
		puzzle, err := v.parts[v.next].stream.Next(ctx)
		switch {
		case errors.Is(err, seedbank.ErrNoMore):
			v.parts = slices.Delete(v.parts, v.next, v.next+1)
			continue
		case err != nil:
			return puzzle, err
		case v.distinct && v.used.keys[v.used.key(&puzzle)]:
			continue
		}
		if v.distinct {
			v.used.add(&puzzle)
		}
		v.parts[v.next].leaveOut(1)
		v.next++
		return puzzle, nil
	}
	return seed.Isomorph{}, seedbank.ErrNoMore
}

// leaveOut counts n puzzles that do not come any more.
func (p *part) leaveOut(n uint64) {
	if p.count < math.MaxUint64 {
		p.count -= n
	}
}

// Skip skips the next n puzzles. If the parts have no seeds in common, it draws only those up
// to the end of a round.
func (v *variedStream) Skip(ctx context.Context, n uint64) error {
	if v.distinct {
		return leaveOut(ctx, n, v.Next)
	}
	for ; n > 0 && len(v.parts) > 0 && v.next%len(v.parts) > 0; n-- {
		if _, err := v.Next(ctx); err != nil {
			return err
		}
	}
	if n == 0 {
		return nil
	}
	rounds, more := v.rounds(n)
	if len(v.parts) == 0 && more > 0 {
		return seedbank.ErrNoMore
	}
	for i := range v.parts {
		turns := rounds
		if uint64(i) < more {
			turns++
		}
		if err := v.parts[i].stream.Skip(ctx, turns); err != nil {
			return err
		}
		v.parts[i].leaveOut(turns)
	}
	v.next = int(more)
	return nil
}

// rounds drops the parts that have no more puzzles after the first n of the stream. It
// returns how often each of the others has had its turn, and how many of them have had one
// more.
func (v *variedStream) rounds(n uint64) (rounds, more uint64) {
	for n > 0 && len(v.parts) > 0 {
		least := slices.MinFunc(v.parts, func(a, b part) int { return cmp.Compare(a.count, b.count) }).count - rounds
		turns := min(least, n/uint64(len(v.parts)))
		rounds += turns
		n -= turns * uint64(len(v.parts))
		v.parts = slices.DeleteFunc(v.parts, func(p part) bool { return p.count == rounds })
		if turns < least {
			return rounds, n
		}
	}
	return rounds, n
}
