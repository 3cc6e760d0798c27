package rating

import (
	"iter"
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// LabelVersion is the number of the table of labels, by which banks store the labels of
// paths. It grows when a label is added, moves or changes what it is.
const LabelVersion = 1

// LabelSet is a set of labels: bit l stands for label l. Sets can be compared.
type LabelSet uint32

// With returns s with another label.
func (s LabelSet) With(l Label) LabelSet { return s | 1<<l }

// Has reports whether l is in s.
func (s LabelSet) Has(l Label) bool { return s>>l&1 > 0 }

// All yields the labels of s in the order of the table.
func (s LabelSet) All() iter.Seq[Label] {
	return func(yield func(Label) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Label(bits.TrailingZeros32(uint32(s)))) {
				return
			}
		}
	}
}

// LabelsClass returns the labels of all steps of [Rater.PathClass], which are the same for
// all isomorphs of p, in less time than that takes. Its errors are those of [Rater.RateClass].
func (r *Rater) LabelsClass(p *sudoku.Puzzle) (set LabelSet, err error) {
	canonical := r.canonizer.Canonical(p.Clues()).To.Puzzle(*p)
	r.start(&canonical)
	if r.state.solved() {
		return 0, ErrComplete
	}
	for !r.state.solved() {
		if err := r.interrupted(); err != nil {
			return 0, err
		}
		if !r.round() {
			return 0, beyond(p)
		}
		set |= r.labelsOfRound(set)
		r.apply()
	}
	return set, nil
}

// labelsOfRound returns the labels of the steps found last, if any can be new.
func (r *Rater) labelsOfRound(known LabelSet) (set LabelSet) {
	t := r.found.steps[0].Technique
	var possible LabelSet
	for _, l := range LabelsOf(t) {
		possible = possible.With(l)
	}
	if possible&^known == 0 {
		return 0
	}
	found := r.found.steps
	if t >= rowOf(techniques[:], "forcing-chain") {
		r.found.explaining = true
		r.found.by(t, &r.state) // once more, with the links of chains
		r.found.explaining = false
		found = r.explained().Steps
	}
	for i := range found {
		for _, l := range found[i].Labels() {
			set = set.With(l)
		}
	}
	return set
}
