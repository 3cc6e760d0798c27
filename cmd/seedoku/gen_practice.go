package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/figure"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// genFormat is the flag --format of gen: the formats of puzzles, and the formats of
// positions to practise on.
var genFormat = &cli.Choice{
	Listed: &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, one of those above", Value: pack.Line, DefaultText: "line; with --practice " + practice.Formats[0].Name + "; for one puzzle on a terminal grid"},
	Values: func() []string {
		names := pack.FormatNames()
		for _, name := range practice.FormatNames() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	},
}

// practiceFormatList describes the formats of positions in a help text.
func practiceFormatList() string {
	return listed("Formats with --practice, too", practice.Formats[:], func(f *practice.Format) (name, summary string) { return f.Name, f.Summary })
}

// practiceFormat returns the format of the positions that a request asks for, or nil if it is
// about puzzles. It is an error of usage if the flags contradict each other.
func practiceFormat(c *cli.Context, request *draw.Request) (*practice.Format, error) {
	if len(request.Practice) == 0 && !c.IsSet("format") {
		return nil, nil
	}
	kinds := packKinds
	if len(request.Practice) > 0 {
		kinds = slices.Concat(practiceKinds, packKinds)
	}
	name, err := outputFormat(c, practice.Formats[0].Name, kinds)
	if err != nil {
		return nil, err
	}
	format, unknown := practice.FormatNamed(name)
	_, ofPuzzles := pack.FormatNamed(name)
	switch {
	case len(request.Practice) == 0 && unknown == nil && ofPuzzles != nil:
		return nil, cli.Errorf(c, "--format %s shows positions to practise on: name a technique with --practice", name)
	case len(request.Practice) == 0, unknown != nil:
		return nil, nil
	case format.Single && request.N > 1:
		return nil, cli.Errorf(c, "-n %d: a file of format %s holds one position", request.N, name)
	}
	return format, nil
}

// writePractice writes the positions of puzzles that train a technique. Of those that shall
// have a step with a label, the others are left out.
func (p *program) writePractice(c *cli.Context, format *practice.Format, request *draw.Request, bank *seedbank.Bank) error {
	if format.Binary && p.Terminal.Interactive {
		return cli.Errorf(c, "--format %s: not for terminals; name a file with --output", format.Name)
	}
	style := figure.Style{Width: p.Terminal.Width, Color: p.Terminal.Color, Unicode: p.Terminal.Unicode && p.Terminal.Interactive}
	writer := format.New(p.Stdout, practice.Options{Answer: c.Bool("solution"), Style: style})
	labels, wanted, skip, found := request.Trained(), request.N, uint64(0), uint64(0)
	if labels != 0 {
		request.Distinct, request.N = true, 0 // the search ends when there are enough
		skip, request.Skip = request.Skip, 0  // of the positions
	}
	var rater rating.Rater
	for puzzle, err := range request.Draw(c.Context, bank) {
		if err != nil {
			return err
		}
		task, err := practice.Of(&rater, puzzle)
		if err != nil {
			return err
		}
		if !hasAll(&task, labels) {
			continue
		}
		if found++; found <= skip {
			continue
		}
		task.Language = cli.Language(c)
		if err := writer.Write(&task); err != nil {
			return fmt.Errorf("writing puzzle %s: %w", task.ID, err)
		}
		if found-skip == wanted {
			break
		}
	}
	err := writer.Close()
	switch {
	case err == nil && found == 0:
		err = fmt.Errorf("no puzzle of this kind has a position that needs a step with the label %s", labelNames(labels))
	case err == nil && (found < skip || found-skip < wanted):
		err = fmt.Errorf("%s whose step has the label %s, fewer than asked for", phrase.There(found, "position"), labelNames(labels))
	}
	return err
}

// labelNames returns the names of labels.
func labelNames(labels rating.LabelSet) string {
	var names []string
	for l := range labels.All() {
		names = append(names, l.String())
	}
	return strings.Join(names, ", ")
}

// hasAll reports whether a task has steps with each of some labels.
func hasAll(task *practice.Task, labels rating.LabelSet) bool {
	for l := range labels.All() {
		if !task.Has(l) {
			return false
		}
	}
	return true
}
