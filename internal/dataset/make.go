package dataset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/table/card"
	written "github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// ErrTaken says that a folder holds another data set, or files of the same names.
var ErrTaken = errors.New("another data set is in the way")

// ErrStray says that a folder has a shard that no manifest names. It wraps [ErrTaken], and
// [Run.Force] does not help.
var ErrStray = fmt.Errorf("%w: a stray shard", ErrTaken)

// Run has the options of a run that do not influence the data set. The functions
// may be nil.
type Run struct {
	Program string // name and version, for the card
	Command string // the command line, for the card
	Workers int    // number of goroutines; 0 means one for each core
	Force   bool   // replaces the files of another data set

	Wrote  func(path string)                // is called for each file
	Report func(part Part, done, of uint64) // is called from time to time with the number of rows written
	Proved func(done, of uint64)            // is called from time to time with the number of rows read back
}

// Make writes a data set into a folder, which is made if need be. Shards that an
// earlier run of the same options on the same bank has finished are kept. If
// another data set is there, the error wraps [ErrTaken], unless [Run.Force] is set.
// At the end it reads all files, and describes them only if they are what package
// dataset promises; else the error is a [*FalseError].
func Make(ctx context.Context, bank *seedbank.Bank, folder string, options Options, run Run) (*Manifest, error) {
	if err := options.Check(); err != nil {
		return nil, err
	}
	from, err := readLibrary(ctx, bank, &options, run.Workers)
	if err != nil {
		return nil, err
	}
	divided, err := divide(ctx, from.entries, &options, run.Workers, from.seed)
	if err != nil {
		return nil, err
	}
	m := &maker{library: from, path: folder, split: divided, run: run}
	m.manifest = Manifest{
		Program: run.Program, Command: run.Command, Rater: rating.Version, Licence: card.Licence,
		Options: options, Seeds: uint64(len(from.entries)), Parts: setsOf(divided, &options),
	}
	if m.folder, err = atomicfile.OpenFolder(folder); err != nil {
		return nil, err
	}
	if m.before, err = m.earlier(); err != nil {
		return nil, err
	}
	return &m.manifest, m.make(ctx)
}

// setsOf describes the parts that have rows.
func setsOf(s split, o *Options) (sets []Set) {
	for _, part := range parts {
		entries := s.entries[part]
		if len(entries) == 0 {
			continue
		}
		sum := sha256.New()
		for _, e := range entries {
			fmt.Fprintln(sum, e.key, s.places[e.key])
		}
		sets = append(sets, Set{part, o.rows(part), uint64(len(entries)), hex.EncodeToString(sum.Sum(nil))})
	}
	return sets
}

// maker makes one data set.
type maker struct {
	library  *library
	path     string
	folder   atomicfile.Folder
	split    split
	run      Run
	manifest Manifest
	before   []Shard // shards that an earlier run has finished
}

// earlier returns the shards that an earlier run has finished.
func (m *maker) earlier() ([]Shard, error) {
	if m.run.Force {
		return nil, m.removeEarlier()
	}
	file, err := os.Open(filepath.Join(m.path, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, m.mustBeNew()
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	old, err := ReadManifest(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", file.Name(), ErrTaken, err)
	}
	sameOptions := normal(&old.Options) == normal(&m.manifest.Options)
	sameSeeds := slices.Equal(old.Parts, m.manifest.Parts) && old.Rater == m.manifest.Rater
	switch {
	case len(old.Shards) == 0 && !(sameOptions && sameSeeds): // it was interrupted before the first shard
		return nil, m.mustBeNew()
	case !sameOptions:
		return nil, fmt.Errorf("%s: %w: it was made with other options", m.path, ErrTaken)
	case !sameSeeds:
		return nil, fmt.Errorf("%s: %w: it was made of other seeds, because the bank has changed", m.path, ErrTaken)
	}
	return old.Shards, m.mustHaveNoShardBut(m.shardNames())
}

// removeEarlier removes the files of another data set, the manifest first: what is left of it
// would be taken for a part of the new one. A manifest that cannot be read names none.
func (m *maker) removeEarlier() error {
	path := filepath.Join(m.path, ManifestName)
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var earlier []string
	if old, err := ReadManifest(bytes.NewReader(text)); err == nil {
		for _, f := range old.files() {
			if filepath.Base(f.Name) == f.Name { // it is in the folder
				earlier = append(earlier, f.Name)
			}
		}
	}
	if err := m.mustHaveNoShardBut(append(m.shardNames(), earlier...)); err != nil {
		return err
	}
	for _, name := range append([]string{ManifestName}, earlier...) {
		if err := os.Remove(filepath.Join(m.path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// normal returns options as text. Equivalent options have the same text.
func normal(o *Options) string {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // nothing in options can fail
	}
	return string(text)
}

// mustBeNew returns an error if the folder has a file that could be one of a data set.
func (m *maker) mustBeNew() error {
	for _, name := range []string{card.Name, HistogramName, written.SumsName} {
		if _, err := os.Lstat(filepath.Join(m.path, name)); err == nil {
			return m.taken(name)
		}
	}
	return m.mustHaveNoShardBut(nil)
}

// mustHaveNoShardBut returns an error if the folder has a file that could be a shard and has none
// of these names. Whoever reads all shards in the folder would read it too.
func (m *maker) mustHaveNoShardBut(names []string) error {
	own, planned := slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(m.shardNames()))
	entries, err := os.ReadDir(m.path)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if _, isOwn := slices.BinarySearch(own, name); isOwn || !shardName.MatchString(name) {
			continue
		}
		if _, isPlanned := slices.BinarySearch(planned, name); isPlanned {
			return m.taken(name)
		}
		return fmt.Errorf("%w, %s, which no manifest names", ErrStray, filepath.Join(m.path, name))
	}
	return nil
}

// shardNames returns the names of the files of all shards.
func (m *maker) shardNames() (names []string) {
	for _, s := range m.planned() {
		for _, f := range m.formats() {
			for i := range f.files {
				names = append(names, m.nameOf(&s, &f.files[i]))
			}
		}
	}
	return names
}

func (m *maker) taken(name string) error {
	return fmt.Errorf("%w: there is a file %s that no manifest names", ErrTaken, filepath.Join(m.path, name))
}

// formats returns the formats of the options, which have been checked.
func (m *maker) formats() (list []*format) {
	for _, name := range m.manifest.Options.Formats {
		f, _ := formatNamed(name)
		list = append(list, f)
	}
	return list
}

// planned returns all shards before they are written.
func (m *maker) planned() (shards []Shard) {
	for _, set := range m.manifest.Parts {
		size := m.manifest.Options.ShardSize
		if size == 0 {
			size = set.Rows
		}
		for first := uint64(0); first < set.Rows; first += size {
			shards = append(shards, Shard{Part: set.Part, First: first, Rows: min(size, set.Rows-first)})
		}
	}
	return shards
}

// shardName matches the names that nameOf gives, in any format.
var shardName = regexp.MustCompile(`^(train|test|validation)(-(wide|ways|inputs|labels|er))?(-[0-9]{5,}-of-[0-9]{5,})?\.(csv|npy|jsonl|parquet)$`)

// nameOf names a file of a shard, such as train.csv or train-00002-of-00010.csv.
func (m *maker) nameOf(s *Shard, f *file) string {
	size, rows := m.manifest.Options.ShardSize, m.manifest.Options.rows(s.Part)
	if size == 0 {
		return string(s.Part) + f.suffix + "." + f.extension
	}
	return fmt.Sprintf("%s%s-%05d-of-%05d.%s", s.Part, f.suffix, s.First/size+1, (rows+size-1)/size, f.extension)
}

// make writes the missing shards, proves all shards, and writes the card. It writes the manifest
// first, by which the next run recognizes the files of a run that was killed.
func (m *maker) make(ctx context.Context) error {
	if len(m.before) == 0 {
		if err := m.folder.WriteFile(ManifestName, m.manifest.Encode); err != nil {
			return err
		}
	}
	for _, s := range m.planned() {
		if old := m.kept(&s); old != nil {
			m.manifest.Shards = append(m.manifest.Shards, *old)
			continue
		}
		if err := m.writeShard(ctx, &s); err != nil {
			return err
		}
		m.manifest.Shards = append(m.manifest.Shards, s)
		if err := m.folder.WriteFile(ManifestName, m.manifest.Encode); err != nil {
			return err
		}
	}
	m.library, m.split = nil, split{} // the proof needs their memory
	proof, err := m.prove(ctx)
	if err != nil {
		return err
	}
	m.manifest.Proof = proof
	for _, last := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{HistogramName, m.manifest.writeHistogram}, {card.Name, m.manifest.card().Write},
		{written.SumsName, written.Sums(m.manifest.files())}, {ManifestName, m.manifest.Encode},
	} {
		if err := m.folder.WriteFile(last.name, last.write); err != nil {
			return err
		}
		m.wrote(last.name)
	}
	return nil
}

func (m *maker) wrote(name string) {
	if m.run.Wrote != nil {
		m.run.Wrote(filepath.Join(m.path, name))
	}
}

// kept returns the shard of an earlier run if its files are unchanged, else nil.
func (m *maker) kept(s *Shard) *Shard {
	for i := range m.before {
		old := &m.before[i]
		if old.Part != s.Part || old.First != s.First || old.Rows != s.Rows {
			continue
		}
		for _, f := range old.Files {
			if sum, err := written.SumOf(m.path, f.Name); err != nil || sum != f.SHA256 {
				return nil
			}
		}
		return old
	}
	return nil
}

// writeShard writes the files of a shard, and records them in s.
func (m *maker) writeShard(ctx context.Context, s *Shard) error {
	w := &shardWriter{maker: m, shard: s, formats: m.formats()}
	for _, f := range w.formats {
		for i := range f.files {
			w.outputs = append(w.outputs, &output{file: &f.files[i], name: m.nameOf(s, &f.files[i])})
		}
	}
	s.Tally = newTally()
	if err := w.open(0, func() error { return w.writeRows(ctx) }); err != nil {
		return err
	}
	for _, out := range w.outputs {
		m.wrote(out.name)
	}
	return nil
}

// shardWriter writes the files of a shard together.
type shardWriter struct {
	maker   *maker
	shard   *Shard
	formats []*format
	outputs []*output
	failed  error // the first error, so that no file but its own is named in it
}

// output is a file that is being written.
type output struct {
	file   *file
	name   string
	writer fileWriter
}

// open opens the outputs from number i on, calls then, and closes them.
func (w *shardWriter) open(i int, then func() error) error {
	if i == len(w.outputs) {
		w.failed = then()
		return w.failed
	}
	out := w.outputs[i]
	whole, err := written.Write(w.maker.folder, out.name, func(to io.Writer) (err error) {
		if out.writer, err = out.file.open(to, w.shard.Rows); err != nil {
			return err
		}
		if err := w.open(i+1, then); err != nil {
			return err
		}
		return out.writer.Close()
	})
	if err != nil && w.failed == nil {
		w.failed = err
	}
	w.shard.Files = slices.Insert(w.shard.Files, 0, whole) // the last is closed first
	return w.failed
}

// made is a chunk with its rows and their text for each output.
type made struct {
	rows  []row
	texts [][]byte
	tally Tally
	err   error
}

// newMaker returns a function of one worker that makes the texts of rows.
func (w *shardWriter) newMaker() func(*made) error {
	var prepare []func(*row) error
	for _, f := range w.formats {
		if f.prepare != nil {
			prepare = append(prepare, f.prepare())
		}
	}
	return func(m *made) error {
		for r := range m.rows {
			for _, ready := range prepare {
				if err := ready(&m.rows[r]); err != nil {
					return err
				}
			}
		}
		if m.texts == nil {
			m.texts = make([][]byte, len(w.outputs))
		}
		for i, out := range w.outputs {
			text := m.texts[i][:0]
			for r := 0; out.file.append != nil && r < len(m.rows); r++ {
				text = out.file.append(text, &m.rows[r])
			}
			m.texts[i] = text
		}
		return nil
	}
}

// writeRows writes all rows of a shard: several workers make texts of them.
func (w *shardWriter) writeRows(ctx context.Context) error {
	m, s := w.maker, w.shard
	from := rows{
		library: m.library, kind: kindOf(&m.manifest.Options),
		entries: m.split.entries[s.Part], places: m.split.places, copies: m.manifest.Options.copies(s.Part), workers: m.run.Workers,
	}
	type item struct {
		chunk chunk
		err   error
	}
	most := uint64(chunkRows)
	if slices.ContainsFunc(w.formats, func(f *format) bool { return f.prepare != nil }) {
		most = preparedRows
	}
	items := func(yield func(item) bool) {
		for chunk, err := range from.chunks(ctx, s.First, s.First+s.Rows, most) {
			if !yield(item{chunk, err}) {
				return
			}
		}
	}
	spare := make(chan made, 64) // chunks whose memory can be reused
	newWork := func() func(item) made {
		worker := w.newMaker()
		return func(next item) (c made) {
			if next.err != nil {
				return made{err: next.err}
			}
			select {
			case c = <-spare:
			default:
			}
			c.rows = next.chunk.appendRows(c.rows[:0])
			c.tally = tallyOfRows(c.rows)
			c.err = worker(&c)
			return c
		}
	}
	done := uint64(0)
	return ordered.Run(ctx, ordered.Pool{Workers: m.run.Workers}, items, newWork, func(c made) error {
		if c.err != nil {
			return c.err
		}
		for i, out := range w.outputs {
			if err := out.writer.write(c.rows, c.texts[i]); err != nil {
				return fmt.Errorf("writing %s: %w", out.name, err)
			}
		}
		s.Tally.add(&c.tally)
		done += uint64(len(c.rows))
		select {
		case spare <- c:
		default:
		}
		if m.run.Report != nil {
			m.run.Report(s.Part, s.First+done, m.manifest.Options.rows(s.Part))
		}
		return nil
	})
}
