// Package export writes packs of puzzles as files. It plans which puzzles go into
// which file, writes each file atomically, and makes a manifest from which the
// same files can be made again.
//
// # Words
//
// A pack is one or more files of puzzles with a [Manifest]. A [Part] is some of its
// puzzles, and a [File] has them in a format. In formats with one puzzle in each file, a
// File is many files. A [Draw] is the puzzles of one kind in a part. A [Calendar] is a pack
// with a day for each puzzle.
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
	"math/bits"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Order is the order of puzzles in a file.
type Order string

// The orders of puzzles.
const (
	ByLevel   Order = ""          // by level, and within a level in the order of drawing; in print style the default is ByER
	Ascending Order = "ascending" // by ER; needs some bytes of memory for each puzzle
	Shuffled  Order = "shuffled"  // levels mixed
	ByER      Order = "er"        // by ER, then by effort; every puzzle is solved for its effort
	ByMinutes Order = "minutes"   // by level, then by the minutes that people take; see package rating/minutes
	ByEffort  Order = "effort"    // by level, then by effort; see [rating.Effort]
)

// Orders returns the names of the orders other than [ByLevel], which has none.
func Orders() []string {
	return []string{string(Ascending), string(Shuffled), string(ByER), string(ByEffort), string(ByMinutes)}
}

// Zst compresses files by zstd.
const Zst = file.Zst

// Compressions returns the names of the ways to compress files.
func Compressions() []string { return []string{Zst} }

// Plan returns the manifest of a pack before it is written: its parts have names
// and draws. It returns an error if the bank has too few puzzles.
func Plan(ctx context.Context, bank *seedbank.Bank, options Options) (*Manifest, error) {
	if err := options.Check(); err != nil {
		return nil, err
	}
	formats, err := pack.SeveralNamed(options.Format)
	if err != nil {
		return nil, err
	}
	m := &Manifest{
		Program: options.Program, Rater: rating.Version, Licence: card.Licence,
		Request: options.Request, Order: options.Order,
		Format: formats.String(), Compress: options.Compress, Options: options.Settings,
	}
	m.Request.N, m.Request.Skip, m.Request.Distinct = 0, 0, false
	m.Request.Paper = options.Puzzles() <= MostForPeople || options.Calendar != nil
	m.Request, m.Without = m.Request.Settled()
	if of := &m.Request.Pace; of.Minutes != (seedbank.Range[int]{}) && of.Fit == 0 {
		if of.Fit, err = bank.Fit(ctx); err != nil {
			return nil, err
		}
	}
	if of := &m.Request.Labels; of.Uses|of.Without != 0 && of.Version == 0 {
		if of.Version, err = bank.LabelVersion(ctx); err != nil {
			return nil, err
		}
	}
	if of := (draw.Request{Levels: m.Request.Levels}); m.Request.Variety == draw.AnyVariety { // its draws are of these levels
		seeds, err := of.Select(ctx, bank)
		if err == nil {
			err = m.Request.SettleVariety(ctx, seeds)
		}
		if err != nil {
			return nil, err
		}
	}
	p := &planner{drawing: newDrawing(ctx, bank, m), Manifest: m, formats: formats, asked: options.Request.Style == draw.Print}
	if options.Calendar != nil {
		if m.Request.NotIn == nil {
			m.Request.NotIn = []seed.Key{}
		}
		p.settle(pack.CalendarColumns())
		return m, p.calendar(&options)
	}
	if m.Order != Shuffled {
		p.settle(pack.FolderPerLevel())
	}
	if m.Request.Style == draw.Print && m.Order == ByLevel {
		m.Order = ByER // in each format: a book and a table of a request have the same order
	}
	draws, err := p.draws(&options)
	if err != nil {
		return nil, err
	}
	p.addParts(&options, draws)
	return m, nil
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
func (p *planner) addParts(options *Options, draws []Draw) {
	if options.PerLevel == 0 || options.File != "" {
		p.addPart(options, options.Request.Levels, draws)
		return
	}
	for len(draws) > 0 {
		n := 1
		for n < len(draws) && draws[n].Level == draws[0].Level {
			n++
		}
		p.addPart(options, seedbank.Only(draws[0].Level), draws[:n])
		draws = draws[n:]
	}
}

// addPart adds a part, which has a file in each format. Their names are the File of the
// options, or made from levels.
func (p *planner) addPart(options *Options, levels seedbank.Range[rating.Level], draws []Draw) {
	part := Part{Draws: draws, Puzzles: puzzlesOf(draws)}
	for i := range p.formats {
		format := &p.formats[i]
		extension := "." + extensionOf(format, p.Compress)
		name := options.File
		switch {
		case name == "":
			name = options.base(levels) + extension
		case len(p.formats) > 1:
			name = p.stem(name) + extension
		}
		if format.Single { // each file has a number and the extension
			name = strings.TrimSuffix(name, extension)
		}
		part.Files = append(part.Files, File{Name: name, Format: format.Name})
	}
	p.Parts = append(p.Parts, part)
}

// stem returns the name of a file without the extension of one of the formats.
func (p *planner) stem(name string) string {
	for i := range p.formats {
		for _, compress := range []string{p.Compress, ""} {
			if stem, ok := strings.CutSuffix(name, "."+extensionOf(&p.formats[i], compress)); ok {
				return stem
			}
		}
	}
	return name
}

// settle adds a setting for a format that takes its option, if the options leave it open.
// The setting goes into the manifest, so that older manifests still make the same files.
func (p *planner) settle(setting pack.Setting) {
	isSet := slices.ContainsFunc(p.Options, func(s pack.Setting) bool { return s.Name == setting.Name })
	if _, taken := p.formats.Taker(setting.Name); taken && !isSet {
		p.Options = append(slices.Clip(p.Options), setting)
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

// puzzlesOf returns the number of puzzles of draws that are not too many.
func puzzlesOf(draws []Draw) (sum uint64) {
	for i := range draws {
		sum += draws[i].Puzzles
	}
	return sum
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

// The errors of files that are made again and differ from the checksum in their manifest.
var (
	ErrEdited  = errors.New("it differs from its checksum in the manifest: the manifest was edited, or another version of the program made it")
	ErrChanged = errors.New("it differs from the manifest: another version of the program made the manifest, or the bank has changed")
)
