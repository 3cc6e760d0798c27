package pattern

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// Named is a pattern with a name for people.
type Named struct {
	Name  string
	Cells sudoku.Cells
}

// shapes are the patterns that come with the project, each in a file of its name.
//
//go:embed shapes/*.txt
var shapes embed.FS

const (
	shapesFolder = "shapes"
	extension    = ".txt"
)

// Names returns the names of the patterns that come with the project, in
// alphabetical order.
func Names() []string {
	entries, err := shapes.ReadDir(shapesFolder)
	if err != nil {
		panic(fmt.Sprintf("pattern: the embedded shapes: %v", err))
	}
	return phrase.Names(entries, func(entry *fs.DirEntry) string { return strings.TrimSuffix((*entry).Name(), extension) })
}

// Lookup returns the pattern with a name, in any letter case. The error lists all names.
func Lookup(name string) (Named, error) {
	plain := phrase.Plain(name)
	if !slices.Contains(Names(), plain) {
		return Named{}, &phrase.UnknownError{Kind: "pattern", Given: name, Known: Names()}
	}
	text, err := shapes.ReadFile(shapesFolder + "/" + plain + extension)
	if err != nil {
		return Named{}, err
	}
	cells, err := parseOne(string(text))
	return Named{plain, cells}, err
}

// All stands for all patterns that come with the project, where several can be
// named.
const All = "all"

// Find returns the patterns that a text stands for: a name of [Names] or [All], 81
// marks as [Parse] reads them, a file, or a folder of files. A name goes before a file that
// is called the same; ./heart is a file in any case.
//
// The name of a pattern in a file is the name of the file without its extension,
// with a number after it if the file holds several. Of a folder, the files with
// the extension .txt are read, in alphabetical order.
func Find(text string) ([]Named, error) {
	if phrase.Plain(text) == All {
		return lookUp(Names())
	}
	list, unknown := lookUp([]string{text})
	if unknown == nil {
		return list, nil
	}
	if cells, err := parseOne(text); err == nil {
		return []Named{{"pattern", cells}}, nil
	}
	info, err := os.Stat(text)
	switch {
	case err == nil && info.IsDir():
		return readFolder(text)
	case err == nil:
		return readFile(text)
	case os.IsNotExist(err) && !strings.ContainsAny(text, "/\\."):
		return nil, unknown
	}
	return nil, err
}

func lookUp(names []string) (list []Named, err error) {
	for _, name := range names {
		named, err := Lookup(name)
		if err != nil {
			return nil, err
		}
		list = append(list, named)
	}
	return list, nil
}

func readFolder(path string) (list []Named, err error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() || filepath.Ext(entry.Name()) != extension {
			continue
		}
		some, err := readFile(filepath.Join(path, entry.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
	}
	if len(list) == 0 {
		return nil, &fs.PathError{Op: "reading patterns in", Path: path, Err: fmt.Errorf("there is no file with the extension %s", extension)}
	}
	return list, nil
}

func readFile(path string) ([]Named, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	patterns, err := Parse(file)
	if err != nil {
		return nil, fmt.Errorf("pattern file %s: %w", path, err)
	}
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	list := make([]Named, len(patterns))
	for i, cells := range patterns {
		list[i] = Named{name, cells}
		if len(patterns) > 1 {
			list[i].Name = fmt.Sprintf("%s-%d", name, i+1)
		}
	}
	return list, nil
}
