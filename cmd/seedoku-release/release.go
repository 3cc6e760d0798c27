package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/atomicfile"
	sum "github.com/seedoku/seedoku/internal/table/file"
)

// release is a release in the making. It is made in the folder of the project.
type release struct {
	output    string    // folder of its files
	date      time.Time // of all files
	version   string    // such as v1.2.3
	goVersion string
	say       func(format string, args ...any) // tells people something

	builds []*built // in the order of their systems
	extras []text

	written []string // names of files in the output
}

// artefacts are what a release consists of. Each function writes files into the output.
var artefacts = []func(*release) error{(*release).archives, (*release).packages, (*release).image, (*release).formula, (*release).bill}

// run builds for some systems, writes all artefacts and their sums, and prints the names
// of the files.
func (r *release) run(systems []string, to io.Writer) (err error) {
	if r.extras, err = r.texts(); err != nil {
		return err
	}
	for _, system := range slices.Sorted(slices.Values(systems)) {
		b, err := r.build(system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		r.builds = append(r.builds, b)
	}
	for _, write := range artefacts {
		if err := write(r); err != nil {
			return err
		}
	}
	if err := r.sums(); err != nil {
		return err
	}
	for _, name := range r.written {
		if _, err := fmt.Fprintln(to, filepath.Join(r.output, name)); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file of the release.
func (r *release) write(name string, write func(io.Writer) error) error {
	folder, err := atomicfile.OpenFolder(r.output)
	if err != nil {
		return err
	}
	r.written = append(r.written, name)
	return folder.WriteFile(name, write)
}

// plain returns the version without the v.
func (r *release) plain() string { return strings.TrimPrefix(r.version, "v") }

// sums writes the sums of all files of the release, in the order of their names.
func (r *release) sums() error {
	var list []sum.File
	for _, name := range slices.Sorted(slices.Values(r.written)) {
		of, err := sum.SumOf(r.output, name)
		if err != nil {
			return err
		}
		list = append(list, sum.File{Name: filepath.ToSlash(name), SHA256: of})
	}
	return r.write(sum.SumsName, sum.Sums(list))
}

// onUnix returns the files of a build by their paths on Linux, for a package format.
func (r *release) onUnix(b *built, format string) (files []file) {
	for _, f := range b.programs {
		f.name = "usr/bin/" + f.name
		files = append(files, f)
	}
	for _, t := range r.extras {
		if t.unix == "" {
			continue
		}
		f := t.file
		f.name = t.unix
		if other := t.on[format]; other != "" {
			f.name = other
		}
		files = append(files, f)
	}
	slices.SortFunc(files, byName)
	return files
}

func byName(a, b file) int { return strings.Compare(a.name, b.name) }
