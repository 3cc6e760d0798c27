package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) bankStatsCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "techniques", Usage: "count by technique instead: the seeds that use it, how often, and the seeds to practise it"},
			&cli.BoolFlag{Name: "symmetry", Usage: "count by symmetry instead: the seeds and rungs that can be arranged to have it"},
			&cli.BoolFlag{Name: "ladders", Usage: "count by level and number of clues instead: seeds and rungs together"},
			svgFlag,
			cli.Output,
		},
		Action: p.showOne(drawStats, view{"", p.printStats}, view{"techniques", p.printTechniques},
			view{"symmetry", p.printSymmetries}, view{"ladders", p.printLadders}),
	}
}

// bankStats counts all seeds and rungs of a bank.
func bankStats(c *cli.Context, bank *seedbank.Bank) (seedbank.Stats, error) {
	selection, err := bank.Select(c.Context, seedbank.Filter{Rungs: true})
	if err != nil {
		return seedbank.Stats{}, err
	}
	return selection.Stats(), nil
}

func (p *program) printStats(c *cli.Context, bank *seedbank.Bank) error {
	stats, err := bankStats(c, bank)
	if err != nil {
		return err
	}
	text := levelTable(p.Terminal, &stats) + "\n"
	if stats.Total.Sum() > 0 {
		highlights, err := records.ReadHighlights(c.Context, bank)
		if err != nil {
			return err
		}
		text += "\n" + p.Terminal.Fold(highlightLines(highlights)) + "\n" + chart.Bars(&stats, p.Terminal.Columns(), p.Terminal.Charset())
	}
	_, err = io.WriteString(p.Stdout, text)
	return err
}

// highlightLines returns the highlights of the records as lines.
func highlightLines(h *records.Highlights) string {
	diamonds := fmt.Sprintf("Diamonds of ER %v and up: %d", records.EarlyER, h.Early.Total().Diamonds)
	if best := &h.Early.Diamond; best.Held() {
		diamonds += fmt.Sprintf(", the hardest ER %v, %v", best.ER, best.ID)
	}
	return fmt.Sprintf("Hardest: ER %v, %v\nFewest clues: %d, %v\n%s\n", h.Hardest.ER, h.Hardest.ID, h.Fewest.Clues, h.Fewest.ID, diamonds)
}

// levelTable returns the table of the levels: with all digits of the numbers of
// puzzles if the terminal is wide enough, otherwise with few of them.
func levelTable(t console.Terminal, stats *seedbank.Stats) string {
	exact := levelTableWith(t, stats, "Different puzzles", chart.Commas)
	if longestLine(exact) <= t.Columns() {
		return exact
	}
	return levelTableWith(t, stats, "Puzzles", roughly)
}

func levelTableWith(t console.Terminal, stats *seedbank.Stats, puzzles string, write func(digits string) string) string {
	w := t.NewTable("Level", "", "Seeds", "Rungs", "Clues", "ER", puzzles)
	row := func(level, name any, of *seedbank.Count) table.Row {
		return table.Row{level, name, of.Seeds, of.Rungs, of.Clues, of.ER, write(of.Puzzles.String())}
	}
	for level := range rating.Levels() {
		if of := stats.ByLevel[level]; of != nil {
			w.AppendRow(row(level, level.Name(), of))
		}
	}
	w.AppendFooter(row("", "", stats.Total))
	return w.Render()
}

// roughly writes a large number with three of its digits, such as 1.45e18.
func roughly(digits string) string {
	number, err := strconv.ParseFloat(digits, 64)
	if err != nil || len(digits) <= 6 {
		return chart.Commas(digits)
	}
	return strings.NewReplacer("e+0", "e", "e+", "e").Replace(fmt.Sprintf("%.2e", number))
}

func longestLine(text string) (longest int) {
	for line := range strings.Lines(text) {
		longest = max(longest, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")))
	}
	return longest
}

// practiceWidth is the least width of a terminal for the column of practice in
// the table of techniques.
const practiceWidth = 72

func (p *program) printTechniques(c *cli.Context, bank *seedbank.Bank) error {
	counts, err := bank.Techniques(c.Context)
	if err != nil {
		return err
	}
	trained, err := bank.Practice(c.Context)
	if err != nil {
		return err
	}
	header, columns := []any{"Technique", "Rating", "Seeds", "Uses", "Practice"}, 5
	if width := p.Terminal.Width; 0 < width && width < practiceWidth {
		columns--
	}
	t := p.Terminal.NewTable(header[:columns]...)
	for _, count := range counts {
		row := table.Row{count.Technique.String(), ratings(count.Technique), count.Seeds, count.Uses, trained[count.Technique]}
		t.AppendRow(row[:columns])
	}
	_, err = fmt.Fprintln(p.Stdout, t.Render())
	return err
}

// printSymmetries prints for each symmetry how many seeds and rungs of each level
// can be arranged to have it, and how many puzzles have it.
func (p *program) printSymmetries(c *cli.Context, bank *seedbank.Bank) error {
	t := p.Terminal.NewTable(append(levelHeader("Symmetry"), "All", "Puzzles")...)
	for s := range transform.Symmetries() {
		selection, err := bank.Select(c.Context, seedbank.Filter{Symmetry: s, Rungs: true})
		if err != nil {
			return err
		}
		stats := selection.Stats()
		t.AppendRow(append(levelRow(s.String(), &stats, (*seedbank.Count).Sum), stats.Total.Sum(), roughly(stats.Total.Puzzles.String())))
	}
	_, err := fmt.Fprintln(p.Stdout, t.Render())
	return err
}

// printLadders prints for each number of clues how many seeds and rungs of each level
// there are.
func (p *program) printLadders(c *cli.Context, bank *seedbank.Bank) error {
	stats, err := bankStats(c, bank)
	if err != nil {
		return err
	}
	t := p.Terminal.NewTable(levelHeader("Clues")...)
	for clues := max(1, stats.Total.Clues.Low); clues <= stats.Total.Clues.High; clues++ { // an empty bank has none
		t.AppendRow(levelRow(clues, &stats, func(of *seedbank.Count) int { return of.ByClues[clues].Sum() }))
	}
	t.AppendFooter(levelRow("", &stats, (*seedbank.Count).Sum))
	_, err = fmt.Fprintln(p.Stdout, t.Render())
	return err
}

// levelHeader returns the columns of a table with a number for each level.
func levelHeader(first string) []any {
	header := []any{first}
	for level := range rating.Levels() {
		header = append(header, fmt.Sprint(level))
	}
	return header
}

// levelRow returns a row of a table with a number for each level.
func levelRow(title any, stats *seedbank.Stats, number func(*seedbank.Count) int) table.Row {
	row := table.Row{title}
	for level := range rating.Levels() {
		n := 0
		if of := stats.ByLevel[level]; of != nil {
			n = number(of)
		}
		row = append(row, n)
	}
	return row
}

// drawStats writes the picture of a bank.
func drawStats(c *cli.Context, bank *seedbank.Bank, w io.Writer) error {
	stats, err := bankStats(c, bank)
	if err != nil {
		return err
	}
	techniques, err := bank.Techniques(c.Context)
	if err != nil {
		return err
	}
	return chart.Bank(w, &stats, techniques)
}

// ratings writes the range of the ratings of a technique, such as 6.5+ if there
// is no highest.
func ratings(t rating.Technique) string {
	least, most := t.Range()
	if most == rating.MaxTenths {
		return least.String() + "+"
	}
	return seedbank.Range[rating.Tenths]{Low: least, High: most}.String()
}
