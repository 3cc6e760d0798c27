package draw

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Field is a field of a request as text.
type Field struct {
	Name        string // in flags, URL queries and manifests
	Placeholder string // stands for the value in help texts; empty for a switch
	Help        string // one line
	List        bool   // it can be given several times
	Kind        bool   // it is a condition on each puzzle, not on their number or order

	// Values returns the valid values of the field. It is nil if they cannot be
	// listed.
	Values func() []string

	set func(*Request, []string) error
	get func(*Request) []string
}

// Fields is a slice of all fields of a request, each a [Field], in the order of help
// texts. It must not be changed.
var Fields = fields[:]

var fields = [...]Field{
	{
		Name: "level", Placeholder: "LEVEL", Kind: true, Help: "of this LEVEL, 1 to 9 or a name, or a range such as 3-5 or hard-fiendish",
		Values: rating.LevelWords,
		set:    one(func(r *Request, text string) (err error) { r.Levels, err = ParseLevels(text); return err }),
		get:    func(r *Request) []string { return rangeText(r.Levels) },
	},
	{
		Name: "er", Placeholder: "ER", Kind: true, Help: "with this ER on the Sudoku Explainer scale or a range, such as 3.8-4.4",
		set: one(func(r *Request, text string) (err error) {
			r.ER, err = parseRange(text, 10, rating.MaxTenths, rating.ParseER)
			return err
		}),
		get: func(r *Request) []string { return rangeText(r.ER) },
	},
	{
		Name: "clues", Placeholder: "NUMBER", Kind: true, Help: "with this NUMBER of clues or a range, such as 24-26; or minimal, without any clue added",
		set: one(func(r *Request, text string) (err error) {
			if r.Minimal = strings.EqualFold(text, minimalClues); !r.Minimal {
				r.Clues, err = ParseClues(text)
			}
			return err
		}),
		get: func(r *Request) []string {
			if r.Minimal {
				return []string{minimalClues}
			}
			return rangeText(r.Clues)
		},
	},
	{
		Name: "technique", Placeholder: "TECHNIQUE", Kind: true, List: true, Help: "whose solving path uses this TECHNIQUE, or has a step with this label, such as skyscraper; repeat it for several",
		Values: techniquesAndLabels,
		set: func(r *Request, texts []string) (err error) {
			r.Uses, r.Labels.Uses, err = r.pathWords(texts)
			return err
		},
		get: func(r *Request) []string { return append(techniqueNames(r.Uses), r.labelNames(r.Labels.Uses)...) },
	},
	{
		Name: "hardest", Placeholder: "TECHNIQUE", Kind: true, List: true, Help: "whose hardest step is of this TECHNIQUE; repeat it to allow several",
		Values: rating.TechniqueNames,
		set: func(r *Request, texts []string) (err error) {
			r.Hardest, err = rating.ParseTechniques(texts)
			return err
		},
		get: func(r *Request) []string { return techniqueNames(r.Hardest) },
	},
	{
		Name: "without", Placeholder: "TECHNIQUE", Kind: true, List: true, Help: "whose solving path does not use this TECHNIQUE, or has no step with this label; repeat it for several",
		Values: techniquesAndLabels,
		set: func(r *Request, texts []string) (err error) {
			r.Without, r.Labels.Without, err = r.pathWords(texts)
			return err
		},
		get: func(r *Request) []string { return append(techniqueNames(r.Without), r.labelNames(r.Labels.Without)...) },
	},
	{
		Name: "practice", Placeholder: "TECHNIQUE", Kind: true, List: true, Help: "that train this TECHNIQUE: it is needed once, or all other steps are at least a level easier; repeat it to allow several; or with a step of this label alone, such as skyscraper",
		Values: techniquesAndLabels,
		set: func(r *Request, texts []string) (err error) {
			r.Practice, err = r.trainedWords(texts)
			return err
		},
		get: func(r *Request) []string { return techniqueNames(r.Practice) },
	},
	{
		Name: "minutes", Placeholder: "MINUTES", Kind: true, Help: "that take a regular solver about this many MINUTES, or a range such as 5-10; 5-10@1 demands version 1 of the estimates",
		set: one(func(r *Request, text string) (err error) { r.Pace, err = ParsePace(text); return err }),
		get: func(r *Request) []string {
			texts := rangeText(r.Pace.Minutes)
			if len(texts) > 0 && r.Pace.Fit > 0 {
				texts[0] += "@" + strconv.Itoa(r.Pace.Fit)
			}
			return texts
		},
	},
	{
		Name: "symmetry", Placeholder: "KIND", Kind: true, Help: "whose clues have this KIND of symmetry, such as rotate180, for which clues may be added; or none, to ask for no symmetry",
		Values: func() []string { return append(transform.SymmetryNames()[1:], noSymmetry) },
		set: one(func(r *Request, text string) (err error) {
			if r.AsTurned = strings.EqualFold(text, noSymmetry); !r.AsTurned {
				r.Symmetry, err = ParseSymmetry(text)
			}
			return err
		}),
		get: func(r *Request) []string {
			if r.AsTurned {
				return []string{noSymmetry}
			}
			return given(r.Symmetry != transform.NoSymmetry, r.Symmetry.String())
		},
	},
	{
		Name: "style", Placeholder: "STYLE", Kind: true, Help: "in this STYLE: print (half-turn symmetry and, up to level 6, the usual number of clues for the level) or plain (minimal, symmetric or not); symmetry and clues override it",
		Values: Styles,
		set: one(func(r *Request, text string) error {
			r.Style = Style(strings.ToLower(text))
			return r.Style.check()
		}),
		get: func(r *Request) []string { return given(r.Style != AnyStyle, string(r.Style)) },
	},
	{
		Name: "pattern", Placeholder: "PATTERN", Kind: true, Help: "whose clues are in the cells of this PATTERN: a name such as heart, or 81 marks, with x for a clue; clues may be added",
		Values: pattern.Names,
		set:    one(func(r *Request, text string) (err error) { r.Pattern, err = ParsePattern(text); return err }),
		get:    func(r *Request) []string { return given(!r.Pattern.Empty(), pattern.Line(r.Pattern)) },
	},
	{
		Name: "variety", Help: "let what puzzles turn on take turns, each as long as there are puzzles",
		set: one((*Request).parseVariety),
		get: (*Request).varietyText,
	},
	{
		Name: "n", Placeholder: "N", Help: "draw N puzzles",
		set: one(func(r *Request, text string) (err error) {
			if r.N, err = parseNumber(text, 1); err == nil && r.N == 0 {
				err = fmt.Errorf("there must be at least 1")
			}
			return err
		}),
		get: func(r *Request) []string { return numberText(r.N) },
	},
	{
		Name: "seed", Placeholder: "N", Help: "random seed N: the same seed gives the same result",
		set: one(func(r *Request, text string) (err error) { r.RandomSeed, err = parseNumber(text, 0); return err }),
		get: func(r *Request) []string { return numberText(r.RandomSeed) },
	},
	{
		Name: "skip", Placeholder: "K", Help: "leave out the first K puzzles of the stream",
		set: one(func(r *Request, text string) (err error) { r.Skip, err = parseNumber(text, 0); return err }),
		get: func(r *Request) []string { return numberText(r.Skip) },
	},
	{
		Name: "distinct", Help: "draw no two puzzles from the same seed",
		set: one(func(r *Request, text string) (err error) { r.Distinct, err = ParseSwitch(text); return err }),
		get: func(r *Request) []string { return given(r.Distinct, "true") },
	},
}

// Parse reads a request from values by the names in [Fields]. Fields that are
// missing keep their zero value, and empty ones are an error. Parse calls [Request.Check].
// The error is a [*FieldError].
func Parse(values map[string][]string) (Request, error) {
	r, err := parse(values)
	if err == nil {
		err = r.Check()
	}
	if err != nil {
		return Request{}, err
	}
	return r, nil
}

var errEmpty = errors.New("it is empty: leave it out, or say what is wanted")

// parse reads a request without [Request.Check].
func parse(values map[string][]string) (Request, error) {
	var r Request
	left := len(values)
	for i := range fields {
		field := &fields[i]
		texts, ok := values[field.Name]
		if !ok {
			continue
		}
		left--
		if slices.Contains(texts, "") || len(texts) == 0 {
			return Request{}, &FieldError{field.Name, errEmpty}
		}
		if err := field.set(&r, texts); err != nil {
			return Request{}, &FieldError{field.Name, err}
		}
	}
	if left > 0 {
		return Request{}, unknownField(values)
	}
	return r, nil
}

// The values that set Minimal and AsTurned.
const (
	minimalClues = "minimal"
	noSymmetry   = "none"
)

// unknownField returns the error for the alphabetically first name that is not a
// field.
func unknownField(values map[string][]string) error {
	names := phrase.Names(fields[:], func(f *Field) string { return f.Name })
	var unknown []string
	for name := range values {
		if !slices.Contains(names, name) {
			unknown = append(unknown, name)
		}
	}
	return &FieldError{slices.Min(unknown), fmt.Errorf("unknown field; the fields are %s", strings.Join(names, ", "))}
}

// Values returns r as texts that [Parse] reads. Fields with their zero value
// are left out.
func (r *Request) Values() map[string][]string {
	values := map[string][]string{}
	for i := range fields {
		if texts := fields[i].get(r); len(texts) > 0 {
			values[fields[i].Name] = texts
		}
	}
	return values
}

// MarshalJSON returns r as a JSON object that holds its fields as texts.
func (r Request) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	for i := range fields {
		switch texts := fields[i].get(&r); {
		case len(texts) == 0:
		case fields[i].List:
			object[fields[i].Name] = texts
		default:
			object[fields[i].Name] = texts[0]
		}
	}
	return json.Marshal(object)
}

// UnmarshalJSON reads the output of [Request.MarshalJSON]. Numbers and booleans
// may also be without quotes. It does not call [Request.Check], because older
// versions allowed more combinations; using the request does.
func (r *Request) UnmarshalJSON(data []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	values := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		texts, err := textsOf(object[name])
		if err != nil {
			return &FieldError{name, err}
		}
		values[name] = texts
	}
	var err error
	*r, err = parse(values)
	return err
}

// textsOf returns a JSON value, or a list of them, as texts.
func textsOf(raw json.RawMessage) ([]string, error) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	texts := make([]string, len(list))
	for i, item := range list {
		if json.Unmarshal(item, &texts[i]) == nil {
			continue
		}
		if texts[i] = string(item); strings.ContainsAny(texts[i], "{[") {
			return nil, fmt.Errorf("%s is neither a text nor a number", item)
		}
	}
	return texts, nil
}

// one adapts the setter of a field with a single value.
func one(set func(*Request, string) error) func(*Request, []string) error {
	return func(r *Request, texts []string) error {
		if len(texts) > 1 {
			return fmt.Errorf("it is given %d times", len(texts))
		}
		return set(r, texts[0])
	}
}

// ParseLevels reads a level or a range of levels, by numbers or names: 3, 3-5 or
// very-hard-extreme.
func ParseLevels(text string) (seedbank.Range[rating.Level], error) {
	levels, err := parseRange(text, 1, rating.NumLevels, rating.ParseLevel)
	if err != nil && strings.Contains(text, ",") {
		err = fmt.Errorf("%q is a list: give a level, or a range such as 3-7", text)
	}
	return levels, err
}

// ParseClues reads a number of clues or a range, such as 24 or 24-26.
func ParseClues(text string) (seedbank.Range[int], error) {
	return parseRange(text, seedbank.LeastClues, seedbank.MostClues, parseCount)
}

// ParsePace reads a number of minutes or a range, such as 5-10. After an @ may stand the
// version of the fit that the minutes are of.
func ParsePace(text string) (p seedbank.Pace, err error) {
	text, fit, named := strings.Cut(text, "@")
	if named {
		if p.Fit, err = parseCount(fit); err != nil || p.Fit == 0 {
			return p, fmt.Errorf("%q is not the version of a fit, 1 to %d", fit, minutes.Version)
		}
	}
	p.Minutes, err = parseRange(text, 1, minutes.Most, parseCount)
	return p, err
}

// ParseSymmetry reads the name of a symmetry. It rejects the name of
// [transform.NoSymmetry].
func ParseSymmetry(text string) (transform.Symmetry, error) {
	s, err := transform.ParseSymmetry(strings.ToLower(strings.TrimSpace(text)))
	if err != nil || s == transform.NoSymmetry {
		return 0, &phrase.UnknownError{Kind: "symmetry", Given: text, Known: transform.SymmetryNames()[1:]}
	}
	return s, nil
}

// ParsePattern reads the name of a pattern, or 81 marks, x for a clue and a dot for
// an empty cell. It returns an error for a pattern that no puzzle can have.
func ParsePattern(text string) (sudoku.Cells, error) {
	cells, err := pattern.ParseOne(text)
	if err == nil {
		err = pattern.Impossible(cells)
	}
	return cells, err
}

// parseRange reads a value, or a range with both ends included. All values must
// be from least to most.
func parseRange[T cmp.Ordered](text string, least, most T, parse func(string) (T, error)) (r seedbank.Range[T], err error) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] == '-' || text[len(text)-1] == '-' {
		return r, fmt.Errorf("%q is neither a value nor a range such as 3-5", text)
	}
	r, err = cutRange(text, parse)
	switch {
	case err != nil:
		return r, err
	case r.Low > r.High:
		return r, fmt.Errorf("the range %s is upside down", text)
	case r.Low < least || r.High > most:
		return r, fmt.Errorf("%s is not within %v-%v", text, least, most)
	}
	return r, nil
}

// cutRange reads a value, or two with a hyphen between. A value can contain
// hyphens too, so cutRange tries to cut at each. If one part is valid, the error
// is about the other part, otherwise about the whole text.
func cutRange[T cmp.Ordered](text string, parse func(string) (T, error)) (seedbank.Range[T], error) {
	value, wrong := parse(text)
	if wrong == nil {
		return seedbank.Only(value), nil
	}
	for i := range text {
		if text[i] != '-' {
			continue
		}
		low, lowErr := parse(strings.TrimSpace(text[:i]))
		high, highErr := parse(strings.TrimSpace(text[i+1:]))
		switch {
		case lowErr == nil && highErr == nil:
			return seedbank.Range[T]{Low: low, High: high}, nil
		case lowErr == nil || highErr == nil:
			wrong = cmp.Or(lowErr, highErr)
		}
	}
	return seedbank.Range[T]{}, wrong
}

func rangeText[T cmp.Ordered](r seedbank.Range[T]) []string {
	switch {
	case r == seedbank.Range[T]{}:
		return nil
	case r.Low == r.High:
		return []string{fmt.Sprint(r.Low)}
	}
	return []string{fmt.Sprintf("%v-%v", r.Low, r.High)}
}

func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%q is not a whole number", text)
	}
	return int(n), nil
}

// parseNumber reads a number. Its error names least as the smallest valid one.
func parseNumber(text string, least int) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%q is not a number from %d to %d", text, least, uint64(math.MaxUint64))
	case err != nil:
		return 0, fmt.Errorf("%q is not a whole number from %d on", text, least)
	}
	return n, nil
}

// ParseSwitch reads whether something is wanted.
func ParseSwitch(text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("%q is neither true nor false", text)
	}
	return on, nil
}

func numberText(n uint64) []string { return given(n != 0, strconv.FormatUint(n, 10)) }

// given returns the text of a field, or nothing if the field is not given.
func given(isGiven bool, text string) []string {
	if !isGiven {
		return nil
	}
	return []string{text}
}

func techniqueNames(list []rating.Technique) []string {
	return phrase.Names(list, (*rating.Technique).String)
}
