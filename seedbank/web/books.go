package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// wishes say what a book is to be: which puzzles, and how they are set.
type wishes struct {
	Request  kindOfBook    `json:"request"`
	PerLevel uint64        `json:"per_level"`
	N        uint64        `json:"n"`
	Calendar string        `json:"calendar"`
	Week     string        `json:"week"`
	Order    export.Order  `json:"order"`
	Format   string        `json:"format"`
	Name     string        `json:"name"`
	Options  optionsOfBook `json:"options"`
}

// optionsOfBook says how a book is set.
type optionsOfBook struct{ pack.Settings }

// UnmarshalJSON reads settings. An error is one of the member options.
func (o *optionsOfBook) UnmarshalJSON(text []byte) error {
	if err := o.Settings.UnmarshalJSON(text); err != nil {
		return &examine.PositionError{Field: "options", Reason: err}
	}
	return nil
}

// kindOfBook says which puzzles a book has.
type kindOfBook struct {
	draw.Request
	named map[string]json.RawMessage // its fields
}

// UnmarshalJSON reads a request, and which fields it names.
func (k *kindOfBook) UnmarshalJSON(text []byte) error {
	if err := k.Request.UnmarshalJSON(text); err != nil {
		return err
	}
	return json.Unmarshal(text, &k.named)
}

// check refuses the fields that a book has no use for. Without a random seed, it draws one.
func (k *kindOfBook) check() error {
	for _, name := range []string{"n", "skip", "distinct"} {
		if _, named := k.named[name]; named {
			return badField(name, errors.New("a book begins a stream, of different seeds while there are any: leave it out of the request"))
		}
	}
	if _, named := k.named["seed"]; !named {
		k.RandomSeed = draw.RandomSeed()
	}
	return nil
}

// exportOptions returns the wishes as options of a pack.
func (b *wishes) exportOptions() (options export.Options, err error) {
	if err := b.Request.check(); err != nil {
		return options, err
	}
	options = export.Options{
		Request: b.Request.Request, PerLevel: b.PerLevel, Order: b.Order, Format: b.Format, Name: b.Name, Settings: b.Options.Settings,
		Program: "seedoku " + buildinfo.Module(),
	}
	options.Request.N = b.N
	format, err := pack.FormatNamed(b.Format)
	switch {
	case err != nil:
		return options, badField("format", err)
	case !format.Booklet:
		return options, badField("format", fmt.Errorf("%s is no book", b.Format))
	}
	if b.Calendar == "" {
		if b.Week != "" {
			return options, badField("week", errors.New("say the days with calendar"))
		}
		options.File, options.Name = cmp.Or(b.Name, "sudoku")+"."+format.Extension, ""
		return options, nil
	}
	options.Calendar = &export.Calendar{}
	if options.Calendar.From, options.Calendar.To, err = export.ParseDays(b.Calendar); err != nil {
		return options, badField("calendar", err)
	}
	if b.Week != "" {
		if options.Calendar.Week, err = export.ParseWeek(b.Week); err != nil {
			return options, badField("week", err)
		}
	}
	return options, nil
}

// number names the wish that says how many puzzles a book has.
func (b *wishes) number() string {
	switch {
	case b.Calendar != "":
		return "calendar"
	case b.PerLevel > 0:
		return "per_level"
	}
	return "n"
}

// planBook chooses the puzzles of a book.
func (s *Server) planBook(w http.ResponseWriter, r *request, body []byte) error {
	var asked wishes
	if err := decodeObject(body, &asked); err != nil {
		return err
	}
	options, err := asked.exportOptions()
	if err != nil {
		return err
	}
	var m *export.Manifest
	err = s.bulk.inTurn(r.Context(), func() (err error) {
		if options.Puzzles() > bounds.Booklet { // a calendar of thousands of years takes a while to count
			return badField(asked.number(), fmt.Errorf("at most %d puzzles in a book", bounds.Booklet))
		}
		if m, err = export.Plan(r.Context(), s.bank, options); err == nil {
			err = m.Draw(r.Context(), s.bank)
		}
		return err
	})
	if err != nil {
		return wrongWish(err)
	}
	var text bytes.Buffer
	if err := m.Encode(&text); err != nil {
		return internalError{err}
	}
	w.Header().Set("Cache-Control", "no-store")
	return sendBody(w, jsonType, text.Bytes())
}

// bookSize returns an error if a book is too large, or more than one.
func bookSize(m *export.Manifest) error {
	switch {
	case m.Puzzles() > bounds.Booklet:
		return badField("n", fmt.Errorf("at most %d puzzles in a book, not %d", bounds.Booklet, m.Puzzles()))
	case len(m.Parts) != 1 || len(m.Parts[0].Files) != 1:
		return badField("parts", errors.New("want one book, not several"))
	}
	return nil
}

// makeBook makes the book of a manifest.
func (s *Server) makeBook(w http.ResponseWriter, r *request, body []byte) error {
	m, err := export.ReadManifest(bytes.NewReader(body))
	if err != nil {
		return &statusError{http.StatusUnprocessableEntity, "", err}
	}
	format, err := pack.FormatNamed(m.Format)
	if err != nil || !format.Booklet || m.Compress != "" {
		return badField("format", fmt.Errorf("%q is no book", m.Format))
	}
	if err := bookSize(m); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", fmt.Sprintf(`inline; filename=%q`, m.Parts[0].Files[0].Name))
	w.Header().Set("Cache-Control", "no-store")
	return wrongWish(s.sendBook(w, r.Request, format.Name, m.Puzzles(), func(to io.Writer) error { return m.WriteTo(r.Context(), s.bank, to) }))
}

// wrongWish returns an error about an option of a book as one about its member of the wishes.
func wrongWish(err error) error {
	if option, ok := errors.AsType[*export.OptionError](err); ok {
		if option.Option == "per-level" {
			return badField("per_level", option.Reason)
		}
		return badField(option.Option, option.Reason)
	}
	return err
}
