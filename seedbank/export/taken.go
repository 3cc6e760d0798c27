package export

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// TakenError says that files of a pack would replace existing files.
type TakenError struct {
	Folder string
	Names  []string // of the existing files
}

// mostNamed is the greatest number of files that an error names.
const mostNamed = 3

func (e *TakenError) Error() string {
	names, more := e.Names, ""
	if n := len(names) - mostNamed; n > 0 {
		names, more = names[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s has other files of these names: %s%s", e.Folder, strings.Join(names, ", "), more)
}

// MustBeNew returns a [*TakenError] if a folder has files with some of these names.
func MustBeNew(folder string, names ...string) error {
	taken := &TakenError{Folder: folder}
	for _, name := range names {
		if err := taken.look(name); err != nil {
			return err
		}
	}
	return taken.orNil()
}

// MustBeNew returns a [*TakenError] if writing m and the file manifest into a
// folder would replace files.
func (m *Manifest) MustBeNew(folder, manifest string) error {
	taken := &TakenError{Folder: folder}
	for i := range m.Parts {
		names, err := m.fileNames(&m.Parts[i])
		if err != nil {
			return err
		}
		for _, name := range names {
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

// look adds a name if there is such a file.
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

// standing reports for each part whether its files are in the folder with the
// contents that the manifest says. It returns a [*TakenError] if there are other
// files with their names.
func (m *Manifest) standing(folder string) (parts []bool, err error) {
	taken := &TakenError{Folder: folder}
	for i := range m.Parts {
		names, err := m.fileNames(&m.Parts[i])
		if err != nil {
			return nil, err
		}
		sum, err := file.SumOf(folder, names...)
		stands := err == nil && sum == m.Parts[i].SHA256
		parts = append(parts, stands)
		for _, name := range names {
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

// fileNames returns the names of the files of a part.
func (m *Manifest) fileNames(of *Part) ([]string, error) {
	format, err := pack.FormatNamed(m.Format)
	if err != nil || !format.Single {
		return []string{of.Name}, err
	}
	names := make([]string, of.Puzzles)
	for i := range names {
		names[i] = of.numbered(uint64(i+1), extensionOf(&format, m.Compress))
	}
	return names, nil
}

// numbered returns the name of a part's file for puzzle number n, from 1.
func (p *Part) numbered(n uint64, extension string) string {
	digits := len(fmt.Sprint(p.Puzzles))
	return fmt.Sprintf("%s-%0*d.%s", p.Name, digits, n, extension)
}
