package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// manifest says what a pack is, so fully that it can be made again.
type manifest struct {
	Program    string        `json:"program"`
	Rater      int           `json:"rater"` // version of the rating rules
	Licence    string        `json:"licence"`
	Selection  selection     `json:"selection"`
	RandomSeed uint64        `json:"random_seed"`
	Order      string        `json:"order,omitempty"`
	Format     string        `json:"format"`
	Compress   string        `json:"compress,omitempty"`
	Options    pack.Settings `json:"options"`
	Parts      []part        `json:"parts"`
}

// licence is that of the puzzles, as of everything that the project gives away.
const licence = "MIT"

// selection is what was asked for, as on the command line.
type selection struct {
	Levels     string   `json:"levels,omitempty"`
	ER         string   `json:"er,omitempty"`
	Clues      string   `json:"clues,omitempty"`
	Techniques []string `json:"techniques,omitempty"`
	Hardest    []string `json:"hardest,omitempty"`
	Without    []string `json:"without,omitempty"`
}

// part is a file of a pack, or a file for each puzzle if the format wants that.
type part struct {
	Name    string `json:"name"` // of the file, or what the names of the files begin with
	Puzzles uint64 `json:"puzzles"`
	SHA256  string `json:"sha256"` // of the file, or of all files one behind the other

	// IDs are those of the puzzles, in order. They are left out of a part of
	// more than maxIDs puzzles: it is made again from its draws, by a bank that
	// has not changed.
	IDs   []string `json:"ids,omitempty"`
	Draws []draw   `json:"draws,omitempty"`
}

// maxIDs is the greatest number of puzzles whose IDs a manifest lists.
const maxIDs = 100_000

// draw is puzzles of a kind that a part holds.
type draw struct {
	Level    rating.Level `json:"level,omitempty"` // 0: all of the selection
	Puzzles  uint64       `json:"puzzles"`
	Distinct bool         `json:"distinct"` // each from another seed
}

func (m *manifest) write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(m)
}

// readManifest reads a manifest and checks that it can be followed.
func readManifest(path string) (*manifest, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	m := &manifest{}
	if err := decoder.Decode(m); err != nil {
		return nil, fmt.Errorf("%s is not a manifest of a pack: %w", path, err)
	}
	for _, part := range m.Parts {
		if !filepath.IsLocal(part.Name) || filepath.Base(part.Name) != part.Name {
			return nil, fmt.Errorf("%s: %q is no name of a file", path, part.Name)
		}
		if len(part.IDs) > 0 && uint64(len(part.IDs)) != part.Puzzles {
			return nil, fmt.Errorf("%s: %s has %d puzzles but %d IDs", path, part.Name, part.Puzzles, len(part.IDs))
		}
	}
	format, err := pack.FormatNamed(m.Format)
	if err == nil {
		err = format.Check(m.Options...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// filter returns what the selection asks for.
func (s *selection) filter() (f seedbank.Filter, err error) {
	for _, field := range []struct {
		name, text string
		parse      func(string) error
	}{
		{"level", s.Levels, func(text string) (err error) {
			f.Levels.Low, f.Levels.High, err = parseLevels(text)
			return err
		}},
		{"er", s.ER, func(text string) (err error) {
			f.ER.Low, f.ER.High, err = parseRange(text, 10, rating.MaxTenths, rating.ParseTenths)
			return err
		}},
		{"clues", s.Clues, func(text string) (err error) {
			f.Clues.Low, f.Clues.High, err = parseClues(text)
			return err
		}},
	} {
		if field.text == "" {
			continue
		}
		if err := field.parse(field.text); err != nil {
			return f, fmt.Errorf("--%s: %w", field.name, err)
		}
	}
	for _, list := range []struct {
		name  string
		names []string
		to    *[]rating.Technique
	}{{"technique", s.Techniques, &f.Uses}, {"hardest", s.Hardest, &f.Hardest}, {"without", s.Without, &f.Without}} {
		if *list.to, err = parseTechniques(list.names); err != nil {
			return f, fmt.Errorf("--%s: %w", list.name, err)
		}
	}
	f.Rungs = s.Clues != ""
	return f, nil
}
