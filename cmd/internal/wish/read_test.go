package wish

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// found is a puzzle of a file.
type found struct {
	puzzle, solution string // 81 characters; the solution may be empty
	id               string // or empty
}

// readers read the puzzles of files, by format. Of formats without one, such as
// pictures, nothing is read.
var readers = map[string]func(text []byte) ([]found, error){
	"line": readLines, "sdm": readLines, "grid": readRows, "compact": readRows, "ss": readRows, "sdk": readRows,
	"csv": readTable, "json": readObjects, "jsonl": readObjects,
	"opensudoku": matches(`<game [^>]*data="([0-9.]{81})"`), "exchange": matches(`(?m)^[0-9a-f]{12} ([0-9.]{81}) `),
	"svg": readPicture,
}

// booklets read the puzzles of booklets, and where all stands in them.
var booklets = map[string]func(text []byte) ([]found, string, error){
	"html": func(text []byte) ([]found, string, error) {
		list, places := readPage(text)
		return list, places, nil
	},
	"epub": readBook,
}

// magics are what files begin with whose puzzles are not read.
var magics = map[string]string{"pdf": "%PDF-", "png": "\x89PNG", "sqlite": "SQLite format 3\x00", "link": "https://", "ics": "BEGIN:VCALENDAR\r\n"}

// readLines reads a puzzle a line, and its solution after a tab.
func readLines(text []byte) (list []found, err error) {
	for line := range strings.Lines(string(text)) {
		puzzle, solution, _ := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if len(puzzle) != 81 {
			return nil, fmt.Errorf("%q is not a line of 81 characters", puzzle)
		}
		list = append(list, found{puzzle: puzzle, solution: solution})
	}
	return list, nil
}

// readRows reads drawings: whatever has nine cells in a line is a row. A grid without
// empty cells is the solution of the one before.
func readRows(text []byte) (list []found, err error) {
	rows := ""
	for line := range strings.Lines(string(text)) {
		row := strings.NewReplacer("#", "", " ", "", "|", "", "\n", "", "\r", "").Replace(line)
		if len(row) != 9 || strings.Trim(row, ".0123456789") != "" {
			continue
		}
		if rows += row; len(rows) < 81 {
			continue
		}
		if strings.ContainsAny(rows, ".0") {
			list = append(list, found{puzzle: rows})
		} else if len(list) > 0 {
			list[len(list)-1].solution = rows
		}
		rows = ""
	}
	if rows != "" {
		return nil, fmt.Errorf("%d cells are left over", len(rows))
	}
	return list, nil
}

func readTable(text []byte) (list []found, err error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	for _, row := range rows[1:] {
		var f found
		for i, name := range rows[0] {
			switch name {
			case "puzzle", "question", "quizzes":
				f.puzzle = row[i]
			case "solution", "answer", "solutions":
				f.solution = row[i]
			case "id":
				f.id = row[i]
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// readObjects reads objects of JSON, one after the other or in an array.
func readObjects(text []byte) (list []found, err error) {
	type object struct{ ID, Puzzle, Solution string }
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		var objects []object
		if raw[0] != '[' {
			raw = append(append([]byte("["), raw...), ']')
		}
		if err := json.Unmarshal(raw, &objects); err != nil {
			return nil, err
		}
		for _, o := range objects {
			list = append(list, found{puzzle: o.Puzzle, solution: o.Solution, id: o.ID})
		}
	}
}

// matches returns a reader of puzzles that stand where an expression says.
func matches(expression string) func([]byte) ([]found, error) {
	pattern := regexp.MustCompile(expression)
	return func(text []byte) (list []found, err error) {
		for _, match := range pattern.FindAllSubmatch(text, -1) {
			list = append(list, found{puzzle: string(match[1])})
		}
		return list, nil
	}
}

// readBook reads the pages of an electronic book, the way they come.
func readBook(text []byte) (list []found, places string, err error) {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, "", err
	}
	var pages []byte
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, "html") {
			continue
		}
		r, err := file.Open()
		if err != nil {
			return nil, "", err
		}
		page, err := io.ReadAll(r)
		if err != nil {
			return nil, "", err
		}
		pages = append(pages, page...)
	}
	list, places = readPage(pages)
	return list, places, nil
}

// unpacked returns what a file holds that may be compressed.
func unpacked(name string, text []byte) ([]byte, error) {
	if !strings.HasSuffix(name, ".zst") {
		return text, nil
	}
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	return decoder.DecodeAll(text, nil)
}
