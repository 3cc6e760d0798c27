package main

import (
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/figure"
)

// pathText prints paths for people.
type pathText struct {
	*program
	whole    bool // several steps, with numbers
	effort   bool // the steps are a way, whose effort is shown
	brief    bool
	eureka   bool // below the words of each chain
	pictures bool // above each step, and not only at the beginning of a whole path
}

func (t *pathText) print(path *rating.Path) error {
	line := path.Puzzle.Clues().String()
	if width := t.Terminal.Width; t.brief || width == 0 || width >= len(line) {
		fmt.Fprintln(t.Stdout, line) // not folded, because the grid below shows the puzzle too
	}
	if t.whole && !t.brief && !t.pictures {
		start := figure.Start(path)
		t.draw(&start)
	}
	n := 0
	for f := range figure.Each(path) {
		n++
		if !t.brief && (t.pictures || !t.whole) {
			t.draw(&f)
		}
		t.step(n, &f)
	}
	if t.whole {
		t.say(t.summary(path, n), 2)
	}
	return nil
}

func (t *pathText) draw(f *figure.Figure) {
	style := figure.Style{Width: t.Terminal.Width, Color: t.Terminal.Color, Unicode: t.Terminal.Unicode && t.Terminal.Interactive}
	fmt.Fprintf(t.Stdout, "\n%s\n", f.Text(style))
}

// step prints a step, with its number if there are several.
func (t *pathText) step(n int, f *figure.Figure) {
	s := f.Step
	number := ""
	if t.whole {
		number = fmt.Sprintf("%d. ", n)
	}
	indent := 2 + len(number)
	if t.brief {
		t.say(fmt.Sprintf("  %s%s: %s", number, stepTitle(s, f.Language), s.ConclusionText()), indent)
		t.notation(s, indent)
		return
	}
	list := f.Statements()
	if !rating.Branched(list) {
		t.say(fmt.Sprintf("  %s%s: %s", number, stepTitle(s, f.Language), rating.Texts(list, f.Language)), indent)
		return
	}
	t.say(fmt.Sprintf("  %s%s:", number, stepTitle(s, f.Language)), indent)
	for i := range list {
		margin := indent + 2*len(list[i].Under)
		t.say(fmt.Sprintf("%*s%s", margin, "", list[i].Text(f.Language)), margin+2)
	}
	t.notation(s, indent)
}

// notation prints a chain in Eureka notation, if that is wanted and possible.
func (t *pathText) notation(s *rating.Step, indent int) {
	if text := s.Eureka(); t.eureka && text != "" {
		t.say(strings.Repeat(" ", indent)+text, indent+2)
	}
}

// say prints a line, broken where the terminal ends, in letters that it can show.
func (t *pathText) say(line string, indent int) {
	if t.Terminal.Interactive && !t.Terminal.Unicode {
		line = strings.ReplaceAll(line, "≠", "<>")
	}
	fmt.Fprintln(t.Stdout, t.Terminal.FoldLine(line, indent))
}

// stepTitle returns the name of a step with its rating, and with its technique
// where that has another name in English.
func stepTitle(s *rating.Step, language string) string {
	technique := s.Technique.String() + ", "
	if strings.EqualFold(strings.ReplaceAll(s.Name(), " ", "-"), s.Technique.String()) {
		technique = ""
	}
	return fmt.Sprintf("%s (%s%v)", s.NameIn(language), technique, s.Rating)
}

// summary returns a sentence about the end of a path of n steps.
func (t *pathText) summary(path *rating.Path, n int) string {
	key, effort := "path.end", ""
	if t.effort {
		key, effort = "path.end-effort", effortText(path.Rounds)
	}
	hardest, _, _ := rating.Hardest(path.Rounds)
	return "  " + catalogue.Or(path.Language).Plain(key, "steps", n, "effort", effort, "name", stepTitle(hardest, path.Language))
}
