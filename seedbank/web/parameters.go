package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// parameter is a parameter of the query or of the path.
type parameter struct {
	name   string
	help   string
	schema schema
	inPath bool
	list   bool // it can be given several times
}

// Parameters besides the fields of a request and the options of formats.
var ownParameters = []parameter{
	{name: "format", help: "the format of the answer; without it the header Accept counts", schema: schema{"type": "string", "enum": formatNames()}},
	{name: "after", help: "begin behind this number of puzzles of the series", schema: wholeNumber},
	{name: "digest", help: "stands for the puzzles that the series is drawn from, and for their order, as the address of the next puzzles has it; a server whose bank has another answers with an error", schema: text},
	{name: "date", help: "a day such as 2026-01-31; today, if it is missing", schema: schema{"type": "string", "format": "date"}},
	{name: "effort", help: "tell the effort too, which takes longer", schema: schema{"type": "boolean"}},
	{name: "id", help: "the ID of a puzzle, and behind a point the format if it is not JSON", schema: text, inPath: true},
	{name: "key", help: "the request as a query, with its random seed, such as level=4&seed=7", schema: text, inPath: true},
}

var (
	text        = schema{"type": "string"}
	wholeNumber = schema{"type": "integer", "minimum": 0}
)

// numberFields are the fields of a request that are one whole number.
var numberFields = []string{"n", "seed", "skip"}

// allParameters are all parameters by name.
var allParameters = listParameters()

func listParameters() map[string]parameter {
	all := map[string]parameter{}
	for i := range draw.Fields {
		field := &draw.Fields[i]
		p := parameter{name: field.Name, help: field.Help, schema: text, list: field.List}
		switch {
		case field.Placeholder == "":
			p.schema = schema{"type": "boolean"}
		case slices.Contains(numberFields, field.Name):
			p.schema = wholeNumber
		}
		all[p.name] = p
	}
	kinds := map[pack.Kind]schema{
		pack.Switch: {"type": "boolean"},
		pack.Number: {"type": "integer", "minimum": 1},
		pack.Text:   text,
		pack.Date:   text,
	}
	for _, option := range pack.Options() {
		if option.Kind == pack.File {
			continue
		}
		p := parameter{name: option.Name, help: option.Help, schema: kinds[option.Kind]}
		if option.Choices != nil && option.Accepts == nil && option.Kind == pack.Text {
			p.schema = schema{"type": "string", "enum": option.Choices}
		}
		all[p.name] = p
	}
	for _, p := range ownParameters {
		all[p.name] = p
	}
	return all
}

// The names of the parameters that several routes take.
var (
	kindNames   = fieldNames(func(f *draw.Field) bool { return f.Kind })
	orderNames  = fieldNames(func(f *draw.Field) bool { return !f.Kind })
	optionNames = namesOfOptions()
)

func fieldNames(with func(*draw.Field) bool) (names []string) {
	for i := range draw.Fields {
		if with(&draw.Fields[i]) {
			names = append(names, draw.Fields[i].Name)
		}
	}
	return names
}

// namesOfOptions leaves out the options that take a file: a URL has none to hand
// over, and must not name one of the server.
func namesOfOptions() (names []string) {
	for _, option := range pack.Options() {
		if option.Kind != pack.File {
			names = append(names, option.Name)
		}
	}
	return names
}

// parseQuery reads the query of a request. It is an error if it has a parameter
// that is not among the names, or twice one that can be given only once.
func parseQuery(r *http.Request, names []string) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, "", fmt.Errorf("the query cannot be read: %w", err)}
	}
	for name, values := range query {
		switch {
		case !slices.Contains(names, name):
			return nil, badField(name, unknownParameter(names))
		case len(values) > 1 && !allParameters[name].list:
			return nil, badField(name, fmt.Errorf("it is given %d times", len(values)))
		}
	}
	return query, nil
}

func unknownParameter(names []string) error {
	if len(names) == 0 {
		return errors.New("there is no such parameter, nor any other")
	}
	return fmt.Errorf("there is no such parameter; there are %s", strings.Join(names, ", "))
}
