package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// TakenError says that files of a pack would replace others.
type TakenError struct {
	Folder string
	Names  []string // of the files that are there
}

// mostNamed is how many files an error names.
const mostNamed = 3

func (e *TakenError) Error() string {
	names, more := e.Names, ""
	if n := len(names) - mostNamed; n > 0 {
		names, more = names[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s has other files of these names: %s%s", e.Folder, strings.Join(names, ", "), more)
}

// MustBeNew returns a [*TakenError] if writing m into a folder, with a manifest of
// a name, would replace files.
func (m *Manifest) MustBeNew(folder, manifest string) error {
	taken := &TakenError{Folder: folder}
	for i := range m.Parts {
		names, err := m.fileNames(&m.Parts[i])
		if err != nil {
			return err
		}
		for name := range names {
			if err := taken.look(name); err != nil {
				return err
			}
		}
	}
	if err := taken.look(manifest); err != nil {
		return err
	}
	return taken.orNil()
}

// look notes a name if there is such a file.
func (e *TakenError) look(name string) error {
	path := filepath.Join(e.Folder, name)
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !atomicfile.IsDevice(path):
		e.Names = append(e.Names, name)
	}
	return nil
}

func (e *TakenError) orNil() error {
	if len(e.Names) == 0 {
		return nil
	}
	return e
}

// standing tells which parts are in a folder, just as the manifest says. It is a
// [*TakenError] if there are other files of their names.
func (m *Manifest) standing(folder string) (parts []bool, err error) {
	taken := &TakenError{Folder: folder}
	for i := range m.Parts {
		names, err := m.fileNames(&m.Parts[i])
		if err != nil {
			return nil, err
		}
		sum, err := sumOf(folder, names)
		stands := err == nil && sum == m.Parts[i].SHA256
		parts = append(parts, stands)
		for name := range names {
			if stands {
				break
			}
			if err := taken.look(name); err != nil {
				return nil, err
			}
		}
	}
	return parts, taken.orNil()
}

// sumOf returns the sum of files, one behind the other, as a manifest has it.
func sumOf(folder string, names iter.Seq[string]) (string, error) {
	sum := sha256.New()
	for name := range names {
		path := filepath.Join(folder, name)
		if atomicfile.IsDevice(path) {
			return "", fs.ErrInvalid // reading might never end
		}
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// fileNames yields the names of the files of a part.
func (m *Manifest) fileNames(of *Part) (iter.Seq[string], error) {
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return nil, err
	}
	return func(yield func(string) bool) {
		if !format.Single {
			yield(of.Name)
			return
		}
		for n := range of.Puzzles {
			if !yield(of.numbered(n+1, extensionOf(&format, m.Compress))) {
				return
			}
		}
	}, nil
}

// numbered returns the name of a part's file for puzzle number n, from 1.
func (p *Part) numbered(n uint64, extension string) string {
	digits := len(fmt.Sprint(p.Puzzles))
	return fmt.Sprintf("%s-%0*d.%s", p.Name, digits, n, extension)
}
