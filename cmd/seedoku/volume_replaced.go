package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/export"
)

// oldPack is a pack in whose place another one is to come.
type oldPack struct {
	path     string           // of its manifest
	manifest *export.Manifest // without parts if there is none that can be read
	edited   bool             // the manifest may have been edited since the pack became a volume
}

// packAt returns the pack of a manifest.
func packAt(path string) oldPack {
	m, err := readManifest(path)
	if err != nil {
		m = new(export.Manifest)
	}
	return oldPack{path: path, manifest: m}
}

// packIn returns the pack of a manifest in a folder. If another process is giving the files of a pack
// there their names, it waits for this.
func packIn(c *cli.Context, folder, manifest string) oldPack {
	path := filepath.Join(folder, manifest)
	if _, err := os.Stat(path); err == nil {
		if claim, err := atomicfile.Await(c.Context, folder); err == nil {
			defer claim.Close()
		}
	}
	return packAt(path)
}

// replaced follows the name of a volume while another pack comes in its place. If the program is
// killed then, the collection has both packs, whichever of them stands. No pack of a user has such
// a name, since no file can.
const replaced = "/replaced"

// standing returns the name under which the collection has an old pack. A program that was killed
// while it replaced the pack has left it under the other name. It is an error if the collection has
// the pack under neither.
func (s *series) standing(c *cli.Context, old oldPack) (string, error) {
	for _, name := range []string{s.volume, s.volume + replaced} {
		ids, err := s.IDs(c.Context, name)
		if err != nil {
			return "", err
		}
		if len(ids) > 0 && old.is(ids) {
			return name, nil
		}
	}
	return "", s.elsewhere(c, old)
}

// is reports whether old has the puzzles of a volume. A collection knows its volumes by name,
// and a pack in another folder may have the same name. So the volume is the pack if the pack has
// all puzzles of it, or half of them if its manifest may have been edited.
func (old oldPack) is(ids []string) bool {
	has := map[string]bool{}
	for _, place := range old.manifest.Places() {
		has[place.ID] = true
	}
	lacks := len(slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return has[id] }))
	return lacks == 0 || old.edited && 2*lacks <= len(ids)
}

// elsewhere returns the error about a volume that is not the old pack.
func (s *series) elsewhere(c *cli.Context, old oldPack) error {
	ids, err := s.IDs(c.Context, s.volume)
	if err != nil {
		return err
	}
	made, err := s.madeOn(c)
	if err != nil {
		return err
	}
	what := "there is no manifest of it at " + old.path + ", so its files are elsewhere, or the program was killed before they were whole"
	if len(old.manifest.Parts) > 0 {
		what = "the pack of " + old.path + " is another one, so its files are elsewhere"
	}
	return fmt.Errorf("%s: %q: %w, with %s%s, and %s; %s; if its puzzles may come again, forget it with: seedoku collection %s --take-back %s",
		s.Path(), s.volume, given.ErrIsThere, phrase.Count(len(ids), "puzzle"), made, what, otherName(c), c.String("collection"), s.volume)
}

// madeOn says on which day the volume of s was made, if that is known.
func (s *series) madeOn(c *cli.Context) (string, error) {
	volumes, err := s.Volumes(c.Context)
	if err != nil {
		return "", err
	}
	for _, v := range volumes {
		if v.Name == s.volume && !v.Made.IsZero() {
			return " of " + v.Made.UTC().Format(time.DateOnly), nil
		}
	}
	return "", nil
}
