// Package export writes packs of puzzles as files. It plans which puzzles go into
// which file, writes each file atomically, and makes a manifest from which the
// same files can be made again.
//
// # Words
//
// A pack is one or more files of puzzles with a [Manifest]. A [Part] is one of
// its files. In formats with one puzzle in each file, a part is many files. A
// [Draw] is the puzzles of one kind in a part.
//
// # Guarantees
//
// No puzzle comes twice in a pack. If the bank has enough seeds, no two puzzles
// come from the same seed. A file appears only when it is complete. The same
// manifest gives the same bytes on every bank that has the seeds.
//
// A [Manifest] serves one goroutine at a time. Several goroutines can call [Puzzles]
// and [Requested].
//
// # Not here
//
// The formats (package pack), and how puzzles are asked for (package draw).
//
// Start with [Plan] and [Manifest.Write], and the example of [Plan]. [Requested] writes the puzzles
// of a request without a plan, on all cores. [Puzzles] writes a sequence of puzzles one by one.
package export

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/transform"
)

// Order is the order of puzzles in a file.
type Order string

// The orders of puzzles.
const (
	ByLevel   Order = ""          // by level, and within a level in the order of drawing; in print style the default is ByER
	Ascending Order = "ascending" // by ER; needs some bytes of memory for each puzzle
	Shuffled  Order = "shuffled"  // levels mixed
	ByER      Order = "er"        // by ER, then by effort; every puzzle is solved for its effort
	ByEffort  Order = "effort"    // by level, then by effort; see [rating.Effort]
)

// Orders returns the names of the orders other than [ByLevel], which has none.
func Orders() []string {
	return []string{string(Ascending), string(Shuffled), string(ByER), string(ByEffort)}
}

// Zst compresses files by zstd.
const Zst = file.Zst

// Compressions returns the names of the ways to compress files.
func Compressions() []string { return []string{Zst} }

// Options are the contents of a pack and the form of its files.
type Options struct {
	// Request has the kind of the puzzles and the random seed. Its N is the total
	// number of puzzles, unless PerLevel is set. Its Skip and Distinct are
	// ignored. If its NotIn is not nil, no two puzzles of the pack are on the same solution
	// grid, and a file has at most [MaxIDs].
	Request  draw.Request
	PerLevel uint64 // number of puzzles of each level of the request

	Order    Order
	Format   string
	Settings pack.Settings // options of the format
	Compress string        // empty, or Zst

	// File is the name of a single file with all puzzles. If it is empty, files
	// are named after their levels, such as level-3.csv, or NAME-level-3.csv with
	// a Name of the pack.
	File, Name string

	Program string // version, for the manifest
}

// OptionError says which of [Options] is invalid.
type OptionError struct {
	Option string // as on a command line: format, order, compress, n, per-level, name, or an option of the format
	Reason error
}

func (e *OptionError) Error() string { return fmt.Sprintf("%s: %v", e.Option, e.Reason) }

func (e *OptionError) Unwrap() error { return e.Reason }

// Check returns an [*OptionError] if options are invalid for every bank, or an error
// of [draw.Request.Check].
func (o *Options) Check() error {
	format, err := pack.FormatNamed(o.Format)
	refuse := func(option, reason string, args ...any) error {
		return &OptionError{option, fmt.Errorf(reason, args...)}
	}
	switch {
	case err != nil:
		return &OptionError{"format", err}
	case o.Order != ByLevel && !slices.Contains(Orders(), string(o.Order)):
		return &OptionError{"order", &phrase.UnknownError{Kind: "order", Given: string(o.Order), Known: Orders()}}
	case o.Compress != "" && !slices.Contains(Compressions(), o.Compress):
		return &OptionError{"compress", &phrase.UnknownError{Kind: "compression", Given: o.Compress, Known: Compressions()}}
	case o.Compress != "" && format.Binary:
		return refuse("compress", "files of format %s are compressed already", format.Name)
	case (o.PerLevel == 0) == (o.Request.N == 0):
		return refuse("n", "a pack has a number of puzzles in all, or of each level, and at least 1")
	case o.Request.NotIn != nil && max(o.PerLevel, o.Request.N) > MaxIDs:
		return refuse("n", "a pack without puzzles of earlier ones has at most %d in a file", MaxIDs)
	case o.PerLevel > 0 && o.Request.Levels == seedbank.Range[rating.Level]{}:
		return refuse("per-level", "say of which levels")
	case o.PerLevel > 0 && o.Request.Levels.High-o.Request.Levels.Low >= rating.NumLevels: // Request.Check says more
	case o.PerLevel > 0 && o.PerLevel > math.MaxUint64/(uint64(o.Request.Levels.High-o.Request.Levels.Low)+1):
		return refuse("per-level", "%d of each level are more puzzles than can be counted", o.PerLevel)
	}
	if o.Name != "" && (filepath.Base(o.Name) != o.Name || !filepath.IsLocal(o.Name)) {
		return refuse("name", "%q cannot begin the name of a file", o.Name)
	}
	if o.Name != "" && o.File != "" {
		return refuse("name", "the name of the one file is given already")
	}
	for _, setting := range o.Settings {
		if _, err := format.Set(setting.Name, setting.Text); err != nil {
			return &OptionError{setting.Name, err}
		}
	}
	if err := format.Check(o.Settings...); err != nil {
		return &OptionError{"format", err}
	}
	return o.Request.Check()
}

// Plan returns the manifest of a pack before it is written: its parts have names
// and draws. It returns an error if the bank has too few puzzles.
func Plan(ctx context.Context, bank *seedbank.Bank, options Options) (*Manifest, error) {
	if err := options.Check(); err != nil {
		return nil, err
	}
	m := &Manifest{
		Program: options.Program, Rater: rating.Version, Licence: card.Licence,
		Request: options.Request, Order: options.Order,
		Format: options.Format, Compress: options.Compress, Options: options.Settings,
	}
	m.Request.N, m.Request.Skip, m.Request.Distinct = 0, 0, false
	m.Request.Paper = options.puzzles() <= MostForPeople
	m.Request, m.Without = m.Request.Settled()
	m.tellLevels()
	m.settleOrder()
	p := &planner{drawing: newDrawing(ctx, bank, m), Manifest: m, asked: options.Request.Style == draw.Print}
	draws, err := p.draws(&options)
	if err != nil {
		return nil, err
	}
	return m, m.addParts(&options, draws)
}

// MostForPeople is the greatest number of puzzles of a pack that is in print style unless its
// request says otherwise. Larger packs are for programs. Nobody would solve them, and to order
// them by effort takes longer than to draw them.
const MostForPeople = 10_000

// puzzles returns the number of puzzles of a pack, in all.
func (o *Options) puzzles() uint64 {
	if o.PerLevel == 0 {
		return o.Request.N
	}
	return o.PerLevel * (uint64(o.Request.Levels.High-o.Request.Levels.Low) + 1)
}

// draws returns the draws of a pack, split by level where the options require it.
func (p *planner) draws(o *Options) (list []Draw, err error) {
	if o.PerLevel == 0 {
		if list, err = p.ofAllLevels(o.Request.N); err != nil {
			return nil, err
		}
	} else {
		for level := o.Request.Levels.Low; level <= o.Request.Levels.High; level++ {
			of, err := p.ofLevel(level, o.PerLevel)
			if err != nil {
				return nil, fmt.Errorf("level %d: %w", level, err)
			}
			list = append(list, of...)
		}
	}
	apart(list)
	return list, nil
}

// ofAllLevels returns the draws for n puzzles of all levels.
func (p *planner) ofAllLevels(n uint64) ([]Draw, error) {
	if p.Request.Style == draw.Print {
		return p.inAll(n)
	}
	whole := Draw{Puzzles: n}
	if err := p.check(&whole); err != nil {
		return nil, fmt.Errorf("%s: %w", whole.What(), err)
	}
	list := []Draw{whole}
	if levels := p.levels(); p.Order == ByLevel && levels.Low < levels.High {
		var err error
		if list, err = p.byLevel(whole); err != nil {
			return nil, err
		}
	}
	for i := range list {
		if err := p.take(&list[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].What(), err)
		}
	}
	return list, nil
}

// addParts adds the parts for the draws of a pack: a single part, or one for each
// level.
func (m *Manifest) addParts(options *Options, draws []Draw) error {
	if options.PerLevel == 0 || options.File != "" {
		return m.addPart(options, draws)
	}
	for len(draws) > 0 {
		n := 1
		for n < len(draws) && draws[n].Level == draws[0].Level {
			n++
		}
		if err := m.addPart(options, draws[:n]); err != nil {
			return err
		}
		draws = draws[n:]
	}
	return nil
}

// tellLevels sets the option [pack.FolderPerLevel], if the format has it, the
// options leave it open, and levels are not mixed. The setting goes into the
// manifest, so that older manifests still make the same files.
func (m *Manifest) tellLevels() {
	perLevel := pack.FolderPerLevel()
	format, err := pack.FormatNamed(m.Format)
	if err != nil || m.Order == Shuffled || slices.ContainsFunc(m.Options, func(s pack.Setting) bool { return s.Name == perLevel.Name }) {
		return
	}
	if _, err := format.Option(perLevel.Name); err == nil {
		m.Options = append(slices.Clip(m.Options), perLevel)
	}
}

// settleOrder sets the order of a pack in print style to rising difficulty, if the
// options leave it open. The format has no influence: a book and a table of the same
// request have the same order.
func (m *Manifest) settleOrder() {
	if m.Request.Style == draw.Print && m.Order == ByLevel {
		m.Order = ByER
	}
}

// tooMany reports whether draws have more puzzles than a uint64 holds.
func tooMany(draws []Draw) bool {
	sum, carry := uint64(0), uint64(0)
	for i := range draws {
		if sum, carry = bits.Add64(sum, draws[i].Puzzles, 0); carry > 0 {
			return true
		}
	}
	return false
}

// check returns an error if there are too few puzzles for a draw, and sets
// whether its seeds are distinct.
func (p *planner) check(d *Draw) error {
	request := p.request(d)
	selection, err := request.Select(p.ctx, p.bank)
	if err != nil {
		return err
	}
	if p.onNewGrids() {
		return p.checkGrids(d, selection)
	}
	if there := selection.Puzzles(); there.Less(shuffle.Number(d.Puzzles)) {
		return &draw.TooFewError{There: there}
	}
	d.Seeds, err = selection.Seeds(p.ctx)
	d.Distinct = d.Seeds >= d.Puzzles
	return err
}

// requestOf returns the request for the puzzles of a draw. The conditions of the
// style come from the draw.
func (m *Manifest) requestOf(d *Draw) draw.Request {
	request := m.Request
	request.Style = draw.Plain
	if d.Level != 0 {
		request.Levels = seedbank.Range[rating.Level]{Low: d.Level, High: d.Level}
	}
	if d.Style != nil {
		if request.Clues == (seedbank.Range[int]{}) {
			request.Clues = d.Style.Clues
		}
		if request.Symmetry == transform.NoSymmetry {
			request.Symmetry = d.Style.Symmetry
		}
	}
	return request
}

// addPart adds a part. Its name is the File of the options, or is made from its
// levels.
func (m *Manifest) addPart(options *Options, draws []Draw) error {
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return err
	}
	extension := "." + extensionOf(&format, m.Compress)
	name := strings.TrimSuffix(options.File, extension)
	if options.File == "" {
		levels := m.Request.Levels
		if options.PerLevel > 0 {
			levels = seedbank.Only(draws[0].Level)
		}
		name = levelsName(levels)
	}
	if options.Name != "" {
		name = options.Name + "-" + name
	}
	switch {
	case format.Single: // each file has a number and the extension
	case options.File != "":
		name = options.File
	default:
		name += extension
	}
	part := Part{Name: name, Draws: draws}
	for _, d := range draws {
		part.Puzzles += d.Puzzles
	}
	m.Parts = append(m.Parts, part)
	return nil
}

// ManifestName returns the name of the manifest file of a pack: the name of its single
// file with a suffix.
func (o *Options) ManifestName() string {
	name := o.File
	if name == "" {
		name = levelsName(o.Request.Levels)
		if o.Name != "" {
			name = o.Name + "-" + name
		}
		if format, err := pack.FormatNamed(o.Format); err == nil {
			name += "." + extensionOf(&format, o.Compress)
		}
	}
	return name + ".manifest.json"
}

// levelsName names a file after the levels that it holds, without an extension.
func levelsName(levels seedbank.Range[rating.Level]) string {
	switch {
	case levels.Low == 0:
		return "puzzles"
	case levels.Low == levels.High:
		return fmt.Sprintf("level-%d", levels.Low)
	}
	return fmt.Sprintf("levels-%d-%d", levels.Low, levels.High)
}

// errChanged says that a part of a pack differs from what its manifest says.
var errChanged = errors.New("it differs from the manifest: another version of the program made the manifest, or the bank has changed")
