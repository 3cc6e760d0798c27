//go:build linux

package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
)

// disk is a file system that forgets at a power cut what was not synced:
//
//	names    path -> file      as processes see them, and as the disk has them
//	files    bytes             as the disk has them, and what was written since
//
// A sync of a file saves its bytes, not its name; that is saved by a sync of its
// folder. A cut leaves of the unsynced writes to a file any of their sectors, in
// any order, and of the unsynced changes of names in a folder the first ones.
type disk struct {
	names   map[string]*diskFile
	saved   map[string]*diskFile
	renames []nameChange // not saved
}

type diskFile struct {
	saved   []byte
	unsaved []diskWrite
}

// diskWrite is a write, or the setting of a size if data is nil.
type diskWrite struct {
	at   int64
	data []byte
}

// nameChange takes a name away, gives one, or both.
type nameChange struct {
	from, to string
	file     *diskFile
}

func newDisk() *disk { return &disk{names: map[string]*diskFile{}, saved: map[string]*diskFile{}} }

// load puts a file on the disk that has long been there.
func (d *disk) load(path string, content []byte) {
	file := &diskFile{saved: content}
	d.names[path], d.saved[path] = file, file
}

func (d *disk) create(path string) {
	d.change(nameChange{to: path, file: &diskFile{}})
}

func (d *disk) change(c nameChange) {
	c.apply(d.names)
	d.renames = append(d.renames, c)
}

func (c *nameChange) apply(names map[string]*diskFile) {
	if c.from != "" {
		delete(names, c.from)
	}
	if c.to != "" {
		names[c.to] = c.file
	}
}

func (c *nameChange) isIn(folder string) bool {
	return c.from != "" && filepath.Dir(c.from) == folder || c.to != "" && filepath.Dir(c.to) == folder
}

// sync saves a file, or the names of a folder.
func (d *disk) sync(path string) {
	if file := d.names[path]; file != nil {
		for i := range file.unsaved {
			file.saved = file.unsaved[i].apply(file.saved)
		}
		file.unsaved = nil
		return
	}
	d.renames = slices.DeleteFunc(d.renames, func(c nameChange) bool {
		if !c.isIn(path) {
			return false
		}
		c.apply(d.saved)
		return true
	})
}

// isFolder reports whether there are files below a path.
func (d *disk) isFolder(path string) bool {
	for name := range d.names {
		if filepath.Dir(name) == path {
			return true
		}
	}
	return false
}

func (w *diskWrite) apply(to []byte) []byte {
	if w.data == nil {
		return resized(to, w.at)
	}
	to = resized(to, max(int64(len(to)), w.at+int64(len(w.data))))
	copy(to[w.at:], w.data)
	return to
}

func resized(b []byte, size int64) []byte {
	if n := size - int64(len(b)); n > 0 {
		return append(b, make([]byte, n)...)
	}
	return b[:size:size]
}

// cut writes to a folder the files that the disk has after a power cut, by their
// paths below root.
func (d *disk) cut(random *rand.Rand, root, folder string) error {
	names := maps.Clone(d.saved)
	for _, c := range d.renames[:random.IntN(len(d.renames)+1)] {
		c.apply(names)
	}
	left := map[*diskFile][]byte{} // a file may have two names
	// In an order that depends on the random seed only.
	for _, path := range slices.Sorted(maps.Keys(names)) {
		file := names[path]
		if _, done := left[file]; !done {
			left[file] = file.cut(random)
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, relative)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, left[file], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// sector is what a disk writes as a whole, in bytes.
const sector = 512

// cut returns what is left of a file: all that was written, or the first writes
// with the last of them torn, or any sectors of any writes.
func (f *diskFile) cut(random *rand.Rand) []byte {
	content := slices.Clone(f.saved)
	writes, share := f.unsaved, 1.0
	switch random.IntN(4) {
	case 0:
		return content
	case 1:
		writes = writes[:random.IntN(len(writes)+1)]
	case 2:
		share = random.Float64()
	}
	for i := range writes {
		if i == len(writes)-1 && share == 1 && random.IntN(2) == 0 {
			share = random.Float64()
		}
		for _, piece := range writes[i].sectors() {
			if random.Float64() < share {
				content = piece.apply(content)
			}
		}
	}
	return content
}

// sectors returns w as writes to one sector each.
func (w *diskWrite) sectors() (list []diskWrite) {
	if w.data == nil {
		return []diskWrite{*w}
	}
	for at, data := w.at, w.data; len(data) > 0; {
		n := min(sector-at%sector, int64(len(data)))
		list = append(list, diskWrite{at, data[:n]})
		at, data = at+n, data[n:]
	}
	return list
}
