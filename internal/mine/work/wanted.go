package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Wanted is a kind of seeds that a unit looks for. Its JSON has names of techniques and
// symmetries, which mean the same in every version of the program.
type Wanted struct{ seedbank.Filter }

// wantedText is a kind of seeds as JSON.
type wantedText struct {
	Levels   seedbank.Range[rating.Level]  `json:"levels,omitzero"`
	ER       seedbank.Range[rating.Tenths] `json:"er,omitzero"`
	Clues    seedbank.Range[int]           `json:"clues,omitzero"`
	ByLevel  []seedbank.Range[int]         `json:"clues_by_level,omitempty"`
	Rungs    bool                          `json:"rungs,omitempty"`
	Symmetry string                        `json:"symmetry,omitempty"`
	Pattern  string                        `json:"pattern,omitempty"`
	Hardest  []string                      `json:"hardest,omitempty"`
	Uses     []string                      `json:"uses,omitempty"`
	Without  []string                      `json:"without,omitempty"`
	Practice []string                      `json:"practice,omitempty"`
	Early    seedbank.Early                `json:"early,omitempty"`
	Pace     seedbank.Pace                 `json:"pace,omitzero"`
}

// MarshalJSON returns w as an object.
func (w Wanted) MarshalJSON() ([]byte, error) {
	t := wantedText{
		Levels: w.Levels, ER: w.ER, Clues: w.Clues, Rungs: w.Rungs, Early: w.Early, Pace: w.Pace,
		Hardest: names(w.Hardest), Uses: names(w.Uses), Without: names(w.Without), Practice: names(w.Practice),
	}
	if w.CluesByLevel != (seedbank.Filter{}).CluesByLevel {
		t.ByLevel = w.CluesByLevel[:]
	}
	if w.Symmetry != transform.NoSymmetry {
		t.Symmetry = w.Symmetry.String()
	}
	if !w.Pattern.Empty() {
		t.Pattern = pattern.Line(w.Pattern)
	}
	return json.Marshal(t)
}

// UnmarshalJSON reads the output of [Wanted.MarshalJSON].
func (w *Wanted) UnmarshalJSON(data []byte) (err error) {
	var t wantedText
	if err := decodeStrictly(data, &t); err != nil {
		return err
	}
	w.Filter = seedbank.Filter{Levels: t.Levels, ER: t.ER, Clues: t.Clues, Rungs: t.Rungs, Early: t.Early, Pace: t.Pace}
	if n := len(t.ByLevel); n > 0 && n != len(w.CluesByLevel) {
		return fmt.Errorf("numbers of clues of %d levels", n)
	}
	copy(w.CluesByLevel[:], t.ByLevel)
	if w.Early > seedbank.Diamond {
		return fmt.Errorf("early: %d", w.Early)
	}
	if w.Pace.Fit != 0 && w.Pace.Fit != minutes.Version {
		return fmt.Errorf("it wants minutes of version %d of the fit, and this program has version %d", w.Pace.Fit, minutes.Version)
	}
	if t.Symmetry != "" {
		if w.Symmetry, err = transform.ParseSymmetry(t.Symmetry); err != nil {
			return err
		}
	}
	if t.Pattern != "" {
		if w.Pattern, err = pattern.ParseOne(t.Pattern); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		to    *[]rating.Technique
		names []string
	}{{&w.Hardest, t.Hardest}, {&w.Uses, t.Uses}, {&w.Without, t.Without}, {&w.Practice, t.Practice}} {
		if *list.to, err = rating.ParseTechniques(list.names); err != nil {
			return err
		}
	}
	return w.Filter.Check()
}

func names(list []rating.Technique) []string { return phrase.Names(list, (*rating.Technique).String) }

// decodeStrictly reads one JSON value. Unknown fields and text after the value are
// errors.
func decodeStrictly(text []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(to); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("more text follows")
	}
	return nil
}
