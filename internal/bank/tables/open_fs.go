package tables

import (
	"context"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite/vfs"
)

// OpenFS opens the bank in a file of a file system to read. SQLite could make no file there for
// what it sorts.
func OpenFS(ctx context.Context, files fs.FS, name string) (f *File, err error) {
	defer Explain(&err, "opening bank %s", name)
	if err := mustBeFile(fs.Stat(files, name)); err != nil {
		return nil, err
	}
	for _, log := range []string{"-wal", "-journal"} {
		if beside, err := fs.Stat(files, name+log); err == nil && beside.Size() > 0 {
			return nil, errLogInTheWay
		}
	}
	all, err := vfsOfSystems()
	if err != nil {
		return nil, err
	}
	number := strconv.FormatUint(systems.last.Add(1), 10)
	systems.of.Store(number, files)
	f, err = openAs(ctx, number+"/"+name, url.Values{"vfs": {all}, "mode": {"ro"}, "immutable": {"1"}, "_pragma": {"temp_store(memory)"}}, nil)
	if err != nil {
		systems.of.Delete(number)
		return nil, err
	}
	f.Path, f.inFS = name, number
	return f, nil
}

// systems are the file systems of open banks. All share one VFS of SQLite, since one of its own
// could not be removed when a bank is closed while connections still read.
var systems fileSystems

// vfsOfSystems returns the name of that VFS.
var vfsOfSystems = sync.OnceValues(func() (string, error) {
	name, _, err := vfs.New(&systems)
	return name, err
})

// fileSystems is a file system with a folder for each of many, named by its number.
type fileSystems struct {
	of   sync.Map // of fs.FS by number
	last atomic.Uint64
}

func (f *fileSystems) Open(path string) (fs.File, error) {
	number, name, _ := strings.Cut(path, "/")
	files, ok := f.of.Load(number)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrClosed}
	}
	return files.(fs.FS).Open(name)
}
