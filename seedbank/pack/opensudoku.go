package pack

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/rating"
)

// folderPerLevelOption separates levels in the app, whose lists of puzzles are
// folders.
var folderPerLevelOption = Option{Name: "folder-per-level", Kind: Switch,
	Help: "a folder for each level, if the levels come one after the other"}

// FolderPerLevel puts the puzzles of each level into a folder of their own, which
// is named after the level. A level that comes again later gets another folder.
func FolderPerLevel() Setting { return Setting{folderPerLevelOption.Name, "true"} }

// openSudokuWriter writes version 2 of the XML of OpenSudoku: one folder with all
// puzzles, or one for each level. Attributes without a value are left out,
// because the app fails on an empty number.
type openSudokuWriter struct {
	w        io.Writer
	title    string
	made     time.Time // or zero
	perLevel bool      // a folder for each level
	headed   bool
	level    rating.Level // of the open folder, 0 for none
}

func newOpenSudoku(w io.Writer, s Settings) (Writer, error) {
	return &openSudokuWriter{
		w: w, title: s.string(titleOption), made: s.date(createdOption), perLevel: s.on(folderPerLevelOption),
	}, nil
}

func (o *openSudokuWriter) Write(e *Entry) error {
	if err := o.openFolder(e.Rating.Level()); err != nil {
		return err
	}
	_, err := fmt.Fprintf(o.w, "    <game%s data=\"%s\" note=\"%s\" />\n", o.created(), digits(e.Puzzle.Clues()), drawing.Escape(e.caption()))
	return err
}

// openFolder opens a folder for puzzles of a level, unless it is open already.
func (o *openSudokuWriter) openFolder(level rating.Level) error {
	if o.headed && (!o.perLevel || level == o.level) {
		return nil
	}
	before := "  </folder>\n"
	if !o.headed {
		before = xml.Header + "<opensudoku version=\"2\">\n"
	}
	o.headed, o.level = true, level
	_, err := fmt.Fprintf(o.w, "%s  <folder name=\"%s\"%s>\n", before, drawing.Escape(o.folderName(level)), o.created())
	return err
}

// folderName returns the name of the folder for puzzles of a level; level 0 is
// none.
func (o *openSudokuWriter) folderName(level rating.Level) string {
	name := cmp.Or(o.title, "Seedoku")
	if !o.perLevel || level == 0 {
		return name
	}
	return fmt.Sprintf("%s, level %d (%s)", name, level, level.Name())
}

func (o *openSudokuWriter) Close() error {
	if !o.headed {
		if err := o.openFolder(0); err != nil {
			return err
		}
	}
	_, err := io.WriteString(o.w, "  </folder>\n</opensudoku>\n")
	return err
}

// created returns the attribute that says when the pack was made, in
// milliseconds since 1970.
func (o *openSudokuWriter) created() string {
	if o.made.IsZero() {
		return ""
	}
	return fmt.Sprintf(` created="%d"`, o.made.UnixMilli())
}
