package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack/read"
)

// named is what the name of a file stands for: one of these, or else what can be read from it.
type named struct {
	path       string
	collection *given.Collection
	bank       *seedbank.Bank
	places     []export.Place // of a pack, by its manifest
}

// resolver finds what the names of files stand for. The names of files that follow one another may
// be of one folder: it reads the manifests of a folder once. It has their puzzles by folders and
// names of files.
type resolver map[string]map[string][]export.Place

// each calls take with what a path stands for: a file, a collection by its name, or each file of a
// folder. Whoever takes a collection or a bank closes it.
func (r resolver) each(ctx context.Context, path string, take func(*named) error) error {
	if path == "-" {
		return take(&named{path: path})
	}
	path, err := listPath(path)
	if err != nil {
		return err
	}
	if atomicfile.IsFolder(path) {
		return eachFile(path, func(path string, err error) error {
			if err != nil {
				return fmt.Errorf("%s: %w", phrase.Printable(path), withoutPath(err))
			}
			return r.each(ctx, path, take)
		})
	}
	n, err := r.resolve(ctx, path)
	if err != nil {
		return err
	}
	return take(n)
}

// resolve returns what a file stands for.
func (r resolver) resolve(ctx context.Context, path string) (*named, error) {
	n := &named{path: path}
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // a pipe can be read once
		return n, nil
	case info.Size() == 0:
		return nil, fmt.Errorf("%s: %w", phrase.Printable(path), errEmpty)
	}
	var err error
	if n.collection, err = given.OpenToRead(ctx, path); !errors.Is(err, given.ErrNotOne) {
		return n, err
	}
	n.collection = nil
	if n.bank, err = seedbank.Open(ctx, path); !errors.Is(err, seedbank.ErrNotBank) {
		return n, err
	}
	n.bank = nil
	if n.places, err = placesIn(path); err == nil && n.places == nil && isUnreadable(path) {
		n.places, err = r.beside(path)
	}
	return n, err
}

// beside returns the puzzles of a file that cannot be read, by a manifest beside it. There are none
// if no manifest has it.
func (r resolver) beside(path string) ([]export.Place, error) {
	folder := filepath.Dir(path)
	if r[folder] == nil {
		packs := map[string][]export.Place{}
		for _, name := range filesEnding(folder, export.ManifestSuffix) {
			m, err := readManifest(name)
			if err != nil {
				continue // another may have the file
			}
			maps.Copy(packs, m.PlacesByFile())
		}
		r[folder] = packs
	}
	places := r[folder][filepath.Base(path)]
	if places == nil {
		return nil, fmt.Errorf("%s: puzzles cannot be read from this format: if it is a pack, name its manifest", phrase.Printable(path))
	}
	return places, nil
}

// isUnreadable reports whether a file has a format that puzzles cannot be read from.
func isUnreadable(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	if isEPUB(file) {
		return true
	}
	format, _ := read.Detect(read.Unpack(file))
	return format.Puzzles == nil
}

// filesEnding returns the files of a folder whose names have an ending: none if it cannot be read.
func filesEnding(folder, ending string) []string {
	names, _ := fs.Glob(os.DirFS(folder), "*"+ending) // fails only for a wrong pattern
	for i, name := range names {
		names[i] = filepath.Join(folder, name)
	}
	return names
}

// placesIn returns the puzzles of a manifest, whatever its name is. It returns nil if a file is none.
func placesIn(path string) ([]export.Place, error) {
	m, err := readManifest(path)
	switch {
	case err != nil && strings.HasSuffix(path, export.ManifestSuffix):
		return nil, err
	case err != nil || len(m.Parts) == 0:
		return nil, nil
	}
	for i := range m.Parts {
		if part := &m.Parts[i]; uint64(len(part.IDs)) != part.Puzzles {
			return nil, fmt.Errorf("%s: the manifest has no IDs of %s, which has more than %d puzzles: name the pack itself", phrase.Printable(path), part.Files[0].Name, export.MaxIDs)
		}
	}
	return m.Places(), nil
}

// listPath returns a path, or the file of the collection of this name if there is no such file.
func listPath(path string) (string, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	collection, err := collectionPath(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(collection); err != nil {
		return "", fmt.Errorf("%s: neither a file nor a collection", phrase.Printable(path))
	}
	return collection, nil
}
