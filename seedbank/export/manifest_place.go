package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// place is where a value stands in a manifest: names of fields, and numbers of elements from
// 0.
type place []any

// and returns a place within a place.
func (p place) and(within ...any) place { return slices.Concat(p, within) }

// misplaced is an error about the value in a place.
type misplaced struct {
	at     place
	reason error
}

func (e *misplaced) Error() string { return e.reason.Error() }

func (e *misplaced) Unwrap() error { return e.reason }

// fieldsOf has the fields that objects of a manifest can have, by their places without
// numbers of elements. Objects of other places can have any.
var fieldsOf = map[string][]string{
	"":                  fieldNames(reflect.TypeFor[Manifest]()),
	"request":           requestFields(),
	"options":           phrase.Names(pack.Options(), func(o *pack.Option) string { return o.Name }),
	"parts":             fieldNames(reflect.TypeFor[partText]()),
	"parts/files":       fieldNames(reflect.TypeFor[File]()),
	"parts/days":        fieldNames(reflect.TypeFor[dayText]()),
	"parts/draws":       fieldNames(reflect.TypeFor[Draw]()),
	"parts/draws/style": requestFields(),
}

// fieldNames returns the names of the fields of a type in JSON.
func fieldNames(of reflect.Type) (names []string) {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func requestFields() []string {
	return phrase.Names(draw.Fields, func(f *draw.Field) string { return f.Name })
}

// lineAt returns the number of the line of a byte.
func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte{'\n'})
}

// checkFields returns a [*ManifestError] if a text is not a JSON object, or if it has a field
// that is unknown or given twice.
func checkFields(text []byte) error {
	w := newWalker(text)
	w.field = func(of, name string, before map[string]bool) error {
		if before[name] {
			return fmt.Errorf("the field %q is given twice", name)
		}
		if known, ok := fieldsOf[of]; ok && !slices.Contains(known, name) {
			return &phrase.UnknownError{Kind: "field", Given: name, Known: known}
		}
		return nil
	}
	err := w.value()
	if err == nil {
		if _, more := w.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the end of the manifest")
		}
	}
	if err == nil {
		return nil
	}
	offset := w.InputOffset()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the manifest ends too early")
	}
	return &ManifestError{lineAt(text, offset), err}
}

// located returns an error of reading a text as a [*ManifestError].
func located(text []byte, err error) error {
	var wrong *misplaced
	var kind *json.UnmarshalTypeError
	var field *draw.FieldError
	switch {
	case errors.As(err, &wrong):
		return &ManifestError{lineAt(text, offsetOf(text, wrong.at)), wrong.reason}
	case errors.As(err, &kind):
		// The library puts the name of an embedded type before that of its field.
		reason := fmt.Errorf("%s: want %s, not a %s", strings.TrimPrefix(kind.Field, "plainManifest."), kindNames[kind.Type.Kind()], kind.Value)
		return &ManifestError{lineAt(text, kind.Offset), reason}
	case errors.As(err, &field):
		return &ManifestError{lineAt(text, offsetOf(text, styleWith(text, field.Field))), err}
	}
	return err
}

// styleWith returns the first place of a field in the style of a draw.
func styleWith(text []byte, field string) (first place) {
	w := newWalker(text)
	w.visit = func(is place, _ int64) {
		if first == nil && kindOf(is) == "parts/draws/style/"+field {
			first = slices.Clone(is)
		}
	}
	_ = w.value() // it was read before
	return first
}

// kindNames are the types of fields, in words.
var kindNames = map[reflect.Kind]string{
	reflect.String: "a text", reflect.Bool: "true or false", reflect.Slice: "a list", reflect.Struct: "an object",
	reflect.Int: "a whole number", reflect.Uint64: "a whole number", reflect.Uint8: "a whole number",
}

// offsetOf returns where the value of a place begins, or where the last place around it does
// if there is no such value.
func offsetOf(text []byte, at place) (offset int64) {
	w, deepest := newWalker(text), -1
	w.visit = func(is place, end int64) {
		if len(is) > deepest && len(is) <= len(at) && slices.Equal(is, at[:len(is)]) {
			deepest, offset = len(is), end
		}
	}
	_ = w.value() // it was read before
	return offset
}

// walker visits the values of a JSON text.
type walker struct {
	*json.Decoder
	at    place
	field func(of, name string, before map[string]bool) error // called for each field of an object
	visit func(at place, end int64)                           // called for each value with the end of its first token
}

func newWalker(text []byte) *walker {
	return &walker{
		Decoder: json.NewDecoder(bytes.NewReader(text)),
		field:   func(string, string, map[string]bool) error { return nil },
		visit:   func(place, int64) {},
	}
}

// deepest is the number of values within each other that no manifest exceeds.
const deepest = 16

// value visits the next value and all values in it.
func (w *walker) value() error {
	token, err := w.Token()
	if err != nil {
		return err
	}
	w.visit(w.at, w.InputOffset())
	switch token {
	case json.Delim('{'):
		err = w.members()
	case json.Delim('['):
		err = w.elements()
	default:
		return nil
	}
	if err == nil {
		_, err = w.Token() // the end of the object or list
	}
	return err
}

// within visits a value in the current one.
func (w *walker) within(name any) error {
	if len(w.at) == deepest {
		return errors.New("too many values within each other")
	}
	w.at = append(w.at, name)
	err := w.value()
	w.at = w.at[:len(w.at)-1]
	return err
}

func (w *walker) members() error {
	of, before := kindOf(w.at), map[string]bool{}
	for w.More() {
		token, err := w.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if err := w.field(of, name, before); err != nil {
			return err
		}
		before[name] = true
		if err := w.within(name); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) elements() error {
	for i := 0; w.More(); i++ {
		if err := w.within(i); err != nil {
			return err
		}
	}
	return nil
}

// kindOf returns a place without numbers of elements.
func kindOf(at place) string {
	var names []string
	for _, step := range at {
		if name, ok := step.(string); ok {
			names = append(names, name)
		}
	}
	return strings.Join(names, "/")
}
