package export

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// TakenError says that files of a pack would replace existing files.
type TakenError struct {
	Folder string
	Names  []string // of the existing files
	Edited bool     // the manifest was edited after its files were made
}

// mostNamed is the greatest number of files that an error names.
const mostNamed = 3

func (e *TakenError) Error() string {
	names, more := e.Names, ""
	if n := len(names) - mostNamed; n > 0 {
		names, more = names[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	which := "other files of these names"
	if e.Edited {
		which = "files of these names, and the manifest was edited after they were made"
	}
	return fmt.Sprintf("%s has %s: %s%s", e.Folder, which, strings.Join(names, ", "), more)
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
	return MustBeNew(folder, append(m.fileNames(), manifest)...)
}

// MustNotTear returns an error if writing m would replace files of another pack in a folder. Its
// manifest there has another name than that of m, which is manifest.
func (m *Manifest) MustNotTear(folder, manifest string) error {
	entries, _ := os.ReadDir(folder) // of a folder that cannot be read nothing is known
	own := setOf(m.fileNames())
	for _, entry := range entries {
		name := entry.Name()
		if name == manifest || !strings.HasSuffix(name, ManifestSuffix) {
			continue
		}
		torn := &TakenError{Folder: folder}
		for _, of := range manifestIn(folder, name).fileNames() {
			if !own[of] {
				continue
			}
			if err := torn.look(of); err != nil {
				return err
			}
		}
		if len(torn.Names) > 0 {
			return fmt.Errorf("%w, which the pack of %s has: remove that pack with its manifest first", torn, name)
		}
	}
	return nil
}

// setOf returns names as a set.
func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// fileNames returns the names of all files of m.
func (m *Manifest) fileNames() []string { return m.written(m.keepNone()) }

// leftBy returns the names of the files that another pack has in a folder, by its manifest, and
// m has not. Files that are not as that manifest says are none of them.
func (m *Manifest) leftBy(folder, manifest string) (names []string) {
	other := manifestIn(folder, manifest)
	own := setOf(m.fileNames())
	for i := range other.Parts {
		part := &other.Parts[i]
		for k := range part.Files {
			all := part.fileNames(&part.Files[k], other.Compress)
			left := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return own[name] })
			if len(left) == 0 {
				continue
			}
			if sum, err := file.SumOf(folder, all...); err == nil && sum == part.Files[k].SHA256 {
				names = append(names, left...)
			}
		}
	}
	return names
}

// Torn returns the names of the files in a folder that are not as m says, its manifest. If a
// process was killed while it replaced the pack of m, they are those of the new one.
func (m *Manifest) Torn(folder string) (names []string) {
	for i := range m.Parts {
		part := &m.Parts[i]
		for k := range part.Files {
			f := &part.Files[k]
			if f.SHA256 == "" {
				continue
			}
			if sum, err := file.SumOf(folder, part.fileNames(f, m.Compress)...); err == nil && sum != f.SHA256 {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// manifestIn returns the manifest of a name in a folder, or one without parts if there is none that
// can be read.
func manifestIn(folder, name string) *Manifest {
	if text, err := os.Open(filepath.Join(folder, name)); err == nil {
		defer text.Close()
		if m, err := ReadManifest(text); err == nil {
			return m
		}
	}
	return new(Manifest)
}

// Strays returns the names of the pictures in a folder that are named like those of m, and that
// neither m nor a manifest in the folder has: m may have had them before it was edited.
func (m *Manifest) Strays(folder string) (names []string) {
	entries, _ := os.ReadDir(folder) // of a folder that cannot be read nothing is known
	known := setOf(m.fileNames())
	var like [][2]string // how the names of pictures begin and end
	for i := range m.Parts {
		for _, f := range m.Parts[i].Files {
			if format, err := pack.FormatNamed(f.Format); err == nil && format.Single {
				like = append(like, [2]string{f.Name + "-", "." + extensionOf(&format, m.Compress)})
			}
		}
	}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ManifestSuffix) {
			maps.Copy(known, setOf(manifestIn(folder, entry.Name()).fileNames()))
		}
		if slices.ContainsFunc(like, func(ends [2]string) bool {
			return strings.HasPrefix(entry.Name(), ends[0]) && strings.HasSuffix(entry.Name(), ends[1])
		}) {
			names = append(names, entry.Name())
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return known[name] })
}

// look adds a name if there is such a file.
func (e *TakenError) look(name string) error {
	path := filepath.Join(e.Folder, name)
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is not a folder", noFolder(e.Folder))
	case err != nil:
		return err
	case !atomicfile.IsDevice(path):
		e.Names = append(e.Names, name)
	}
	return nil
}

// noFolder returns the part of a path that stands in a folder and is none itself.
func noFolder(path string) string {
	parent := filepath.Dir(path)
	if info, err := os.Stat(parent); parent == path || err == nil && info.IsDir() {
		return path
	}
	return noFolder(parent)
}

func (e *TakenError) orNil() error {
	if len(e.Names) == 0 {
		return nil
	}
	return e
}

// standing reports for each file of each part whether it is in the folder with the contents
// that the manifest says. It returns a [*TakenError] if there are other files of these names.
// The files of an edited manifest are others.
func (m *Manifest) standing(folder string) (files [][]bool, err error) {
	taken := &TakenError{Folder: folder, Edited: m.Edited()}
	for i := range m.Parts {
		part := &m.Parts[i]
		stand := make([]bool, len(part.Files))
		for k := range part.Files {
			names := part.fileNames(&part.Files[k], m.Compress)
			sum, err := file.SumOf(folder, names...)
			stand[k] = err == nil && sum == part.Files[k].SHA256 && !taken.Edited
			for _, name := range names {
				if stand[k] {
					break
				}
				if err := taken.look(name); err != nil {
					return nil, err
				}
			}
		}
		files = append(files, stand)
	}
	return files, taken.orNil()
}

// fileNames returns the names of the files of a file.
func (p *Part) fileNames(f *File, compress string) []string {
	format, err := pack.FormatNamed(f.Format)
	if err != nil || !format.Single {
		return []string{f.Name}
	}
	first, last := p.has(f)
	names := make([]string, last-first)
	for i := range names {
		names[i] = fmt.Sprintf("%s-%s.%s", f.Name, p.placeName(first+i), extensionOf(&format, compress))
	}
	return names
}

// placeName returns what the name of a picture of a puzzle ends in: its number or, in a
// calendar, its day and, if the day has several, which one of the day it is.
func (p *Part) placeName(i int) string {
	if p.Dates == nil {
		return fmt.Sprintf("%0*d", len(fmt.Sprint(p.Puzzles)), i+1)
	}
	day, first, last := p.Dates[i], i, i
	for first > 0 && p.Dates[first-1].Equal(day) {
		first--
	}
	for last+1 < len(p.Dates) && p.Dates[last+1].Equal(day) {
		last++
	}
	if first == last {
		return day.Format(time.DateOnly)
	}
	return fmt.Sprintf("%s-%d", day.Format(time.DateOnly), i-first+1)
}

// extensionOf returns the extension of the files of a format, without the dot.
func extensionOf(format *pack.Format, compress string) string {
	if compress != "" && !format.Binary {
		return format.Extension + "." + compress
	}
	return format.Extension
}
