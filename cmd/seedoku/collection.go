package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func (p *program) collectionCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[NAME]",
		Values:    collectionNames,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "take-back", Usage: "remove `VOLUME`, so that its puzzles may come again"},
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			switch {
			case c.IsSet("take-back") && c.NArg() == 0:
				return cli.Errorf(c, "--take-back: name the collection")
			case c.NArg() > 1:
				return cli.Errorf(c, "name one collection")
			case c.IsSet("take-back"):
				return p.takeBack(c)
			case c.NArg() == 0:
				return p.listCollections(c)
			}
			return p.listVolumes(c)
		},
	}
}

// collectionFlag names the memory of packs.
var collectionFlag = &cli.Choice{Listed: &cli.StringFlag{
	Name: "collection", Usage: "draw no puzzle of the other packs of the collection `NAME`, nor one on the same solution grid, and make the pack a volume of it",
}, Values: collectionNames}

// collectionNames returns the names of the collections in the folder of collections, if it
// can be read.
func collectionNames() []string {
	files, _ := collectionFiles()
	return phrase.Names(files, func(path *string) string { return collectionName(*path) })
}

// collections returns the folder of the collections that are named without a folder.
func collections() (string, error) {
	bank, err := userbank.Path("")
	return filepath.Join(filepath.Dir(bank), "collections"), err
}

// collectionPath returns the file of a collection: the name itself if it is the name of a file,
// or else a file in the folder of collections.
func collectionPath(name string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) || strings.HasSuffix(name, given.Extension) {
		return name, nil
	}
	folder, err := collections()
	return filepath.Join(folder, name+given.Extension), err
}

// collectionName returns the name of a collection in the folder of collections.
func collectionName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), given.Extension)
}

// collectionFiles returns the files in the folder of collections.
func collectionFiles() ([]string, error) {
	folder, err := collections()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(filesEnding(folder, given.Extension), func(path string) bool { return !given.Exists(path) }), nil
}

// noteVolume prints a note if a pack that is to be written over is a volume of a collection of the
// user, and the new pack is made without it. The manifest of the pack does not say so.
func (p *program) noteVolume(c *cli.Context, manifest string) {
	old, err := readManifest(manifest)
	if err != nil {
		return // there is no pack, or nobody knows which
	}
	places := old.Places()
	files, _ := collectionFiles() // without them there is nothing to note
	for _, path := range files {
		if len(places) == 0 {
			return
		}
		collection, err := given.OpenToRead(c.Context, path)
		if err != nil {
			continue
		}
		volume := strings.TrimSuffix(filepath.Base(manifest), export.ManifestSuffix)
		is, err := collection.Holds(c.Context, volume, places[0].ID)
		was, wrong := collection.Holds(c.Context, volume+replaced, places[0].ID) // a program was killed
		if cmp.Or(err, wrong) == nil && (is || was) {
			p.Say("%s was a volume of the collection %s. Made without --collection %[2]s, it may have puzzles of other volumes, and the collection keeps the old ones.\n", volume, collectionName(path))
		}
		collection.Close()
	}
}

// series is the packs of a collection, and the one that is being made.
type series struct {
	*given.Collection
	volume string
	isNew  bool
	old    string   // name of the volume in whose place the pack comes, until it stands, or ""
	had    []string // IDs of its puzzles

	recorded bool // the collection has the pack
}

// openSeries returns the collection of the flag, or nil without it. With --force, the pack replaces
// the volume of its name if there is one. It calls read for the old pack when nobody else writes to
// the collection any more.
func (p *program) openSeries(c *cli.Context, volume string, read func() oldPack) (*series, error) {
	if !c.IsSet("collection") {
		return nil, nil
	}
	if c.String("collection") == "" {
		return nil, cli.Errorf(c, "--collection: name the collection")
	}
	path, err := collectionPath(c.String("collection"))
	if err != nil {
		return nil, err
	}
	if !given.Exists(path) && !strings.HasSuffix(path, given.Extension) {
		return nil, cli.Errorf(c, "--collection: the name of a file ends with %s: write %[2]s%[1]s", given.Extension, path)
	}
	collection, err := given.Open(c.Context, path)
	if err != nil {
		return nil, err
	}
	s := &series{Collection: collection, volume: volume, isNew: !given.Exists(path)}
	old := read()
	has, err := s.Has(c.Context, volume)
	switch {
	case err != nil:
	case has:
		err = s.replace(c, old)
	default:
		err = s.goOn(c, old)
	}
	if err == nil && s.old != "" {
		s.had, err = s.IDs(c.Context, s.old)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// replace gives the volume in whose place a pack is to come another name. It is an error without
// --force.
func (s *series) replace(c *cli.Context, old oldPack) error {
	standing, err := s.standing(c, old)
	if err != nil {
		return err
	}
	if !c.Bool("force") {
		advice := "--manifest makes its files again, --force draws another one in its place"
		if c.IsSet("manifest") {
			advice = "--force replaces it"
		}
		return fmt.Errorf("%s: %q: %w; %s, %s", s.Path(), s.volume, given.ErrIsThere, advice, otherName(c))
	}
	s.old = s.volume + replaced
	other := s.old // of an earlier run that was killed
	if standing == s.old {
		other = s.volume
	}
	if _, err := s.TakeBack(c.Context, other); err != nil && !errors.Is(err, given.ErrNoVolume) {
		return err
	}
	if standing == s.old {
		return nil
	}
	return s.Rename(c.Context, s.volume, s.old)
}

// goOn goes on to replace a volume that was to be replaced when the program ended, if the pack that
// was to come was taken back since and the volume is an old pack.
func (s *series) goOn(c *cli.Context, old oldPack) error {
	ids, err := s.IDs(c.Context, s.volume+replaced)
	if err == nil && len(ids) > 0 && old.is(ids) {
		s.old = s.volume + replaced
	}
	return err
}

// record makes a pack a volume of a collection, even if ctx is done. It is called before the files
// of the pack get their names: a program that is killed then has given away puzzles that nobody
// has, and none twice.
func (s *series) record(ctx context.Context, bank *seedbank.Bank, m *export.Manifest) error {
	ctx = context.WithoutCancel(ctx)
	v, err := s.volumeOf(ctx, bank, m)
	if err == nil {
		err = s.Add(ctx, v)
	}
	if err == nil {
		err = s.Commit()
	}
	s.recorded = err == nil
	return err
}

// noteRecorded tells that a collection, which may be nil, has a pack that could not be written.
func (p *program) noteRecorded(c *cli.Context, s *series) {
	if s != nil && s.recorded {
		p.Say("The collection has the puzzles of this pack. If they may come again: seedoku collection %s --take-back %s\n", c.String("collection"), s.volume)
	}
}

// settle forgets the pack that a recorded one has replaced. It tells the user of a new collection,
// whose name may be a typing error.
func (p *program) settle(ctx context.Context, s *series) {
	if s.isNew {
		p.Say("%s is a new collection.\n", s.Path())
	}
	if s.old == "" {
		return
	}
	if err := s.forget(context.WithoutCancel(ctx)); err != nil {
		p.Say("The puzzles of the pack that was replaced are in the collection still, as %s: %v\n", s.old, err)
	}
}

// forget takes back the volume in whose place the pack came, after s was written. If another program
// replaces the pack by now, the volume of this name is the pack itself, which has to stay.
func (s *series) forget(ctx context.Context) error {
	again, err := given.Open(ctx, s.Path())
	if err != nil {
		return err
	}
	defer again.Close()
	has, err := again.IDs(ctx, s.old)
	if err != nil || !slices.Equal(has, s.had) {
		return err
	}
	if _, err := again.TakeBack(ctx, s.old); err != nil {
		return err
	}
	return again.Commit()
}

// volumeOf returns a pack with IDs as a volume. It is an error if a puzzle of it is on a
// solution grid of another volume, or if the grid of a puzzle is not known.
func (s *series) volumeOf(ctx context.Context, bank *seedbank.Bank, m *export.Manifest) (*given.Volume, error) {
	for i := range m.Parts {
		if part := &m.Parts[i]; part.Puzzles > export.MaxIDs {
			return nil, fmt.Errorf("a collection cannot have %s: its manifest has no IDs of more than %d puzzles", part.Files[0].Name, export.MaxIDs)
		}
	}
	v := &given.Volume{Name: s.volume, Made: time.Now()}
	var seeds []seed.Key
	for _, place := range m.Places() {
		id, err := seed.ParseID(place.ID)
		if err != nil {
			return nil, err
		}
		v.Puzzles, seeds = append(v.Puzzles, given.Puzzle{ID: id, File: place.File, Number: place.Number, Page: place.Page}), append(seeds, id.Seed)
	}
	grids, err := bank.GridsOf(ctx, seeds)
	if err != nil {
		return nil, err
	}
	for i := range v.Puzzles {
		p := &v.Puzzles[i]
		grid, ok := grids[p.ID.Seed]
		if !ok {
			return nil, fmt.Errorf("puzzle %d of %s: the bank has not its seed %v, so its solution grid is not known", p.Number, p.File, p.ID.Seed)
		}
		p.Grid = grid
		others, err := s.On(ctx, p.Grid)
		if err != nil {
			return nil, err
		}
		for _, other := range others {
			if other.Volume == s.volume || other.Volume == s.old {
				continue
			}
			advice := ""
			if other.File == p.File {
				advice = fmt.Sprintf("; a manifest under another name is another pack: call it %s%s, or take that pack back", other.Volume, export.ManifestSuffix)
			}
			return nil, fmt.Errorf("puzzle %d of %s is on the solution grid of puzzle %d of %s in the pack %s of %s%s", p.Number, p.File, other.Number, other.File, other.Volume, s.Path(), advice)
		}
	}
	return v, nil
}

// onGridsBefore returns how many puzzles of a volume are on solution grids of those before them.
func onGridsBefore(v *given.Volume) int {
	grids := map[seed.Key]bool{}
	for i := range v.Puzzles {
		grids[v.Puzzles[i].Grid] = true
	}
	return len(v.Puzzles) - len(grids)
}

// listCollections prints the collections of the user.
func (p *program) listCollections(c *cli.Context) error {
	form, err := formOf(c)
	if err != nil {
		return err
	}
	files, err := collectionFiles()
	if err != nil {
		return err
	}
	if len(files) == 0 && form == table.Lines {
		p.Say("There is no collection yet: \"seedoku export --collection NAME\" begins one.\n")
	}
	return table.WriteList(p.Stdout, form, collectionColumns, files)
}

// collectionColumns are the columns of a collection.
var collectionColumns = []table.Column[*string]{
	table.String("collection", table.Text, "its name", func(path *string) string { return collectionName(*path) }),
	table.String("file", table.Text, "where it is", func(path *string) string { return *path }),
}

// volumeColumns are the columns of a volume.
var volumeColumns = []table.Column[*given.Summary]{
	table.String("volume", table.Text, "the name of the pack", func(v *given.Summary) string { return v.Name }),
	table.String("made", table.Text, "when it was made", func(v *given.Summary) string {
		if v.Made.IsZero() {
			return ""
		}
		return v.Made.UTC().Format(time.RFC3339)
	}),
	table.Number("puzzles", "how many puzzles it has", func(v *given.Summary) int { return v.Puzzles }),
}

// listVolumes prints the volumes of a collection.
func (p *program) listVolumes(c *cli.Context) error {
	form, err := formOf(c)
	if err != nil {
		return err
	}
	path, err := collectionPath(c.Args().First())
	if err != nil {
		return err
	}
	collection, err := given.OpenToRead(c.Context, path)
	if err != nil {
		return err
	}
	defer collection.Close()
	volumes, err := collection.Volumes(c.Context)
	if err != nil {
		return err
	}
	return table.WriteList(p.Stdout, form, volumeColumns, volumes)
}

// takeBack removes a volume.
func (p *program) takeBack(c *cli.Context) error {
	path, err := collectionPath(c.Args().First())
	if err != nil {
		return err
	}
	if !given.Exists(path) {
		return fmt.Errorf("%s: %w", path, given.ErrNone)
	}
	collection, err := given.Open(c.Context, path)
	if err != nil {
		return err
	}
	defer collection.Close()
	n, err := collection.TakeBack(c.Context, c.String("take-back"))
	if err != nil {
		return err
	}
	if err := collection.Commit(); err != nil {
		return err
	}
	p.Say("%s of %s may come again.\n", phrase.Count(n, "puzzle"), c.String("take-back"))
	return nil
}
