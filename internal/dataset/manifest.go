package dataset

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/bounds"
	written "github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ManifestName is the name of the file with the manifest of a data set.
const ManifestName = "manifest.json"

// Manifest describes a data set and the shards that are written. It is stored as
// JSON.
type Manifest struct {
	Program string  `json:"program"`
	Command string  `json:"command"`
	Rater   int     `json:"rater"` // version of the rating rules
	Licence string  `json:"licence"`
	Options Options `json:"options"`

	Seeds  uint64  `json:"seeds"` // number of seeds of the kind in the bank
	Parts  []Set   `json:"parts"`
	Shards []Shard `json:"shards"`          // those that are written, in their order
	Proof  *Proof  `json:"proof,omitempty"` // of all shards; nil until all are written
}

// Set describes the seeds of a part of a data set.
type Set struct {
	Part   Part   `json:"part"`
	Rows   uint64 `json:"rows"`
	Seeds  uint64 `json:"seeds"`
	SHA256 string `json:"sha256"` // of the names of the seeds in their order, each on a line with which of its rungs it has
}

// Shard is a set of files with some rows of a part.
type Shard struct {
	Part  Part           `json:"part"`
	First uint64         `json:"first"` // row
	Rows  uint64         `json:"rows"`
	Files []written.File `json:"files"`
	Tally Tally          `json:"tally"`
}

// Tally counts rows.
type Tally struct {
	Minimal uint64                   `json:"minimal"` // without added clues
	ByER    map[rating.Tenths]uint64 `json:"by_er"`
	ByClues map[int]uint64           `json:"by_clues"`
}

func newTally() Tally {
	return Tally{ByER: map[rating.Tenths]uint64{}, ByClues: map[int]uint64{}}
}

// tallyOfRows counts some rows.
func tallyOfRows(rows []row) Tally {
	t := newTally()
	for i := range rows {
		r := &rows[i]
		t.ByER[r.er]++
		t.ByClues[int(r.clues)]++
		if r.Isomorph.(*seed.Isomorph).Pick().Added() == 0 {
			t.Minimal++
		}
	}
	return t
}

// add adds the rows of another tally.
func (t *Tally) add(other *Tally) {
	t.Minimal += other.Minimal
	for er, n := range other.ByER {
		t.ByER[er] += n
	}
	for clues, n := range other.ByClues {
		t.ByClues[clues] += n
	}
}

// byLevel returns the rows of each level.
func (t *Tally) byLevel() (rows [rating.NumLevels + 1]uint64) {
	for er, n := range t.ByER {
		rows[rating.LevelOf(er)] += n
	}
	return rows
}

// tallyOf returns the tally of a part.
func (m *Manifest) tallyOf(part Part) Tally {
	sum := newTally()
	for i := range m.Shards {
		if m.Shards[i].Part == part {
			sum.add(&m.Shards[i].Tally)
		}
	}
	return sum
}

// Encode writes m as JSON.
func (m *Manifest) Encode(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(m)
}

// ReadManifest reads what [Manifest.Encode] writes.
func ReadManifest(r io.Reader) (*Manifest, error) {
	var m Manifest
	if err := json.NewDecoder(io.LimitReader(r, bounds.Manifest)).Decode(&m); err != nil {
		return nil, fmt.Errorf("not a manifest of a data set: %w", err)
	}
	if err := m.Options.Check(); err != nil {
		return nil, fmt.Errorf("not a manifest of a data set: %w", err)
	}
	return &m, nil
}
