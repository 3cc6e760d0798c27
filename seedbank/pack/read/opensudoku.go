package read

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// readOpenSudoku reads versions 1 and 2 of the XML: games, in folders or not,
// each with its puzzle as 81 digits or as the saved state of a game.
func readOpenSudoku(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file := &boundedReader{textReader: buffer(r)}
		reader := openSudokuReader{file: file, decoder: xml.NewDecoder(file), yield: yield}
		reader.decoder.CharsetReader = inAnyUnicode
		reader.read()
	}
}

// inAnyUnicode returns the text of a file that names UTF-16 as its encoding: [buffer] has brought
// it to UTF-8.
func inAnyUnicode(charset string, text io.Reader) (io.Reader, error) {
	if strings.EqualFold(charset, "utf-16") {
		return text, nil
	}
	return nil, errors.New("texts are read as UTF-8, or as UTF-16 with a byte order mark")
}

type openSudokuReader struct {
	file         *boundedReader
	decoder      *xml.Decoder
	yield        func(Record, error) bool
	line, column int             // place of the current token
	open         []int           // lengths of the start tags of the open elements
	kept         int             // their sum
	root         bool            // the outermost element has been seen
	games        int             // number of the current game
	source       strings.Builder // name of the folder, or, in version 1, of the file
	level        strings.Builder // in version 1
	inside       string          // name of the innermost element, if it just began
}

func (o *openSudokuReader) read() {
	for {
		o.line, o.column = o.decoder.InputPos()
		begin := o.decoder.InputOffset()
		// The decoder keeps the elements that are open, with their name spaces.
		o.file.left = max(0, maxRecord-o.kept-o.source.Len()-o.level.Len())
		token, err := o.decoder.Token()
		if o.file.left < 0 { // the decoder may have made a token from the truncated text
			err = errTooLong
		}
		if errors.Is(err, io.EOF) && o.root {
			return
		}
		if err == nil {
			err = o.nest(token, int(o.decoder.InputOffset()-begin))
		}
		if err != nil {
			o.fail(err)
			return
		}
		if !o.take(token) {
			return
		}
	}
}

// nest updates the list of open elements.
func (o *openSudokuReader) nest(token xml.Token, length int) error {
	switch token.(type) {
	case xml.StartElement:
		if len(o.open) == bounds.Depth {
			return malformed(o.line, o.column, "elements nested more than %d deep", bounds.Depth)
		}
		o.open = append(o.open, length)
		o.kept += length
	case xml.EndElement:
		last := len(o.open) - 1
		o.kept -= o.open[last]
		o.open = o.open[:last]
	}
	return nil
}

// fail reports an error that ends the reading.
func (o *openSudokuReader) fail(err error) {
	line, column := o.decoder.InputPos()
	syntax, isSyntax := errors.AsType[*xml.SyntaxError](err)
	parse, isPlaced := errors.AsType[*sudoku.ParseError](err)
	switch {
	case isPlaced:
		line, column = parse.Line, parse.Column
	case errors.Is(err, errTooLong):
		line, column = o.line, o.column
		err = malformed(line, column, "an element or a text longer than %d bytes, with those around it", maxRecord)
	case errors.Is(err, io.EOF):
		err = malformed(line, column, "no element opensudoku")
	case isSyntax:
		err = malformed(line, column, "not XML: %s", syntax.Msg)
	case strings.HasPrefix(err.Error(), "xml: "):
		err = malformed(line, column, "not XML that can be read: %s", strings.TrimPrefix(err.Error(), "xml: "))
	}
	o.yield(Record{Line: line, Column: column}, err)
}

// take reads a token and reports whether to continue.
func (o *openSudokuReader) take(token xml.Token) bool {
	switch token := token.(type) {
	case xml.StartElement:
		return o.start(token)
	case xml.EndElement:
		o.inside = ""
	case xml.CharData:
		if len(o.open) == 0 && !o.outside(string(token)) {
			return false
		}
		switch o.inside {
		case "name":
			o.source.Write(token)
		case "level":
			o.level.Write(token)
		}
	}
	return true
}

// outside reports the first line of a text outside of all elements that may be part of a puzzle.
func (o *openSudokuReader) outside(text string) bool {
	line := o.line
	for part := range strings.Lines(text) {
		if hasCells(part) {
			return o.yield(Record{Line: line}, malformed(line, 0, "behind the element opensudoku: puzzles of another format need a file of their own"))
		}
		line++
	}
	return true
}

func (o *openSudokuReader) start(element xml.StartElement) bool {
	o.inside = element.Name.Local
	if o.root = true; len(o.open) == 1 && o.inside != "opensudoku" {
		o.yield(Record{Line: o.line, Column: o.column}, malformed(o.line, o.column, "element %s, want opensudoku", o.inside))
		return false
	}
	switch o.inside {
	case "name":
		o.source.Reset()
	case "level":
		o.level.Reset()
	case "folder":
		o.source.Reset()
		o.source.WriteString(attribute(element, "name"))
	case "game":
		o.games++
		return o.game(element)
	}
	return true
}

// game yields the puzzle of an element.
func (o *openSudokuReader) game(element xml.StartElement) bool {
	record := Record{
		Line: o.line, Column: o.column,
		Source: strings.TrimSpace(o.source.String()), Rating: strings.TrimSpace(o.level.String()), Note: attribute(element, "note"),
	}
	var err error
	if record.Grid, record.Position, err = parseGame(attribute(element, "data")); err != nil {
		return o.yield(record, malformed(o.line, o.column, "game %d: %v", o.games, err))
	}
	return o.yield(record, nil)
}

func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// parseGame reads the data of a game: 81 digits, or a saved state.
func parseGame(data string) (sudoku.Grid, *rating.Position, error) {
	if state, saved := strings.CutPrefix(data, "version:"); saved {
		return parseState(state)
	}
	grid, err := sudoku.ParseGrid(data)
	switch parse, ok := errors.AsType[*sudoku.ParseError](err); {
	case ok && parse.Column > 0:
		return grid, nil, fmt.Errorf("character %d of its data: %s", parse.Column, parse.Reason)
	case ok:
		return grid, nil, fmt.Errorf("its data: %s", parse.Reason)
	}
	return grid, nil, err
}

// parseState reads a saved state: a version, and after it for each cell its
// digit, one or two fields of notes, and whether the player may change it, all
// followed by |. Cells that may not be changed are the clues. The notes are left out.
func parseState(state string) (grid sudoku.Grid, at *rating.Position, err error) {
	_, cells, _ := strings.Cut(strings.TrimSpace(state), "\n")
	if cells == "" { // a line break in an attribute may have become a space
		_, cells, _ = strings.Cut(strings.TrimSpace(state), " ")
	}
	cells = strings.TrimSuffix(strings.TrimSpace(cells), "|")
	fields := strings.Count(cells, "|") + 1
	each := fields / len(grid)
	if each < 3 || each > 4 || fields%len(grid) != 0 {
		return grid, nil, fmt.Errorf("its state has %d fields, want 3 or 4 for each of 81 cells", fields)
	}
	parts := strings.Split(cells, "|")
	var filled sudoku.Grid
	for c := range grid {
		digit, changeable := parts[c*each], parts[(c+1)*each-1]
		if len(digit) != 1 || digit < "0" || digit > "9" {
			return grid, nil, fmt.Errorf("its state has %q for the digit of %v", digit, sudoku.Cell(c))
		}
		if filled[c] = sudoku.Digit(digit[0] - '0'); changeable == "0" {
			grid[c] = filled[c]
		}
	}
	position := rating.PositionOf(filled)
	return grid, &position, nil
}
