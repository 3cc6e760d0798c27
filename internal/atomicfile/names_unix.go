//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// HasOtherNames reports whether a file has several names, which are hard links. The temporary name
// that a file has for a moment when [Create] has made it does not count.
func HasOtherNames(path string) bool {
	if !isLinked(path) {
		return false
	}
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	folder := filepath.Dir(path)
	temporary, _ := fs.Glob(os.DirFS(folder), prefix+"*/file")
	for _, name := range temporary {
		if IsSame(path, filepath.Join(folder, name)) {
			return false
		}
	}
	return isLinked(path) // it may have lost its temporary name meanwhile
}

func isLinked(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	return ok && of.Nlink > 1
}
