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

// The names of the parameters that several routes take.
var (
	kindNames   = fieldNames(func(f *draw.Field) bool { return f.Kind })
	orderNames  = fieldNames(func(f *draw.Field) bool { return !f.Kind })
	listNames   = fieldNames(func(f *draw.Field) bool { return f.List }) // names of fields that can be given several times
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

// namesOfOptions leaves out options that take a file, because a URL must not name
// a file of the server.
func namesOfOptions() (names []string) {
	for _, option := range pack.Options() {
		if option.Kind != pack.File {
			names = append(names, option.Name)
		}
	}
	return names
}

// parseQuery reads the query of a request. It returns an error for an unknown
// parameter, and for a repeated parameter that can be given only once.
func parseQuery(r *http.Request, names []string) (url.Values, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, "", fmt.Errorf("the query cannot be read: %w", err)}
	}
	for name, values := range query {
		switch {
		case !slices.Contains(names, name):
			return nil, badField(name, unknownParameter(names))
		case len(values) > 1 && !slices.Contains(listNames, name):
			return nil, badField(name, fmt.Errorf("it is given %d times", len(values)))
		}
	}
	return query, nil
}

func unknownParameter(names []string) error {
	switch len(names) {
	case 0:
		return errors.New("unknown parameter; this address takes none")
	case 1:
		return fmt.Errorf("unknown parameter; the only one is %s", names[0])
	}
	return fmt.Errorf("unknown parameter; the parameters are %s", strings.Join(names, ", "))
}
