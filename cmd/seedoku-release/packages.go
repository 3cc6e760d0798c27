package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// About the project, as packages tell it.
const (
	home       = "https://github.com/seedoku/seedoku"
	summary    = "Sudoku puzzles of known level, drawn at once from a bank"
	maintainer = "The Seedoku project <seedoku@users.noreply.github.com>"
	licence    = "MIT"
)

// packages writes a package of each format for each Linux.
func (r *release) packages() error {
	for _, b := range r.builds {
		if b.os != "linux" {
			continue
		}
		for _, format := range []string{"deb", "rpm"} {
			if err := r.pack(b, format); err != nil {
				return err
			}
		}
	}
	return nil
}

// pack writes a package. nfpm reads its files from a folder.
func (r *release) pack(b *built, format string) error {
	packager, err := nfpm.Get(format)
	if err != nil {
		return err
	}
	root, err := os.MkdirTemp("", "seedoku-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	info := &nfpm.Info{
		Name: "seedoku", Arch: b.arch, Platform: "linux", Version: r.semantic(), VersionSchema: "semver",
		Section: "games", Priority: "optional", Maintainer: maintainer, Description: summary, Homepage: home, License: licence,
		MTime: r.date, DisableGlobbing: true,
	}
	info.RPM.BuildHost, info.RPM.Group, info.RPM.Summary, info.RPM.Packager = "seedoku", "Amusements/Games", summary, maintainer
	for _, f := range r.onUnix(b, format) {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, f.mode); err != nil {
			return err
		}
		info.Contents = append(info.Contents, &files.Content{
			Source: path, Destination: "/" + f.name,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: r.date},
		})
	}
	info = nfpm.WithDefaults(info)
	return r.write(packager.ConventionalFileName(info), func(w io.Writer) error { return packager.Package(info, w) })
}

// semantic returns the version as packages number it.
func (r *release) semantic() string {
	if r.version == unknownVersion {
		return "0.0.0-devel"
	}
	return cmp.Or(r.plain(), "0.0.0")
}
