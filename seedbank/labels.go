package seedbank

import (
	"context"
	"errors"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
)

// Labels is a condition on the labels of a solving path.
type Labels struct {
	Uses    rating.LabelSet // the path has each of them
	Without rating.LabelSet // the path has none of them
	Version int             // of the labels; see [rating.LabelVersion]; 0: that of the bank
}

// all reports whether l is no condition.
func (l *Labels) all() bool { return l.Uses|l.Without == 0 }

// CheckVersion returns an error that wraps [ErrOtherLabels] if l is of another version than
// this program, where their numbers mean something else.
func (l *Labels) CheckVersion() error {
	if l.Version != 0 && l.Version != rating.LabelVersion {
		return &VersionError{ErrOtherLabels, "the labels", l.Version, rating.LabelVersion}
	}
	return nil
}

// has reports whether a path with some labels meets l.
func (l *Labels) has(set rating.LabelSet) bool { return set&l.Uses == l.Uses && set&l.Without == 0 }

// techniques returns the techniques of the labels that a path has.
func (l *Labels) techniques() (list []rating.Technique) {
	for label := range l.Uses.All() {
		if t := label.Technique(); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// Errors of [Bank.Select] for a filter with labels.
var (
	ErrNoLabels    = errors.New("it does not know the labels of all puzzles of this kind")
	ErrOtherLabels = errors.New("another version of the program made its labels")
)

// LabelVersion returns the version of the labels by which s was chosen, or 0 if its filter has
// no labels.
func (s *Selection) LabelVersion() int { return s.labels }

// LabelVersion returns the version of the labels of b, or 0 if it has none.
func (b *Bank) LabelVersion(ctx context.Context) (int, error) {
	return b.versionOf(ctx, tables.Labels)
}

// keepLabelled removes the seeds whose paths do not have the labels that the filter says. Those
// that lack the technique of a label need not be labelled.
func (s *Selection) keepLabelled(ctx context.Context) (err error) {
	if err := s.narrow(ctx, s.filter.Labels.techniques(), tables.SlotSet.Keep); err != nil {
		return err
	}
	s.labels, err = s.keepDerived(ctx, s.filter.Labels.condition())
	return err
}

func (l *Labels) condition() *condition {
	return &condition{
		kind: tables.Labels, version: rating.LabelVersion, lacking: ErrNoLabels, other: ErrOtherLabels,
		holds: func(v tables.Value) bool { return l.has(v.Labels()) },
	}
}
