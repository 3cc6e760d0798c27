package draw

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// techniquesAndLabels returns the names of all techniques and labels.
func techniquesAndLabels() []string {
	return append(rating.TechniqueNames(), rating.LabelNames()...)
}

// pathWords reads names of techniques and labels. After the name of a label may stand an @
// and the version of the labels, which it notes in r.
func (r *Request) pathWords(texts []string) (techniques []rating.Technique, labels rating.LabelSet, err error) {
	for _, text := range texts {
		name, version, named := strings.Cut(text, "@")
		label, wrong := rating.ParseLabel(name)
		switch {
		case wrong == nil:
			labels = labels.With(label)
			err = r.noteLabels(version, named)
		default:
			var t rating.Technique
			if t, err = rating.ParseTechnique(text); err != nil {
				err = &phrase.UnknownError{Kind: "technique", Given: text, Known: techniquesAndLabels()}
			}
			techniques = append(techniques, t)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return techniques, labels, nil
}

// trainedWords reads techniques to practise, or one label. The label stands for its technique,
// and r asks for a path with it.
func (r *Request) trainedWords(texts []string) ([]rating.Technique, error) {
	techniques, labels, err := r.pathWords(texts)
	if err == nil && labels != 0 && len(texts) > 1 {
		err = errors.New("a label stands alone: repeat only techniques")
	}
	if err != nil {
		return nil, err
	}
	for l := range labels.All() {
		techniques = append(techniques, l.Technique())
	}
	r.Labels.Uses |= labels
	return techniques, nil
}

// Trained returns the labels that the steps to practise have.
func (r *Request) Trained() (labels rating.LabelSet) {
	for l := range r.Labels.Uses.All() {
		if slices.Contains(r.Practice, l.Technique()) {
			labels = labels.With(l)
		}
	}
	return labels
}

// noteLabels notes a version of the labels, if it is named.
func (r *Request) noteLabels(version string, named bool) error {
	if !named {
		return nil
	}
	n, err := parseCount(version)
	if err != nil || n == 0 {
		return fmt.Errorf("%q is not a version of the labels, 1 to %d", version, rating.LabelVersion)
	}
	if r.Labels.Version != 0 && r.Labels.Version != n {
		return fmt.Errorf("labels of the versions %d and %d are not in one bank", r.Labels.Version, n)
	}
	r.Labels.Version = n
	return nil
}

// labelNames returns labels as texts, with their version if r names one.
func (r *Request) labelNames(set rating.LabelSet) (names []string) {
	for l := range set.All() {
		name := l.String()
		if r.Labels.Version > 0 {
			name += "@" + strconv.Itoa(r.Labels.Version)
		}
		names = append(names, name)
	}
	return names
}
