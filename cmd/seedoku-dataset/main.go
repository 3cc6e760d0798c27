// Command seedoku-dataset writes sets of puzzles for training and testing models, and whole
// banks as data sets to publish. It is a program of its own, since what Parquet is made of
// takes longer to start than seedoku does; "seedoku dataset" and "seedoku bank release" run it.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/dataset"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// texts are the texts of help.
//
//go:embed help
var texts embed.FS

func main() {
	p := newProgram()
	p.Use()
	os.Exit(p.Run(context.Background(), os.Args))
}

// program is one run of the program.
type program struct{ cli.Program }

func newProgram() *program {
	p := &program{cli.Program{Name: "seedoku-dataset", Texts: texts, Advice: advice.Text, Parts: map[string]func() string{"formats": formatList}}}
	p.Commands = []cli.Entry{{Make: func() *cli.Command {
		return &cli.Command{Arguments: "FOLDER", Flags: flags(), Action: cli.Interruptible(p.dataset)}
	}}, {Path: "bank-release", Make: p.releaseCommand}}
	return p
}

// formatList lists the formats for the help text.
func formatList() string {
	var b strings.Builder
	b.WriteString("Formats:\n")
	for _, name := range dataset.FormatNames() {
		fmt.Fprintf(&b, "  %-9s %s\n", name, dataset.FormatSummary(name))
	}
	return b.String()
}

// flags returns all flags. Those about each puzzle are the fields of a request.
func flags() []cli.Flag {
	list := []cli.Flag{
		&cli.StringFlag{Name: "train", Usage: "`N` puzzles for training", Value: "0"},
		&cli.StringFlag{Name: "test", Usage: "`N` puzzles for testing", Value: "0"},
		&cli.StringFlag{Name: "validation", Usage: "`N` puzzles for validation", Value: "0"},
		&cli.StringFlag{Name: "augment", Usage: "up to `K` puzzles of each seed for training", Value: "1"},
		&cli.BoolFlag{Name: "minimal", Usage: "add no clues, as --clues minimal does"},
	}
	wanted := func(field *draw.Field) bool { return field.Kind && field.Name != "style" } // puzzles of a data set have no style
	return slices.Concat(list, drawflags.Of(wanted), []cli.Flag{
		&cli.StringFlag{Name: "seed", Usage: "random seed `N`: the same seed makes the same set", DefaultText: "0, always the same set"},
		&cli.Choice{Listed: &cli.StringSliceFlag{Name: "format", Usage: "`FORMAT` of the files; repeat it for several", DefaultText: "csv"}, Values: dataset.FormatNames},
		&cli.StringFlag{Name: "shard-size", Usage: "at most `N` puzzles in a file", DefaultText: "all"},
		cli.Workers,
		&cli.BoolFlag{Name: "force", Usage: "overwrite another data set"},
		userbank.Flag,
	})
}

// dataset writes the data set.
func (p *program) dataset(c *cli.Context) error {
	same := "the same command"
	if c.Bool("force") { // it would begin anew
		same += " without --force"
	}
	return cli.OrEnded(c.Context, p.make(c), "interrupted before all files were complete; "+same+" keeps complete files and goes on")
}

// datasetMemory is the memory in bytes above which the garbage collector runs more often.
const datasetMemory = 144 << 20

func (p *program) make(c *cli.Context) error {
	if c.NArg() != 1 {
		return cli.Errorf(c, "name one folder, before or after the flags")
	}
	options, err := optionsFrom(c)
	if err != nil {
		return err
	}
	bank, err := userbank.Open(c.Context, c.String("bank"))
	if err != nil {
		return err
	}
	defer bank.Close()
	defer userbank.LimitMemory(c.Context, bank, datasetMemory, 0)()
	folder, progress := c.Args().First(), p.Progress()
	defer progress.Close()
	report := func(task string, done, of uint64) { progress.Say("%s: %d of %d puzzles", task, done, of) }
	_, err = dataset.Make(c.Context, bank, folder, options, dataset.Run{
		Program: "seedoku " + buildinfo.Module(), Command: commandLine(c, &options, folder),
		Workers: c.Int("workers"), Force: c.Bool("force"),
		Wrote:  p.printWritten,
		Report: func(part dataset.Part, done, of uint64) { report(string(part), done, of) },
		Proved: func(done, of uint64) { report("proof", done, of) },
	})
	if few, ok := errors.AsType[*dataset.TooFewError](err); ok && few.Part == dataset.Train && few.There > 0 {
		return fmt.Errorf("%w; a higher --augment takes more puzzles of each seed", err)
	}
	if errors.Is(err, dataset.ErrStray) {
		return fmt.Errorf("%w; remove it, or choose another folder", err)
	}
	if errors.Is(err, dataset.ErrTaken) {
		return fmt.Errorf("%w; --force overwrites it", err)
	}
	if _, untrue := errors.AsType[*dataset.FalseError](err); untrue {
		return fmt.Errorf("%w; --force writes it again, and \"seedoku bank verify\" finds false seeds", err)
	}
	return err
}

// printWritten prints the path of a file as soon as it is whole.
func (p *program) printWritten(path string) {
	fmt.Fprintln(p.Stdout, path)
	p.Stdout.Flush() // an error comes again at the end
}

// optionsFrom reads the flags that say what a data set is.
func optionsFrom(c *cli.Context) (o dataset.Options, err error) {
	if o.Request, err = drawflags.Read(c); err != nil {
		return o, err
	}
	if !c.IsSet("seed") {
		o.Request.RandomSeed = 0
	}
	for _, number := range []struct {
		flag string
		to   *uint64
	}{{"train", &o.Train}, {"test", &o.Test}, {"validation", &o.Validation}, {"augment", &o.Augment}, {"shard-size", &o.ShardSize}} {
		text := c.String(number.flag)
		if text == "" && !c.IsSet(number.flag) {
			continue
		}
		if *number.to, err = strconv.ParseUint(text, 10, 64); err != nil {
			return o, cli.Wrong(c, number.flag, fmt.Errorf("%q is not a number", text))
		}
	}
	if o.Train == 0 && o.Test == 0 && o.Validation == 0 {
		return o, cli.Errorf(c, "give the number of puzzles with --train, --test or --validation, such as --train 1000")
	}
	o.Minimal, o.Formats = c.Bool("minimal"), c.StringSlice("format")
	if len(o.Formats) == 0 {
		o.Formats = []string{"csv"}
	}
	if wrong, ok := errors.AsType[*draw.FieldError](o.Check()); ok {
		return o, cli.Wrong(c, wrong.Field, wrong.Reason)
	}
	return o, nil
}

// shellLine returns a command as a shell reads it.
func shellLine(words []string) string {
	for i, word := range words {
		if word == "" || strings.ContainsFunc(word, special) {
			words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// special reports whether a character can mean something else to a shell.
func special(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./:,=+@%", r)
}

// commandLine returns the command that makes a data set, in one order of the flags.
func commandLine(c *cli.Context, o *dataset.Options, folder string) string {
	words := []string{"seedoku", "dataset", folder}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		switch {
		case !c.IsSet(name) || slices.Contains([]string{"force", "workers", "bank", "seed"}, name):
		case name == "minimal":
			if o.Minimal {
				words = append(words, "--minimal")
			}
		default:
			list := c.StringSlice(name)
			if list == nil {
				list = []string{c.String(name)}
			}
			for _, value := range list {
				words = append(words, "--"+name, value)
			}
		}
	}
	return shellLine(append(words, "--seed", strconv.FormatUint(o.Request.RandomSeed, 10)))
}
