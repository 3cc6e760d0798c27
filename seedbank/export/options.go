package export

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// Options are the contents of a pack and the form of its files.
type Options struct {
	// Request has the kind of the puzzles and the random seed. Its N is the total
	// number of puzzles, unless PerLevel or Calendar is set. Its Skip and Distinct are
	// ignored. If its NotIn is not nil, no two puzzles of the pack are on the same solution
	// grid, and a file has at most [MaxIDs]. Packs of up to [MostForPeople] puzzles and
	// calendars are in print style, in every format: puzzles have clues added, and their
	// techniques are not known. The style [draw.Plain] makes minimal ones.
	Request  draw.Request
	PerLevel uint64    // number of puzzles of each level of the request
	Calendar *Calendar // days of the puzzles, or nil

	Order Order
	// Format is a format, or several with commas between. All of them have the same
	// puzzles in the same order.
	Format string
	// Settings are options of the formats. A format gets those that it takes. One that no
	// format takes is an error.
	Settings pack.Settings
	Compress string // empty, or Zst

	// File is the name of a single file with all puzzles. In several formats, the files
	// differ in their extensions. If it is empty, files are named after their levels, such
	// as level-3.csv, or NAME-level-3.csv with a Name of the pack. Files of a calendar are
	// named after their days. A pack with a File has no Name.
	File, Name string

	Program string // version, for the manifest
}

// OptionError says which of [Options] is invalid.
type OptionError struct {
	Option string // as on a command line: format, order, compress, n, per-level, calendar, week, parts, name, or an option of the format
	Reason error
}

func (e *OptionError) Error() string { return fmt.Sprintf("%s: %v", e.Option, e.Reason) }

func (e *OptionError) Unwrap() error { return e.Reason }

// Check returns an [*OptionError] if options are invalid for every bank, or an error
// of [draw.Request.Check].
func (o *Options) Check() error {
	formats, err := pack.SeveralNamed(o.Format)
	if err != nil {
		return &OptionError{"format", err}
	}
	for _, check := range []func(pack.Several) *OptionError{o.checkForm, o.checkNumber, o.checkNames, o.checkCalendar} {
		if wrong := check(formats); wrong != nil {
			return wrong
		}
	}
	if wrong := checkSettings(formats, o.Settings); wrong != nil {
		return wrong
	}
	if slices.Contains(o.Settings, pack.FolderPerLevel()) && o.mixesLevels() {
		return refused("folder-per-level", "levels come one after the other in the folders, and this pack mixes them")
	}
	return o.Request.Check()
}

// mixesLevels reports whether a level may come again after others in a file.
func (o *Options) mixesLevels() bool {
	switch levels := o.Request.Levels; {
	case o.Calendar != nil:
		slots := o.Calendar.slots(levels)
		return slices.ContainsFunc(slots, func(s slot) bool { return s.level != slots[0].level })
	case o.PerLevel > 0 && o.File == "":
		return false
	default:
		return o.Order == Shuffled && (levels.Low == 0 || levels.Low < levels.High)
	}
}

func refused(option, reason string, args ...any) *OptionError {
	return &OptionError{option, fmt.Errorf(reason, args...)}
}

func (o *Options) checkForm(formats pack.Several) *OptionError {
	binary := func(f pack.Format) bool { return f.Binary }
	switch {
	case o.Order != ByLevel && !slices.Contains(Orders(), string(o.Order)):
		return &OptionError{"order", &phrase.UnknownError{Kind: "order", Given: string(o.Order), Known: Orders()}}
	case o.Compress != "" && !slices.Contains(Compressions(), o.Compress):
		return &OptionError{"compress", &phrase.UnknownError{Kind: "compression", Given: o.Compress, Known: Compressions()}}
	case o.Compress != "" && !slices.ContainsFunc(formats, func(f pack.Format) bool { return !binary(f) }):
		return refused("compress", "files of format %s are compressed already", formats[0].Name)
	}
	return nil
}

func (o *Options) checkNumber(formats pack.Several) *OptionError {
	switch {
	case o.Calendar != nil && (o.PerLevel > 0 || o.Request.N > 0):
		return refused("calendar", "its days give the number of puzzles")
	case o.Calendar == nil && (o.PerLevel == 0) == (o.Request.N == 0):
		return refused("n", "a pack has a number of puzzles in all, or of each level, and at least 1")
	case o.Request.NotIn != nil && max(o.PerLevel, o.Request.N) > MaxIDs:
		return refused("n", "a pack without puzzles of earlier ones has at most %d in a file", MaxIDs)
	case o.PerLevel > 0 && o.Request.Levels == seedbank.Range[rating.Level]{}:
		return refused("per-level", "say of which levels")
	case o.PerLevel > 0 && o.Request.Levels.High-o.Request.Levels.Low >= rating.NumLevels: // Request.Check says more
	case o.PerLevel > 0 && o.PerLevel > math.MaxUint64/(uint64(o.Request.Levels.High-o.Request.Levels.Low)+1):
		return refused("per-level", "%d of each level are more puzzles than can be counted", o.PerLevel)
	case o.Request.NotIn != nil && o.File != "" && o.Puzzles() > MaxIDs:
		return refused("per-level", "a pack without puzzles of earlier ones has at most %d in a file", MaxIDs)
	case slices.ContainsFunc(formats, isBooklet) && (max(o.PerLevel, o.Request.N) > bounds.Book || o.File != "" && o.Puzzles() > bounds.Book):
		book := formats[slices.IndexFunc(formats, isBooklet)]
		return refused("format", "a file of format %s holds at most %d puzzles", book.Name, bounds.Book)
	case len(formats) > 1 && o.Puzzles() > MaxIDs:
		return refused("format", "a pack in several formats has at most %d puzzles; the same random seed gives the same puzzles in each format", MaxIDs)
	}
	return nil
}

func isBooklet(f pack.Format) bool { return f.Booklet }

func (o *Options) checkNames(formats pack.Several) *OptionError {
	switch {
	case o.Name != "" && !isFileName(o.Name):
		return refused("name", "%q cannot begin the name of a file", o.Name)
	case o.Name != "" && o.File != "":
		return refused("name", "the name of the one file is given already")
	case o.File != "" && o.Calendar != nil:
		return refused("name", "a calendar has several files, and %q is the name of one", o.File)
	case o.File != "" && !isFileName(o.File):
		return refused("name", "%q is not the name of a file", o.File)
	}
	fits := func(f pack.Format) bool { return mustFit(o.File, &f) == nil }
	if o.File != "" && !slices.ContainsFunc(formats, fits) {
		return &OptionError{"name", mustFit(o.File, &formats[0])}
	}
	for i := range formats {
		for j := range formats[:i] {
			if formats[i].Extension == formats[j].Extension {
				return refused("format", "files of %s and %s have the same names", formats[j].Name, formats[i].Name)
			}
		}
	}
	return nil
}

// isFileName reports whether a name is a plain file name, which leads to no other folder.
func isFileName(name string) bool {
	return name != "." && filepath.IsLocal(name) && filepath.Base(name) == name && phrase.Printable(name) == name
}

// checkSettings returns an error if no format takes one of the settings, or if a format
// refuses those that it takes.
func checkSettings(formats pack.Several, settings pack.Settings) *OptionError {
	for _, setting := range settings {
		if _, err := formats.Set(setting.Name, setting.Text); err != nil {
			return &OptionError{setting.Name, err}
		}
	}
	if err := formats.Check(settings...); err != nil {
		return &OptionError{"format", err}
	}
	return nil
}

// Content returns what is known of the puzzles before they are drawn.
func (o *Options) Content() pack.Content {
	of := pack.Content{Hardest: o.Request.Levels.High, Dated: o.Calendar != nil}
	if of.Dated {
		for _, levels := range o.Calendar.Week {
			of.Hardest = max(of.Hardest, levels.High)
		}
	}
	return of
}

// MostForPeople is the greatest number of puzzles of a pack that is in print style unless its
// request says otherwise. Larger packs are for programs, unless they are calendars. Nobody
// would solve them, and to order them by effort takes longer than to draw them.
const MostForPeople = 10_000

// Puzzles returns the number of puzzles of a pack, in all. Of a calendar with more than [MaxIDs] it
// returns one more than that.
func (o *Options) Puzzles() uint64 {
	switch {
	case o.Calendar != nil:
		return uint64(len(o.Calendar.slots(o.Request.Levels)))
	case o.PerLevel == 0:
		return o.Request.N
	}
	return o.PerLevel * (uint64(o.Request.Levels.High-o.Request.Levels.Low) + 1)
}

// ManifestName returns the name of the manifest file of a pack: the name of its single
// file, or the part that the names of several have in common, with [ManifestSuffix].
func (o *Options) ManifestName() string {
	name := o.File
	if name == "" {
		name = o.base(o.Request.Levels)
		if formats, err := pack.SeveralNamed(o.Format); err == nil && len(formats) == 1 && o.Calendar == nil {
			name += "." + extensionOf(&formats[0], o.Compress)
		}
	}
	return name + ManifestSuffix
}

// ManifestSuffix is the end of the names of manifests.
const ManifestSuffix = ".manifest.json"

// calendarName begins the names of the files of a calendar, unless a name is given.
const calendarName = "sudoku"

// base returns the names of the files of some levels, or of a whole calendar, without an
// extension.
func (o *Options) base(levels seedbank.Range[rating.Level]) string {
	switch {
	case o.Calendar != nil:
		return cmp.Or(o.Name, calendarName) + "-" + daysName(o.Calendar.span())
	case o.Name != "":
		return o.Name + "-" + levelsName(levels)
	}
	return levelsName(levels)
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

// errNoBook says that there is nothing to divide.
var errNoBook = errors.New("only books are divided, and none of the formats is one")
