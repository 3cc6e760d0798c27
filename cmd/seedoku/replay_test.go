//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// replayer does on a disk what processes did in a folder.
type replayer struct {
	disk   *disk
	folder string
	syncs  bool
	at     map[string]int64 // where the next write to a file goes that has been opened
}

// isOurs reports whether a file is on the disk. What SQLite keeps in shared
// memory is made anew.
func (r *replayer) isOurs(path string) bool {
	return strings.HasPrefix(path, r.folder+"/") && !strings.HasSuffix(path, "-shm") && !strings.HasSuffix(path, " (deleted)")
}

// do does a call.
func (r *replayer) do(c *call) error {
	working, _ := os.Getwd()
	switch c.name {
	case "open", "openat", "creat":
		path := filepath.Clean(c.opened)
		flags := strings.Join(c.args, " ")
		if !r.isOurs(path) {
			return nil
		}
		r.at[path] = 0
		if c.name == "creat" || strings.Contains(flags, "O_CREAT") && r.disk.names[path] == nil {
			r.disk.create(path)
		}
		if strings.Contains(flags, "O_TRUNC") || strings.Contains(flags, "O_APPEND") {
			return fmt.Errorf("what it does is not known here")
		}
		return nil
	case "rename", "link", "unlink":
		return r.changeName(c, 0, 1, working)
	case "renameat", "renameat2", "linkat":
		return r.changeName(c, 1, 3, working)
	case "unlinkat":
		return r.changeName(c, 1, 0, working)
	}
	path, err := c.file(0)
	if c.name == "mmap" {
		path, err = c.file(4)
	}
	switch {
	case err != nil:
		return err
	case c.name == "fsync" || c.name == "fdatasync":
		if r.syncs {
			r.disk.sync(path)
		}
		return nil
	case !r.isOurs(path) || r.disk.isFolder(path):
		return nil
	}
	return r.doToFile(c, path)
}

func (r *replayer) doToFile(c *call, path string) error {
	file := r.disk.names[path]
	if file == nil {
		return fmt.Errorf("no file %s", path)
	}
	switch c.name {
	case "write", "pwrite64":
		data, err := c.bytes(1)
		if err != nil {
			return err
		}
		at := r.at[path]
		if c.name == "pwrite64" {
			if at, err = c.number(3); err != nil {
				return err
			}
		} else {
			r.at[path] += c.result
		}
		file.unsaved = append(file.unsaved, diskWrite{at, data[:c.result]})
	case "ftruncate":
		size, err := c.number(1)
		if err != nil {
			return err
		}
		file.unsaved = append(file.unsaved, diskWrite{at: size})
	case "lseek":
		r.at[path] = c.result
	case "mmap":
		if strings.Contains(c.args[2], "PROT_WRITE") && strings.Contains(c.args[3], "MAP_SHARED") {
			return fmt.Errorf("%s is written through memory", path)
		}
	default:
		return fmt.Errorf("what it does is not known here")
	}
	return nil
}

// changeName does a call that changes names: those in arguments from and to.
func (r *replayer) changeName(c *call, from, to int, working string) error {
	change := nameChange{}
	path, err := c.path(from, working)
	if err != nil {
		return err
	}
	if to > 0 && !strings.HasPrefix(c.name, "unlink") {
		if change.to, err = c.path(to, working); err != nil {
			return err
		}
		change.file = r.disk.names[path]
	}
	if !strings.HasPrefix(c.name, "link") {
		change.from = path
	}
	if r.isOurs(path) && r.disk.names[path] != nil {
		r.disk.change(change)
	}
	return nil
}
