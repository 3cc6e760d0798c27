package rating

import (
	"iter"
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// LabelVersion is the number of the table of labels, by which banks store the labels of
// paths. It grows when a label is added, moves or changes what it is.
const LabelVersion = 2

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

// PathLabels are the labels of a solving path.
type PathLabels struct {
	All  LabelSet // of all steps
	Turn LabelSet // the finest of the steps that the puzzle turns on, its first hardest round; empty if they have none
}

// LabelsClass returns the labels of the steps of [Rater.PathClass], which are the same for
// all isomorphs of p, in less time than that takes, and still less if r remembers the
// canonical form. Its errors are those of [Rater.RateClass].
func (r *Rater) LabelsClass(p *sudoku.Puzzle) (labels PathLabels, err error) {
	canonical := r.canonizer.Canonical(p.Clues()).To.Puzzle(*p)
	r.start(&canonical)
	if r.state.solved() {
		return labels, ErrComplete
	}
	for hardest := Tenths(0); !r.state.solved(); {
		if err := r.interrupted(); err != nil {
			return labels, err
		}
		var rated Tenths
		var of LabelSet
		x := r.position()
		if past := r.past.at(&canonical, &x); past != nil {
			rated, of = past.Rating, past.labels
			r.state.advance(&past.after)
		} else if r.round() {
			rated = r.found.steps[0].Rating
			of = r.labelsOfRound(labels.All, rated > hardest)
			r.apply()
		} else {
			return labels, beyond(p)
		}
		labels.All |= of
		if rated > hardest {
			hardest, labels.Turn = rated, of&-of
		}
	}
	return labels, nil
}

// labelsOfRound returns the labels of the steps found last, if any can be new or all are
// wanted.
func (r *Rater) labelsOfRound(known LabelSet, all bool) (set LabelSet) {
	t := r.found.steps[0].Technique
	possible := labelsOfRow[t]
	if possible == 0 || possible&^known == 0 && !all {
		return 0
	}
	if t >= firstWithLinks {
		r.found.explaining = true
		r.found.by(t, &r.state)
		r.found.explaining = false
	}
	return r.labelsFound()
}

// firstWithLinks is the first technique whose labels depend on the links of chains.
var firstWithLinks = rowOf(techniques[:], "forcing-chain")

// labelsFound returns the labels of the steps found last, with the links of chains.
func (r *Rater) labelsFound() (set LabelSet) {
	t := r.found.steps[0].Technique
	if labelsOfRow[t] == 0 {
		return 0
	}
	steps := r.found.steps
	if t >= firstWithLinks {
		steps = r.explained().Steps
	}
	for i := range steps {
		for _, l := range steps[i].Labels() {
			set = set.With(l)
		}
	}
	return set
}

// labelsOfRow has for each technique the labels that its steps can have.
var labelsOfRow = func() (of [NumTechniques]LabelSet) {
	for t := range of {
		for _, l := range LabelsOf(Technique(t)) {
			of[t] = of[t].With(l)
		}
	}
	return of
}()
