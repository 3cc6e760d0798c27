package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// order is a request for puzzles in a format.
type order struct {
	*draw.Stream
	output
}

// output is the format of an answer with its options.
type output struct {
	name     string // of the format, or jsonObject
	format   pack.Format
	settings pack.Settings
	language string // of the texts; empty if there are none
}

// isObject reports whether the answer is one JSON object.
func (o *output) isObject() bool { return o.name == jsonObject }

// orderOf reads an order from a query that has been checked for names.
func (s *Server) orderOf(r *request) (o *order, err error) {
	request, err := requestOf(r.query)
	if err != nil {
		return nil, err
	}
	output, err := outputOf(r)
	if err != nil {
		return nil, err
	}
	request.Paper = output.format.Booklet
	if request.NotIn = r.notIn; r.notIn == nil {
		return s.order(r.Context(), &request, output)
	}
	if err := s.bulk.take(r.Context(), 1); err != nil { // it examines all seeds of the kind
		return nil, err
	}
	defer s.bulk.give(1)
	return s.order(r.Context(), &request, output)
}

// order checks the number of puzzles of a request, and selects the seeds and rungs to
// draw from.
func (s *Server) order(ctx context.Context, request *draw.Request, output output) (*order, error) {
	if err := output.check(request.N); err != nil {
		return nil, err
	}
	o := &order{request.Stream(ctx, s.selections), output}
	return o, o.Err()
}

// requestOf reads the fields of a request. The default number is 1, and the
// default random seed is random.
func requestOf(query url.Values) (draw.Request, error) {
	fields := map[string][]string{}
	for i := range draw.Fields {
		if values, ok := query[draw.Fields[i].Name]; ok {
			fields[draw.Fields[i].Name] = values
		}
	}
	request, err := draw.Parse(fields)
	switch {
	case err != nil:
		return request, err
	case !query.Has("seed") && query.Has("skip"):
		return request, badField("skip", errors.New("name the stream by its random seed, with the parameter seed"))
	case !query.Has("seed"):
		request.RandomSeed = draw.RandomSeed()
	}
	if request.N == 0 {
		request.N = 1
	}
	return request, nil
}

// outputOf reads the format and its options.
func outputOf(r *request) (o output, err error) {
	if o.name, err = chooseFormat(r.Request, r.query.Get("format")); err != nil {
		return o, err
	}
	if err := o.set(r.query); err != nil {
		return o, err
	}
	return o, o.inLanguage(r)
}

// inLanguage notes the language of a book. Without one, it is the one that the header
// Accept-Language asks for.
func (o *output) inLanguage(r *request) error {
	if o.isObject() || !o.format.Heeds(langName) {
		return nil
	}
	o.language = r.language
	if r.query.Has(langName) || o.language == catalogue.English {
		return nil
	}
	setting, err := o.format.Set(langName, o.language)
	o.settings = append(o.settings, setting)
	return err
}

// tell says in the header of an answer with texts in which language they are.
func (o *output) tell(w http.ResponseWriter, r *request) {
	if o.language != "" {
		r.tell(w)
	}
}

// set looks up the format, and reads its options.
func (o *output) set(query url.Values) (err error) {
	if !o.isObject() {
		if o.format, err = pack.FormatNamed(o.name); err != nil {
			return badField("format", err)
		}
	}
	for _, name := range optionNames {
		if !query.Has(name) {
			continue
		}
		if o.isObject() {
			return badField(name, errors.New("a JSON object always has all fields; this is an option of other formats"))
		}
		setting, err := o.format.Set(name, query.Get(name))
		if err != nil {
			return badField(name, err)
		}
		o.settings = append(o.settings, setting)
	}
	if o.isObject() {
		return nil
	}
	if err := o.format.Check(o.settings...); err != nil {
		return badField("format", err)
	}
	if err := o.settings.MustAgree(); err != nil {
		return badField("format", err)
	}
	if o.settings.WantsEffort() {
		return badField("columns", errors.New("effort: the server does not look for the ways of the puzzles that it draws; POST /rate gives them"))
	}
	return nil
}

// check returns an error if an answer cannot hold a number of puzzles.
func (o *output) check(n uint64) error {
	switch most := o.most(); {
	case n > bounds.Estimated && o.settings.WantsPace():
		return badField("n", fmt.Errorf("at most %d at once with minutes or bottlenecks, which the server finds by solving", bounds.Estimated))
	case n <= most:
		return nil
	case most == 1:
		return badField("n", fmt.Errorf("a file of format %s holds one puzzle", o.name))
	case o.isObject():
		return badField("n", fmt.Errorf("at most %d in one object; %d in a format such as jsonl", most, bounds.Streamed))
	default:
		return badField("n", fmt.Errorf("at most %d at once in format %s; a series goes on from there", most, o.name))
	}
}

// most returns the greatest number of puzzles that an answer can hold.
func (o *output) most() uint64 {
	switch {
	case o.isObject():
		return bounds.Objects
	case o.format.Single:
		return 1
	case o.format.Booklet:
		return bounds.Booklet
	}
	return bounds.Streamed
}

// seriesKey names the series of a request: its kind and its order as text.
func seriesKey(r *draw.Request) string {
	of := *r
	of.N, of.Skip = 0, 0
	values := url.Values(of.Values())
	values.Set("seed", strconv.FormatUint(r.RandomSeed, 10)) // even if it is 0
	return values.Encode()
}

// requestOfKey reads the key of a series.
func requestOfKey(key string) (request draw.Request, err error) {
	values, err := url.ParseQuery(key)
	if err != nil {
		return request, badField("key", err)
	}
	for name := range values {
		if name == "n" || name == "skip" || !slices.Contains(kindNames, name) && !slices.Contains(orderNames, name) {
			return request, badField("key", fmt.Errorf("%s: it is not a part of the key of a series", name))
		}
	}
	if !values.Has("seed") {
		return request, badField("key", errors.New("it has no random seed, such as seed=7"))
	}
	if request, err = draw.Parse(values); err != nil {
		return request, badField("key", err)
	}
	return request, nil
}

// nextAddress returns the address of the next puzzles in the series of an order. It is empty
// if a body says which puzzles are left out, and if no number says how many come before.
func (o *order) nextAddress() string {
	after := o.Request.Skip + o.Request.N
	if o.Request.NotIn != nil || after < o.Request.N {
		return ""
	}
	address := url.URL{Path: apiPrefix + "/series/" + seriesKey(&o.Request)}
	query := url.Values{"after": {strconv.FormatUint(after, 10)}, "digest": {o.Selection.Digest()}}
	if o.Request.N != 1 {
		query.Set("n", strconv.FormatUint(o.Request.N, 10))
	}
	if !o.isObject() {
		query.Set("format", o.name)
	}
	for _, setting := range o.settings {
		query.Set(setting.Name, setting.Text)
	}
	address.RawQuery = query.Encode()
	return address.String()
}
