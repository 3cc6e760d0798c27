// Package plainjson writes values as JSON, in the bytes of [encoding/json], for the engine
// of the page, which has no room for that package. It knows what the answers
// about puzzles consist of: truth values, whole numbers, texts, numbers of the type
// [json.Number], grids, and structs, pointers, slices and arrays of these. Options of
// members are omitempty and nothing else.
//
// Start with [Append] and [Line].
package plainjson

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seedoku/seedoku/sudoku"
)

// The types that are written in their own way.
var (
	gridType   = reflect.TypeFor[sudoku.Grid]()
	numberType = reflect.TypeFor[json.Number]()
)

// Append appends a value as [encoding/json.Marshal] writes it. It panics if the value has a
// type that the package does not know.
func Append(dst []byte, value any) []byte { return forHTML.appendValue(dst, reflect.ValueOf(value)) }

// Line returns a value as a line. The characters <, > and & stand in it as they are.
func Line(value any) []byte { return append(plain.appendValue(nil, reflect.ValueOf(value)), '\n') }

// AppendString appends a text in quotes as [encoding/json.Marshal] writes it.
func AppendString(dst []byte, text string) []byte { return forHTML.appendString(dst, text) }

// style says which characters of texts are escaped besides those that JSON names.
type style string

const (
	plain   style = "\u2028\u2029"
	forHTML       = plain + "<>&"
)

func (s style) appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Type() {
	case gridType:
		grid := v.Interface().(sudoku.Grid)
		return append(grid.AppendLine(append(dst, '"'), '.'), '"')
	case numberType:
		return append(dst, v.String()...)
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.String:
		return s.appendString(dst, v.String())
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return s.appendValue(dst, v.Elem())
	case reflect.Slice, reflect.Array:
		return s.appendList(dst, v)
	case reflect.Struct:
		return s.appendObject(dst, v)
	}
	panic(fmt.Sprintf("plainjson: a value of the type %v", v.Type()))
}

func (s style) appendList(dst []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i := range v.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.appendValue(dst, v.Index(i))
	}
	return append(dst, ']')
}

func (s style) appendObject(dst []byte, v reflect.Value) []byte {
	dst = append(dst, '{')
	begun := false
	for i, m := range membersOf(v.Type()) {
		field := v.Field(i)
		if m.omitEmpty && isEmpty(field) {
			continue
		}
		if begun {
			dst = append(dst, ',')
		}
		begun = true
		dst = s.appendValue(append(dst, m.head...), field)
	}
	return append(dst, '}')
}

// isEmpty reports whether a member with the option omitempty is left out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// member is how a field of a struct is written.
type member struct {
	head      string // its name, in quotes and with a colon
	omitEmpty bool
}

// members are the members of each type of struct.
var members sync.Map

// membersOf returns the members of a struct, one for each field.
func membersOf(t reflect.Type) []member {
	if known, ok := members.Load(t); ok {
		return known.([]member)
	}
	list := make([]member, t.NumField())
	for i := range list {
		field := t.Field(i)
		name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || option != "" && option != "omitempty" {
			panic(fmt.Sprintf("plainjson: the tag of %v.%s", t, field.Name))
		}
		list[i] = member{string(AppendString(nil, name)) + ":", option != ""}
	}
	members.Store(t, list)
	return list
}

// escapes are the characters with escapes of their own.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func (s style) appendString(dst []byte, text string) []byte {
	dst = append(dst, '"')
	for i, r := range text {
		escape, special := escapes[r]
		switch {
		case special:
			dst = append(dst, escape...)
		case r < ' ' || strings.ContainsRune(string(s), r):
			dst = fmt.Appendf(dst, `\u%04x`, r)
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			dst = append(dst, `\ufffd`...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
