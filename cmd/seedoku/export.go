package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/mini"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func (p *program) exportCommand() *cli.Command {
	return &cli.Command{
		Flags: slices.Concat(drawflags.Of(drawflags.Pack), []cli.Flag{
			&cli.StringFlag{Name: "per-level", Usage: "`N` puzzles of each level"},
			&cli.StringFlag{Name: "n", Usage: "`N` puzzles in all"},
			&cli.Choice{Listed: &cli.StringFlag{Name: "order", Usage: "`ORDER` of the puzzles in a file: ascending, shuffled, er, effort or minutes", DefaultText: "levels one after the other; er in print style"}, Values: export.Orders},
			&cli.StringFlag{Name: "calendar", Usage: "puzzles for the `DAYS`, such as 2027 or 2027-01-01..2027-06-30, numbered through"},
			&cli.StringFlag{Name: "week", Usage: "`LEVELS` of the puzzles of a calendar by the day of the week, from Monday, such as 1,2,3,4,5,6,5; 0 is none", DefaultText: "each of --levels, every day"},
			cli.OneOf(&cli.StringFlag{Name: "parts", Usage: "a book of a calendar for each `PERIOD`: week, month or quarter", DefaultText: "one book"}, export.Periods()...),
			drawflags.Seed(),
			notInFlag(),
			collectionFlag,
			exportFormatFlag,
			&cli.StringFlag{Name: "dir", Usage: "write the files into `FOLDER`, which is made if it does not exist", Value: ".", TakesFile: true},
			&cli.StringFlag{Name: "name", Usage: "begin the names of the files, and of the manifest, with `NAME`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write all puzzles to `FILE`, and the manifest beside it", TakesFile: true},
			&cli.Choice{Listed: &cli.StringFlag{Name: "compress", Usage: "compress texts by `METHOD`: zst"}, Values: export.Compressions},
			&cli.StringFlag{Name: "manifest", Usage: "make the pack of this `FILE` again", TakesFile: true},
			&cli.BoolFlag{Name: "force", Usage: "replace a pack of the same names, and delete its other files"},
			&cli.StringFlag{Name: "mini", Usage: "write a source file of at most `SIZE`, such as 16KB, that makes puzzles itself"},
			userbank.Flag,
		}, packFlags()),
		Action: cli.Interruptible(userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			export := p.export
			switch {
			case c.IsSet("manifest"):
				export = p.exportAgain
			case c.IsSet("mini"):
				export = p.exportMini
			}
			return cli.OrInterrupted(c.Context, export(c, bank))
		})),
	}
}

// exportFormatFlag is the flag --format with the languages of mini banks as well.
var exportFormatFlag = &cli.Choice{
	Listed: &cli.StringSliceFlag{Name: "format", Usage: "write as `FORMAT`, one of those above; repeat it, or put commas between, for the same puzzles in several", DefaultText: pack.Line},
	Values: func() []string { return append(pack.FormatNames(), mini.LanguageNames()...) },
}

// export makes a pack as the flags say.
func (p *program) export(c *cli.Context, bank *seedbank.Bank) error {
	options, err := exportOptions(c)
	if err != nil {
		return err
	}
	folder, manifest := c.String("dir"), options.ManifestName()
	if output := c.String("output"); output != "" {
		folder = filepath.Dir(output)
	}
	collection, err := p.openSeries(c, strings.TrimSuffix(manifest, export.ManifestSuffix), func() oldPack { return packIn(c, folder, manifest) })
	if err != nil {
		return err
	}
	if collection != nil {
		defer collection.Close()
	}
	if options.Request.NotIn, err = p.takenFor(c, bank, collection); err != nil {
		return err
	}
	if err := wrongOption(c, options.Check()); err != nil {
		return err
	}
	m, err := export.Plan(c.Context, bank, options)
	if err != nil {
		return err
	}
	if err := p.mayWrite(c, m, folder, manifest); err != nil {
		return err
	}
	if collection == nil {
		p.noteVolume(c, filepath.Join(folder, manifest))
	}
	p.noteFewSeeds(m)
	p.noteLeftOut(m)
	p.noteStyle(m.Without, m.Unprinted()...)
	write := p.writePack
	if atomicfile.IsDevice(c.String("output")) {
		write = p.writeThrough
	}
	if err := write(c, bank, m, folder, manifest, collection); err != nil {
		return err
	}
	p.noteUndivided(m)
	if collection != nil {
		p.settle(c.Context, collection)
	}
	return nil
}

// mayWrite returns an error if a pack would replace files that it may not.
func (p *program) mayWrite(c *cli.Context, m *export.Manifest, folder, manifest string) error {
	if !c.Bool("force") {
		if err := m.MustBeNew(folder, manifest); err != nil {
			p.noteTorn(folder, manifest)
			return orForce(err, "; --force writes over them; "+otherName(c))
		}
	}
	if err := m.MustNotTear(folder, manifest); err != nil {
		return fmt.Errorf("%w; %s", err, otherName(c))
	}
	return nil
}

// writePack writes a pack and its manifest, makes it a volume of a collection, which may be nil,
// and prints the names of the files. Another process may have written a pack of the same name
// meanwhile.
func (p *program) writePack(c *cli.Context, bank *seedbank.Bank, m *export.Manifest, folder, manifest string, collection *series) error {
	written := 0
	may := func() error {
		err := p.mayWrite(c, m, folder, manifest)
		if err == nil && collection != nil {
			err = collection.record(c.Context, bank, m)
		}
		return err
	}
	err := m.WriteWhole(c.Context, bank, folder, manifest, may, func(path string) { written++; p.printWritten(path) })
	if err != nil && written > 0 {
		p.Say("The pack is incomplete. Files written: %d. No manifest has their puzzles. --force writes over them.\n", written)
		p.noteTorn(folder, manifest)
	}
	if err != nil {
		p.noteRecorded(c, collection)
	}
	return err
}

// writeThrough writes a pack to a device, beside which no manifest can be, and makes it a volume
// of a collection, which may be nil.
func (p *program) writeThrough(c *cli.Context, bank *seedbank.Bank, m *export.Manifest, folder, _ string, collection *series) error {
	if err := m.Write(c.Context, bank, folder, nil); err != nil || collection == nil {
		return err
	}
	if err := collection.record(c.Context, bank, m); err != nil {
		return fmt.Errorf("the pack is written, but not in the collection, so that its puzzles may come again: %w", err)
	}
	return nil
}

// noteTorn tells which files are not as the manifest beside them says.
func (p *program) noteTorn(folder, manifest string) {
	path := filepath.Join(folder, manifest)
	if torn := packAt(path).manifest.Torn(folder); len(torn) > 0 {
		is, it := "is", "it was"
		if len(torn) > 1 {
			is, it = "are", "they were"
		}
		p.Say("%s %s not as %s says: a run with --force did not come to its end, or %s changed. With --manifest and --force the files are made again.\n", strings.Join(torn, ", "), is, path, it)
	}
}

// takenFor returns the solution grids that a pack must not have, or nil if it may have all.
func (p *program) takenFor(c *cli.Context, bank *seedbank.Bank, collection *series) ([]seed.Key, error) {
	taken, err := p.notIn(c, bank)
	if err != nil || collection == nil {
		return taken, err
	}
	others, err := collection.Grids(c.Context, collection.old)
	return append(others, taken...), err
}

// orForce adds advice to an error about existing files.
func orForce(err error, advice string) error {
	if _, taken := errors.AsType[*export.TakenError](err); taken {
		return fmt.Errorf("%w%s", err, advice)
	}
	return err
}

// otherName says how a pack gets another name.
func otherName(c *cli.Context) string {
	switch {
	case c.IsSet("manifest"):
		return "a copy of the manifest under another name is another pack"
	case c.IsSet("output"):
		return "another --output gives the pack another name"
	}
	return "--name gives the pack another name"
}

// exportOptions reads the flags for the contents of a pack.
func exportOptions(c *cli.Context) (options export.Options, err error) {
	options = export.Options{
		Order: export.Order(c.String("order")),
		Name:  c.String("name"), Program: "seedoku " + buildinfo.Module(),
	}
	if err := checkPlace(c); err != nil {
		return options, err
	}
	if options.Format, err = outputFormat(c, pack.Line, packKinds); err != nil {
		return options, err
	}
	if options.Compress, err = outputCompression(c, options.Format); err != nil {
		return options, err
	}
	if options.Request, err = drawflags.Read(c); err != nil {
		return options, err
	}
	if text := c.String("per-level"); text != "" {
		if options.PerLevel, err = strconv.ParseUint(text, 10, 64); err != nil {
			return options, cli.Wrong(c, "per-level", fmt.Errorf("%q is not a whole number", text))
		}
	}
	if options.Calendar, err = calendarOf(c); err != nil {
		return options, err
	}
	if options.Calendar == nil && c.IsSet("per-level") == c.IsSet("n") {
		return options, cli.Errorf(c, "give the number of puzzles with either -n or --per-level, or the days with --calendar")
	}
	formats, err := pack.SeveralNamed(options.Format)
	if err != nil {
		return options, cli.Wrong(c, "format", err)
	}
	if output := c.String("output"); output != "" {
		if options.Calendar != nil {
			return options, cli.Errorf(c, "--output names one file: with --calendar, use --dir and --name")
		}
		if len(formats) > 1 && atomicfile.IsDevice(output) {
			return options, cli.Errorf(c, "--output %s takes one format", output)
		}
		if formats[0].Single && atomicfile.IsDevice(output) {
			return options, cli.Errorf(c, "--output %s: format %s has a file for each puzzle; seedoku gen writes one puzzle", output, options.Format)
		}
		options.File = filepath.Base(output)
	}
	if options.Settings, err = packSettings(c, options.Content(), formats...); err != nil {
		return options, err
	}
	return options, wrongOption(c, options.Check())
}

// calendarOf reads the flags of a calendar. It returns nil without --calendar.
func calendarOf(c *cli.Context) (calendar *export.Calendar, err error) {
	if !c.IsSet("calendar") {
		for _, name := range []string{"week", "parts"} {
			if c.IsSet(name) {
				return nil, cli.Errorf(c, "--%s: say the days with --calendar", name)
			}
		}
		return nil, nil
	}
	calendar = &export.Calendar{Parts: export.Period(c.String("parts"))}
	if calendar.From, calendar.To, err = export.ParseDays(c.String("calendar")); err != nil {
		return nil, cli.Wrong(c, "calendar", err)
	}
	if c.IsSet("week") {
		if calendar.Week, err = export.ParseWeek(c.String("week")); err != nil {
			return nil, cli.Wrong(c, "week", err)
		}
	}
	return calendar, nil
}

// wrongOption returns an error about an option of a pack as one about its flag, or nil if err
// is another one.
func wrongOption(c *cli.Context, err error) error {
	if wrong, ok := errors.AsType[*export.OptionError](err); ok {
		flag := wrong.Option
		switch {
		case flag == "name" && c.IsSet("output"):
			flag = "output"
		case flag == "n" && c.IsSet("per-level"):
			flag = "per-level"
		}
		return cli.Wrong(c, flag, wrong.Reason)
	}
	return nil
}

// checkPlace returns an error of usage if flags contradict each other on where files
// go.
func checkPlace(c *cli.Context) error {
	switch {
	case atomicfile.IsFolder(c.String("output")) || strings.HasSuffix(c.String("output"), "/"):
		return cli.Errorf(c, "--output %s: it is a folder: name a file in it, or use --dir", c.String("output"))
	case c.String("output") == cli.StandardOutput:
		return cli.Errorf(c, "--output -: a pack is files: name one, or /dev/stdout")
	case c.IsSet("output") && c.IsSet("dir"):
		return cli.Errorf(c, "--output says where the file goes: leave out --dir")
	case c.IsSet("output") && c.IsSet("name"):
		return cli.Errorf(c, "--output names the file: leave out --name")
	}
	return cli.MustNotBeBank(c, "output")
}

// noteLeftOut tells which of the levels that were asked for have no puzzle. Where levels are not drawn
// one by one, nobody knows.
func (p *program) noteLeftOut(m *export.Manifest) {
	var has [rating.NumLevels + 1]bool
	for _, part := range m.Parts {
		for _, d := range part.Draws {
			has[d.Level] = true
		}
	}
	var without []string
	for level := m.Request.Levels.Low; level > 0 && level <= m.Request.Levels.High && !has[0]; level++ {
		if !has[level] {
			without = append(without, strconv.Itoa(int(level)))
		}
	}
	if len(without) > 0 {
		p.Say("No puzzle is of level %s: with -n, the share of a level is its share of the seeds that can be drawn. --per-level gives each level the same number.\n", strings.Join(without, ", "))
	}
}

// noteUndivided tells which books have their solutions at the end, though they were to stand after
// parts.
func (p *program) noteUndivided(m *export.Manifest) {
	for _, name := range m.Undivided {
		p.Say("%s has no parts, so its solutions are at the end: parts are months, or levels in order that each fill a page.\n", name)
	}
}

// noteFewSeeds prints a note about draws with several puzzles of one seed.
func (p *program) noteFewSeeds(m *export.Manifest) {
	for _, part := range m.Parts {
		for _, d := range part.Draws {
			if !d.Distinct {
				p.Say("%s: the bank has %s, so some puzzles are isomorphs of each other; no puzzle comes twice.\n", d.What(), phrase.Count(d.Seeds, "seed"))
			}
		}
	}
}

func (p *program) printWritten(path string) { fmt.Fprintln(p.Stdout, path) }

// againFlags are the flags of export that go with --manifest.
var againFlags = []string{"manifest", "dir", "force", "collection", "bank"}

// exportAgain makes the pack of a manifest.
func (p *program) exportAgain(c *cli.Context, bank *seedbank.Bank) error {
	if err := onlyWith(c, againFlags); err != nil {
		return err
	}
	path := c.String("manifest")
	m, err := readManifest(path)
	if err != nil {
		return err
	}
	collection, err := p.openSeries(c, strings.TrimSuffix(filepath.Base(path), export.ManifestSuffix), func() oldPack { return oldPack{path, m, true} })
	if err != nil {
		return err
	}
	var volume *given.Volume
	if collection != nil {
		defer collection.Close()
		if volume, err = collection.volumeOf(c.Context, bank, m); err != nil {
			return err
		}
	}
	folder := filepath.Dir(path)
	if c.IsSet("dir") {
		folder = c.String("dir")
	}
	edited, made, written, unlike := m.Edited(), m.Made != "", 0, 0
	stale := edited || m.LacksChecksums() // the manifest lacks the checksums of the new files
	differs := func(path string, reason error) {
		unlike++
		if errors.Is(reason, export.ErrEdited) {
			p.Say("%s: %v\n", path, reason)
			return
		}
		p.Report(path, reason)
	}
	var may func() error
	if collection != nil {
		may = func() error {
			if err := m.CountPages(c.Context, bank); err != nil {
				return err
			}
			return collection.record(c.Context, bank, m)
		}
	}
	err = m.WriteAgain(c.Context, bank, folder, c.Bool("force"), may, func(path string) { written++; p.printWritten(path) }, differs)
	if err == nil && written == 0 {
		p.Say("%s: all files of the pack are there already\n", path)
	}
	stale = stale || unlike > 0 && c.Bool("force")
	if err == nil && stale && atomicfile.IsSame(folder, filepath.Dir(path)) {
		if err = atomicfile.WriteFile(path, m.Encode); err == nil {
			p.printWritten(path)
		}
	}
	if err != nil {
		p.noteRecorded(c, collection)
		return orForce(err, "; --force writes over them")
	}
	p.noteUndivided(m)
	if edited {
		for _, name := range m.Strays(folder) {
			p.Say("%s is a picture of no puzzle of the pack: remove it if it is from before the manifest was edited.\n", filepath.Join(folder, name))
		}
	}
	if edited || !made { // nothing says that the files are to be as before
		unlike = 0
	}
	if collection == nil {
		if edited && atomicfile.IsSame(folder, filepath.Dir(path)) {
			p.Say("The manifest was edited. If the pack is a volume of a collection, give --collection and --force too: the collection has the puzzles from before.\n")
		}
		return notTheSame(path, unlike)
	}
	p.settle(c.Context, collection)
	p.Say("%s is a volume of %s now\n", collection.volume, collection.Path())
	if n := onGridsBefore(volume); n > 0 {
		p.Say("It has %s on the solution grids of others of them.\n", phrase.Count(n, "puzzle"))
	}
	return notTheSame(path, unlike)
}

// notTheSame returns an error if files of a manifest that was not edited differ from it.
func notTheSame(path string, files int) error {
	if files == 0 {
		return nil
	}
	return fmt.Errorf("%s: the pack is written, with other contents than before in %s", path, phrase.Count(files, "file"))
}

func readManifest(path string) (*export.Manifest, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := export.ReadManifest(file)
	if wrong, ok := errors.AsType[*export.ManifestError](err); ok {
		return nil, fmt.Errorf("%s:%d: %w", path, wrong.Line, wrong.Reason)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}
