package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ManifestError says what is wrong with a manifest, and where.
type ManifestError struct {
	Line   int // from 1
	Reason error
}

func (e *ManifestError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Reason) }

func (e *ManifestError) Unwrap() error { return e.Reason }

// ReadManifest reads the output of [Manifest.Encode], which may have been edited, and checks
// what it names. Checksums may differ or be missing, and so may numbers of puzzles where
// there are IDs. The error is a [*ManifestError] if the text is a manifest at all.
func ReadManifest(r io.Reader) (*Manifest, error) {
	limited := bufio.NewReader(io.LimitReader(r, bounds.Manifest+1))
	head, ok := beginning(limited)
	if !ok { // before all is read
		return nil, errors.New("not a manifest of a pack")
	}
	text, err := io.ReadAll(io.MultiReader(bytes.NewReader(head), limited))
	if err == nil {
		err = bounds.Check("the manifest of a pack", int64(len(text)), bounds.Manifest, bounds.Bytes)
	}
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if err := checkFields(text); err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := m.decode(text); err != nil {
		return nil, located(text, err)
	}
	if err := m.valid(); err != nil {
		return nil, located(text, err)
	}
	if len(m.Parts) == 0 {
		return nil, located(text, &misplaced{place{"parts"}, errors.New("a pack has at least one part")})
	}
	return m, nil
}

// beginning reads the white space at the beginning of a text, and reports whether { follows.
func beginning(text *bufio.Reader) (space []byte, ok bool) {
	for {
		r, _, err := text.ReadRune()
		switch {
		case err != nil || r == '{':
			_ = text.UnreadRune() // r, if there is one
			return space, err == nil
		case !strings.ContainsRune(" \t\r\n", r) && (r != '\ufeff' || len(space) > 0):
			return space, false
		}
		space = utf8.AppendRune(space, r)
	}
}

// manifestText is a manifest whose parts and requests are decoded one by one, so that errors
// have their places.
type manifestText struct {
	*plainManifest
	Request json.RawMessage `json:"request"`
	Options json.RawMessage `json:"options"`
	Parts   []partText      `json:"parts"`
}

type plainManifest Manifest // without methods

// decode reads a text whose fields are known.
func (m *Manifest) decode(text []byte) error {
	raw := manifestText{plainManifest: (*plainManifest)(m)}
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	var field *draw.FieldError
	switch err := unmarshal(raw.Request, &m.Request); {
	case errors.As(err, &field):
		return &misplaced{place{"request", field.Field}, err}
	case err != nil:
		return &misplaced{place{"request"}, err}
	}
	if err := unmarshal(raw.Options, &m.Options); err != nil {
		return &misplaced{place{"options"}, err}
	}
	printed := map[seed.ID]string{}
	for i := range raw.Parts {
		at := place{"parts", i}
		part, err := raw.Parts[i].decoded(m.Format, at)
		if err == nil {
			err = raw.Parts[i].mustBeNew(&part, at, printed)
		}
		if err != nil {
			return err
		}
		m.Parts = append(m.Parts, part)
	}
	return nil
}

// unmarshal reads a value that may be missing.
func unmarshal(text json.RawMessage, to any) error {
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, to)
}

// decoded returns the part of a text. Where there are IDs, their number counts.
func (t *partText) decoded(format string, at place) (Part, error) {
	p := Part{Puzzles: t.Puzzles, Files: t.Files, IDs: t.IDs, Draws: t.Draws}
	if t.Files == nil {
		p.Files = []File{{Name: t.Name, Format: format}}
		if t.SHA256 != nil {
			p.Files[0].SHA256 = *t.SHA256
		}
	}
	if len(p.Files) == 0 {
		return p, &misplaced{at.and("files"), errors.New("a part has at least one file")}
	}
	if len(t.Days) > 0 && len(t.IDs) > 0 {
		return p, &misplaced{at.and("ids"), errors.New("the days have the IDs")}
	}
	for i, day := range t.Days {
		date, err := time.Parse(time.DateOnly, day.Date)
		switch last := len(p.Dates) - 1; {
		case err != nil:
			err = fmt.Errorf("%q is not a day such as 2027-01-31", day.Date)
		case last >= 0 && date.Equal(p.Dates[last]):
			err = fmt.Errorf("the day %s is given twice", day.Date)
		case last >= 0 && date.Before(p.Dates[last]):
			err = fmt.Errorf("%s comes after %s", day.Date, p.Dates[last].Format(time.DateOnly))
		}
		if err != nil {
			return p, &misplaced{at.and("days", i, "date"), err}
		}
		for _, id := range day.IDs {
			p.IDs, p.Dates = append(p.IDs, id), append(p.Dates, date)
		}
	}
	for i, id := range p.IDs {
		if _, err := seed.ParseID(id); err != nil {
			return p, &misplaced{at.and(t.placeOfID(i)...), fmt.Errorf("puzzle %d of %s: %w", i+1, p.Files[0].Name, err)}
		}
	}
	if len(p.IDs) == 0 && (t.IDs != nil || t.Days != nil) {
		return p, &misplaced{at, errors.New("this part has no puzzle: take the part away")}
	}
	if len(p.IDs) > 0 {
		p.Puzzles = uint64(len(p.IDs))
	}
	return p, nil
}

// mustBeNew returns an error if a puzzle of a part is printed before, and adds the places of
// its puzzles to printed. In a calendar, and in a part of one draw that promises different
// seeds, it is also an error if two puzzles are of the same one. In a part of several such draws,
// it is an error if two puzzles are isomorphs.
func (t *partText) mustBeNew(p *Part, at place, printed map[seed.ID]string) error {
	seeds, isomorphs, apart := map[seed.Key]string{}, map[seed.ID]string{}, p.apart()
	distinct := p.Dates != nil || len(p.Draws) == 1 && p.Draws[0].Distinct
	for i, text := range p.IDs {
		id, _ := seed.ParseID(text) // it is one: decoded has checked it
		class := seed.ID{Seed: id.Seed, Added: id.Added}
		here := fmt.Sprintf("puzzle %d of %s", i+1, p.Files[0].Name)
		var err error
		if before, ok := printed[id]; ok {
			err = fmt.Errorf("%s is %s too, and no puzzle comes twice in a pack", here, before)
		} else if before, ok := seeds[id.Seed]; ok && distinct {
			err = fmt.Errorf("%s is of the same seed as %s, and this part promises different ones", here, before)
		} else if before, ok := isomorphs[class]; ok && apart {
			err = fmt.Errorf("%s is an isomorph of %s, and this part promises different ones", here, before)
		}
		if err != nil {
			return &misplaced{at.and(t.placeOfID(i)...), err}
		}
		printed[id], seeds[id.Seed], isomorphs[class] = here, here, here
	}
	return nil
}

// apart reports whether the draws of a part promise that no two of its puzzles are isomorphs: those
// of a draw are of different seeds, and a later draw has other puzzles of them.
func (p *Part) apart() bool {
	for i := range p.Draws {
		if d := &p.Draws[i]; !d.Distinct || i > 0 && !d.Apart {
			return false
		}
	}
	return len(p.Draws) > 0
}

// placeOfID returns the place of the ID of a puzzle, counted from 0.
func (t *partText) placeOfID(i int) place {
	for k, day := range t.Days {
		if i < len(day.IDs) {
			return place{"days", k, "ids", i}
		}
		i -= len(day.IDs)
	}
	return place{"ids", i}
}

// valid returns an error if something that m names does not exist or cannot be made.
func (m *Manifest) valid() error {
	named, err := pack.SeveralNamed(m.Format)
	if err != nil {
		return &misplaced{place{"format"}, err}
	}
	formats := slices.Clone(named)
	if m.Compress != "" && m.Compress != file.Zst {
		return &misplaced{place{"compress"}, fmt.Errorf("compressed by %q: only %q is known", m.Compress, file.Zst)}
	}
	if m.Order != ByLevel && !slices.Contains(Orders(), string(m.Order)) {
		return &misplaced{place{"order"}, &phrase.UnknownError{Kind: "order", Given: string(m.Order), Known: Orders()}}
	}
	names := map[string]bool{}
	for i := range m.Parts {
		if formats, err = m.Parts[i].valid(place{"parts", i}, formats, names); err != nil {
			return err
		}
	}
	if wrong := checkSettings(formats, m.Options); wrong != nil {
		return &misplaced{place{"options", wrong.Option}, wrong.Reason}
	}
	return m.heeded(named)
}

// heeded returns an error if the files would not have what m asks for: puzzles are drawn only
// for parts without IDs, and the files of parts have their own formats.
func (m *Manifest) heeded(formats pack.Several) error {
	drawn, used := false, map[string]bool{}
	for i := range m.Parts {
		part := &m.Parts[i]
		drawn = drawn || len(part.IDs) == 0
		if len(part.IDs) == 0 && part.Puzzles <= MaxIDs && m.Asked != "" { // it had them when it was written
			return &misplaced{place{"parts", i}, errors.New("this part lacks the IDs of its puzzles, and other puzzles might be drawn without them: put them back, or take the part away")}
		}
		for _, f := range part.Files {
			format, _ := pack.FormatNamed(f.Format) // it is one: valid has checked it
			used[format.Name] = true
		}
	}
	if !drawn && m.Asked != "" && m.Asked != m.asked() {
		return &misplaced{place{"request"}, errors.New("the request or the order was edited, but the IDs say which puzzles the pack has, and in which order: edit these")}
	}
	for _, format := range formats {
		if len(m.Parts) > 0 && !used[format.Name] {
			return &misplaced{place{"format"}, fmt.Errorf("no file has the format %s: add one to the files of the parts, or take the format away here", format.Name)}
		}
	}
	return nil
}

// valid checks the files of a part. It adds their formats to others and their names to names.
func (p *Part) valid(at place, formats pack.Several, names map[string]bool) (pack.Several, error) {
	if len(p.IDs) == 0 && tooMany(p.Draws) {
		return nil, &misplaced{at, fmt.Errorf("more puzzles than can be counted")}
	}
	if len(p.IDs) > MaxIDs {
		return nil, &misplaced{at, fmt.Errorf("%s with IDs: a part has at most %d", phrase.Count(len(p.IDs), "puzzle"), MaxIDs)}
	}
	if len(p.Files) != 1 && p.Puzzles > MaxIDs {
		return nil, &misplaced{at, fmt.Errorf("several files of %d puzzles: there are at most %d", p.Puzzles, MaxIDs)}
	}
	for i := range p.Files {
		f, at := &p.Files[i], at.and("files", i)
		format, err := pack.FormatNamed(f.Format)
		if err == nil {
			err = mustFit(f.Name, &format)
		}
		if err != nil {
			return nil, &misplaced{at.and("format"), err}
		}
		if format.Single && p.Dates == nil { // its files end in their numbers
			f.Name = strings.TrimSuffix(f.Name, "."+format.Extension)
		}
		if !slices.ContainsFunc(formats, func(known pack.Format) bool { return known.Name == format.Name }) {
			formats = append(formats, format)
		}
		switch kind := f.Name + "/" + format.Extension; {
		case !isFileName(f.Name):
			err = fmt.Errorf("%q is not the name of a file", f.Name)
		case names[kind]:
			err = fmt.Errorf("another file has the name %q", f.Name)
		case format.Single && p.Puzzles > bounds.Files:
			err = fmt.Errorf("%s has %s, each a file: more than %d", f.Name, phrase.Count(p.Puzzles, "puzzle"), bounds.Files)
		default:
			names[kind] = true
		}
		if err != nil {
			return nil, &misplaced{at.and("name"), err}
		}
		if err := p.validDays(f, at); err != nil {
			return nil, err
		}
	}
	if drawn := puzzlesOf(p.Draws); len(p.IDs) == 0 && p.Puzzles != drawn {
		return nil, &misplaced{at, fmt.Errorf("%s has %s, but its draws have %d", p.Files[0].Name, phrase.Count(p.Puzzles, "puzzle"), drawn)}
	}
	if p.Puzzles == 0 {
		return nil, &misplaced{at, fmt.Errorf("%s has no puzzle: take this part away", p.Files[0].Name)}
	}
	return formats, nil
}

// mustFit returns an error if the name of a file ends in the extension of other formats.
func mustFit(name string, format *pack.Format) error {
	ending := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(name, "."+file.Zst)), ".")
	ofOthers := slices.ContainsFunc(pack.Formats, func(f pack.Format) bool { return f.Extension == ending })
	if format.Single || !ofOthers || format.Extension == ending {
		return nil
	}
	return fmt.Errorf("%s ends in .%s, and files of format %s end in .%s", name, ending, format.Name, format.Extension)
}

// validDays returns an error if a file has none of the days of a calendar.
func (p *Part) validDays(f *File, at place) error {
	for _, end := range []struct{ field, day string }{{"from", f.From}, {"to", f.To}} {
		if end.day == "" {
			continue
		}
		if _, err := time.Parse(time.DateOnly, end.day); err != nil {
			return &misplaced{at.and(end.field), fmt.Errorf("%q is not a day such as 2027-01-31", end.day)}
		}
		if first, last := p.has(f); p.Dates == nil || first == last {
			return &misplaced{at.and(end.field), fmt.Errorf("no day of the calendar is left for %s: take it out of the files", f.Name)}
		}
	}
	return nil
}
