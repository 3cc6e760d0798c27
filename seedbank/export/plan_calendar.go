package export

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// calendar draws the puzzles of a calendar and adds its part. A plan draws them anyway, to
// know their solution grids, so its manifest has their IDs from the beginning.
func (p *planner) calendar(o *Options) error {
	slots := o.Calendar.slots(o.Request.Levels)
	part := Part{Puzzles: uint64(len(slots))}
	var ofLevel [rating.NumLevels + 1][]string
	for level := range rating.Levels() {
		n := uint64(0)
		for _, s := range slots {
			if s.level == level {
				n++
			}
		}
		if n == 0 {
			continue
		}
		p.drawn = nil
		draws, err := p.ofLevel(level, n)
		if err == nil {
			part.Draws = append(part.Draws, draws...)
			ofLevel[level], err = p.ordered(level, p.drawn)
		}
		if err != nil {
			return fmt.Errorf("level %d: %w", level, err)
		}
	}
	for _, s := range slots {
		part.IDs, ofLevel[s.level] = append(part.IDs, ofLevel[s.level][0]), ofLevel[s.level][1:]
		part.Dates = append(part.Dates, s.day)
	}
	part.Files = p.calendarFiles(o)
	p.Parts = []Part{part}
	return nil
}

// ordered returns the IDs of the puzzles of a level as they follow each other through the
// days: in random order, unless the pack has another.
func (p *planner) ordered(level rating.Level, list []seed.Isomorph) (ids []string, err error) {
	from := seedbank.Listed(list...)
	if p.Order == ByLevel || p.Order == Shuffled { // plain puzzles do not all follow printed ones
		random := rand.New(rand.NewPCG(p.Request.RandomSeed, uint64(level)))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	} else if from, err = p.sorted(from); err != nil {
		return nil, err
	}
	for puzzle, err := range from {
		if err != nil {
			return nil, err
		}
		ids = append(ids, puzzle.ID().String())
	}
	return ids, nil
}

// calendarFiles returns the files of a calendar.
func (p *planner) calendarFiles(o *Options) (files []File) {
	prefix := cmp.Or(o.Name, calendarName)
	for i := range p.formats {
		format := &p.formats[i]
		switch extension := "." + extensionOf(format, p.Compress); {
		case format.Single:
			files = append(files, File{Name: prefix, Format: format.Name})
		case format.Booklet:
			for _, part := range o.Calendar.parts() {
				if days := (Calendar{From: part.first, To: part.last, Week: o.Calendar.Week}); len(days.slots(o.Request.Levels)) == 0 {
					continue
				}
				name := prefix + "-" + part.name + extension
				files = append(files, File{Name: name, Format: format.Name, From: part.first.Format(time.DateOnly), To: part.last.Format(time.DateOnly)})
			}
		default:
			files = append(files, File{Name: o.base(o.Request.Levels) + extension, Format: format.Name})
		}
	}
	return slices.Clip(files)
}
