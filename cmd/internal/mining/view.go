package mining

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/transform"
)

// View writes the progress of a mining run: as a picture for a terminal, or as a
// line for a log.
type View struct {
	Limit   time.Duration // when the run ends, or 0
	Count   int           // how many new seeds end it, or 0
	MaxSize int64         // of the bank, or 0
	Ending  bool          // the run was told to end, and finishes what it has begun

	// Idle reports whether nobody works for the run now; nil: somebody does.
	Idle func() bool

	// More returns further lines of the picture, no more than room, which t is wide
	// enough for. MoreWords says the same in a line. Both may be nil.
	More      func(t console.Terminal, room int) []string
	MoreWords func() string
}

// Shown returns the texts for a display of a run that ends when ctx is done. last returns the
// last progress, or nil if there is none yet, and the time since the run began.
func (v View) Shown(ctx context.Context, last func() (*mine.Progress, time.Duration)) console.Shown {
	return console.Shown{
		Frame: func(t console.Terminal) (lines []string) {
			if progress, elapsed := last(); progress != nil {
				v.Ending = ctx.Err() != nil
				lines = v.Frame(progress, elapsed, t)
			}
			return lines
		},
		Line: func() (line string) {
			if progress, elapsed := last(); progress != nil {
				v.Ending = ctx.Err() != nil
				line = v.Line(progress, elapsed)
			}
			return line
		},
	}
}

// The characters of the longest bar, and of the shortest one that is worth its
// place.
const longestBar, shortestBar = 40, 6

// mostMissing is the number of targets that a line of a log names.
const mostMissing = 5

// Frame returns the lines of the picture. They fit the terminal, and leave one
// line of it free. A run with targets shows how far each is. Any other shows how
// many seeds the bank has of each level:
//
//	jellyfish  [███▌    ]  22 of 50  3m left        5 Tricky  4833  +12  ████
func (v View) Frame(p *mine.Progress, elapsed time.Duration, t console.Terminal) []string {
	t.Width = t.Columns() - 1 // the last column is for terminals that break a full line
	height := cmp.Or(t.Height, console.UsualHeight) - 1
	text := v.times(elapsed) + "\n" + v.made(p, elapsed) + "\n"
	if size := v.sizeText(p, elapsed); size != "" {
		text += size + "\n"
	}
	for _, sentence := range walkSentences(p) {
		text += sentence + "\n"
	}
	lines := strings.Split(t.Fold(text), "\n") // with an empty one at the end
	room := height - len(lines)
	if v.More != nil {
		more := v.More(t, max(room-min(room/2, len(p.Targets)+1), 0))
		lines = append(append(lines, more...), "")
		room -= len(more) + 1
	}
	if len(p.Targets) > 0 {
		lines = append(lines, v.targetLines(p, elapsed, t, room)...)
	} else if v.More == nil || room > rating.NumLevels {
		lines = append(lines, levelLines(p, t)...)
	}
	return lines[:min(len(lines), max(height, 1))]
}

// Line returns the progress in a line.
func (v View) Line(p *mine.Progress, elapsed time.Duration) string {
	text := v.times(elapsed) + ": " + v.made(p, elapsed)
	if size := v.sizeText(p, elapsed); size != "" {
		text += "; " + size
	}
	if len(p.Targets) > 0 {
		text += v.missingText(p, elapsed)
	} else {
		text += "; in the bank by level: " + strings.Trim(fmt.Sprint(p.InBank[1:]), "[]")
	}
	for _, sentence := range walkSentences(p) {
		text += "; " + sentence
	}
	if v.MoreWords != nil {
		text += "; " + v.MoreWords()
	}
	return text
}

// times returns the duration of the run so far, and its time limit.
func (v View) times(elapsed time.Duration) string {
	text := console.Spoken(elapsed.Truncate(time.Second)) + " elapsed"
	switch {
	case v.Ending:
		text += ", ending: what was found is finished and stored"
	case v.Limit > 0:
		text += ", " + console.Spoken(v.Limit-elapsed) + " left"
	}
	return text
}

// made returns the number of puzzles made, and their rate.
func (v View) made(p *mine.Progress, elapsed time.Duration) string {
	text := fmt.Sprintf("%s made (%s), ", phrase.Count(p.Made, "puzzle"), console.PerTime(p.Made, elapsed))
	if v.Count == 0 {
		return text + fmt.Sprintf("%s stored (%s)", phrase.Count(p.Stored, "seed"), console.PerTime(p.Stored, elapsed))
	}
	text += fmt.Sprintf("%d of %s stored (%s)", p.Stored, phrase.Count(v.Count, "seed"), console.PerTime(p.Stored, elapsed))
	if left, ok := console.TimeLeft(v.Count-p.Stored, p.Stored, elapsed); v.isIdle() {
		text += ", " + forWorkers
	} else if ok {
		text += ", " + console.Spoken(left) + " left"
	}
	return text
}

// walkSentences say where the walks are, if there are any. The many walks of a run of
// [mine.Lacking] get one sentence.
func walkSentences(p *mine.Progress) (list []string) {
	if p.Round > 0 {
		return stepsSentence(p.Walks)
	}
	if p.Starts > 0 {
		list = append(list, "no seeds to walk from: pruned "+phrase.Count(p.Starts, "puzzle")+" for a start")
	}
	for i := range p.Walks {
		w := &p.Walks[i]
		if w.Steps > 0 && w.Ahead > 0 { // without these, the values are unknown: an earlier hub has planned the steps
			ahead := phrase.Count(w.Ahead, "seed")
			if w.Ahead >= walk.MostAhead {
				ahead = fmt.Sprintf("%d seeds or more", walk.MostAhead)
			}
			list = append(list, fmt.Sprintf("walking %s: at %s, %s to go on from (best %s)",
				GoalOf(w), valueText(w.Toward, w.At), ahead, valueText(w.Toward, w.Best)))
		}
	}
	return list
}

// stepsSentence says how many steps the walks took.
func stepsSentence(walks []mine.WalkProgress) []string {
	steps := 0
	for i := range walks {
		steps += walks[i].Steps
	}
	if steps == 0 {
		return nil
	}
	return []string{phrase.Count(steps, "step") + " of " + phrase.Count(len(walks), "walk")}
}

var goalNames = map[walk.Objective]string{
	walk.TowardER:    "higher ratings",
	walk.TowardEP:    "higher EP",
	walk.TowardED:    "higher ED",
	walk.TowardDepth: "deeper trial and error",
	walk.TowardClues: "fewer clues",
}

// GoalOf returns the objective of a walk in words.
func GoalOf(w *mine.WalkProgress) string {
	text := "toward " + goalName(w.Toward)
	if w.Symmetry != transform.NoSymmetry {
		text += " of " + w.Symmetry.String()
	}
	return text
}

func goalName(toward walk.Objective) string {
	if level, ok := toward.Level(); ok && toward != walk.TowardDepth {
		return fmt.Sprintf("more effort of the path at level %d", level)
	}
	if least, ok := toward.LeastClues(); ok {
		return fmt.Sprintf("fewer clues, down to %d", least)
	}
	if t, ok := toward.Technique(); ok {
		return "more uses of " + t.String()
	}
	return goalNames[toward]
}

// valueText writes a value of an objective.
func valueText(toward walk.Objective, value int) string {
	if toward == walk.TowardDepth {
		return fmt.Sprintf("T&E(%d)", value)
	}
	if toward == walk.TowardClues {
		return fmt.Sprintf("%d clues", value)
	}
	if _, ok := toward.LeastClues(); ok {
		return fmt.Sprintf("%d clues", 81-value)
	}
	if _, ok := toward.Technique(); ok {
		return phrase.Count(value, "use")
	}
	return fmt.Sprintf("%d.%d", value/10, value%10) // an effort is greater than any rating.Tenths
}

// missingText names the targets that are furthest from done.
func (v View) missingText(p *mine.Progress, elapsed time.Duration) string {
	shown := slices.DeleteFunc(furthest(p, mostMissing), func(t mine.TargetProgress) bool { return t.Missing() == 0 })
	if len(shown) == 0 {
		return "; all targets met"
	}
	var list []string
	for i := range shown {
		list = append(list, shown[i].Name+" "+countText(&shown[i])+" ("+v.leftText(&shown[i], elapsed)+")")
	}
	if n := numMissing(p.Targets) - len(shown); n > 0 {
		list = append(list, fmt.Sprintf("and %d more", n))
	}
	return "; missing: " + strings.Join(list, ", ")
}

func numMissing(targets []mine.TargetProgress) (n int) {
	for i := range targets {
		if targets[i].Missing() > 0 {
			n++
		}
	}
	return n
}

// furthest returns the targets that are furthest from done, no more than most. They
// stay in their order. A run of [mine.Lacking] has many targets for which the bank has no
// seed; these count as done here, because there is nothing to say about them.
func furthest(p *mine.Progress, most int) []mine.TargetProgress {
	targets := p.Targets
	order := make([]int, len(targets))
	for i := range order {
		order[i] = i
	}
	share := func(i int) float64 {
		t := &targets[i]
		if p.Round > 0 && t.InBank == 0 {
			return 1
		}
		return float64(t.Seeds-t.Missing()) / float64(max(t.Seeds, 1))
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(share(i), share(j)) })
	order = order[:max(0, min(most, len(order)))]
	slices.Sort(order)
	var list []mine.TargetProgress
	for _, i := range order {
		list = append(list, targets[i])
	}
	return list
}

// countText says how many seeds there are for a target.
func countText(t *mine.TargetProgress) string { return fmt.Sprintf("%d of %d", t.InBank, t.Seeds) }

// forWorkers is said instead of a time when nobody works.
const forWorkers = "waiting for workers"

func (v View) isIdle() bool { return v.Idle != nil && v.Idle() }

// leftText says how long a target will take.
func (v View) leftText(t *mine.TargetProgress, elapsed time.Duration) string {
	switch {
	case t.Missing() == 0:
		return "done"
	case v.isIdle():
		return forWorkers
	}
	left, ok := console.TimeLeft(t.Missing(), t.InBank-t.Before, elapsed)
	switch {
	case !ok && t.Pace > 0:
		left = t.Pace * time.Duration(t.Missing())
	case !ok:
		return "not seen yet"
	}
	return console.Spoken(left) + " left"
}

// targetLines draws a bar for each target, as far as there is room.
func (v View) targetLines(p *mine.Progress, elapsed time.Duration, t console.Terminal, room int) (lines []string) {
	targets := p.Targets
	shown := targets
	if len(targets) > room {
		shown = furthest(p, room-1)
	}
	var names, counts, left column
	for i := range shown {
		names.add(shown[i].Name)
		counts.add(countText(&shown[i]))
		left.add(v.leftText(&shown[i], elapsed))
	}
	bar := barLength(t.Width - names.width - counts.width - left.width - len("  []    "))
	for i := range shown {
		line := names.left(i) + "  "
		if bar > 0 {
			line += "[" + padded(progressBar(&shown[i], bar, t.Charset()), bar) + "]  "
		}
		line += counts.right(i) + "  " + left.cells[i]
		if utf8.RuneCountInString(line) > t.Width {
			line = fitting(t.Width, names.cells[i], counts.cells[i], left.cells[i])
		}
		lines = append(lines, line)
	}
	if n := len(targets) - len(shown); n > 0 {
		more := fmt.Sprintf("and %d more", n)
		if met := len(targets) - numMissing(targets); met > 0 {
			more += fmt.Sprintf("; %d met in all", met)
		}
		lines = append(lines, more)
	}
	return lines
}

// progressBar returns the bar of a target. It has its whole length only if the
// target is met.
func progressBar(t *mine.TargetProgress, length int, charset chart.Charset) string {
	if t.Missing() == 0 {
		return charset.Bar(length, 1, 1)
	}
	bar := charset.Bar(length, t.InBank, t.Seeds)
	if bar == charset.Bar(length, 1, 1) {
		return charset.Bar(length-1, 1, 1)
	}
	return bar
}

// levelLines returns a histogram of the seeds of a bank by level. Levels have no
// targets, so the longest bar stands for the greatest number.
func levelLines(p *mine.Progress, t console.Terminal) []string {
	var names, counts, stored column
	names.add("Level")
	counts.add("In the bank")
	stored.add("New")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		names.add(level.Title())
		counts.add(fmt.Sprint(p.InBank[level]))
		stored.add(fmt.Sprintf("+%d", p.StoredBy[level]))
	}
	bar := barLength(t.Width - names.width - counts.width - stored.width - len("      "))
	greatest := slices.Max(p.InBank[:])
	var lines []string
	for i := range names.cells {
		line := names.left(i) + "  " + counts.right(i) + "  " + stored.right(i)
		if i > 0 {
			line += "  " + t.Charset().Bar(bar, p.InBank[i], greatest)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// barLength returns the length of bars where there is room for some characters.
func barLength(room int) int {
	if room < shortestBar {
		return 0
	}
	return min(room, longestBar)
}

// fitting returns the first of some words, and as many of the others as fit into
// a line.
func fitting(width int, words ...string) string {
	line := words[0]
	for _, word := range words[1:] {
		longer := line + "  " + word
		if utf8.RuneCountInString(longer) > width {
			break
		}
		line = longer
	}
	return line
}

// column is texts that stand below each other.
type column struct {
	cells []string
	width int
}

func (c *column) add(cell string) {
	c.cells = append(c.cells, cell)
	c.width = max(c.width, utf8.RuneCountInString(cell))
}

func (c *column) left(i int) string  { return padded(c.cells[i], c.width) }
func (c *column) right(i int) string { return fmt.Sprintf("%*s", c.width, c.cells[i]) }

// padded returns a text with spaces after it.
func padded(text string, width int) string { return fmt.Sprintf("%-*s", width, text) }
