package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// reportFlag names a file for the report of a run.
var reportFlag = &cli.StringFlag{Name: "report", Usage: "write what the run found, with its charts, into `FILE`: .md or .html", TakesFile: true}

func (p *program) bankRunsCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[N]",
		Flags:     []cli.Flag{userbank.Flag, reportFlag},
		Action: p.withBankTold(func(c *cli.Context, bank *seedbank.Bank) error {
			all, err := bank.Runs(c.Context, -1)
			if err != nil {
				return err
			}
			if c.NArg() == 0 {
				if c.IsSet(reportFlag.Name) {
					return cli.Errorf(c, "--report needs the number of a run")
				}
				return p.printRuns(all)
			}
			number, err := strconv.ParseInt(c.Args().First(), 10, 64)
			i := slices.IndexFunc(all, func(r seedbank.RunRecord) bool { return int64(r.ID) == number })
			if err != nil || c.NArg() > 1 || i < 0 {
				return cli.Errorf(c, "%s: the bank has no such run", strings.Join(c.Args().Slice(), " "))
			}
			if err := checkReport(c); err != nil {
				return err
			}
			return p.tellRun(c.Context, c, bank, &all[i])
		}),
	}
}

// printRuns prints the runs of a bank, the last first.
func (p *program) printRuns(all []seedbank.RunRecord) error {
	t := p.Terminal.NewTable("Run", "Begun", "Took", "Made", "New", "Arguments")
	for i := range all {
		r := &all[i]
		t.AppendRow(table.Row{r.ID, begunText(r), tookText(r), r.Made, r.Stored, phrase.Shorten(phrase.Printable(r.Arguments), 60)})
	}
	_, err := fmt.Fprintln(p.Stdout, t.Render())
	return err
}

func begunText(r *seedbank.RunRecord) string { return r.Started.UTC().Format("2006-01-02 15:04") }

// tookText says how long a run took.
func tookText(r *seedbank.RunRecord) string {
	if r.Ended.IsZero() {
		return "not ended"
	}
	return console.Spoken(r.Ended.Sub(r.Started))
}

// tellRun prints the report of a run, and writes it to the file that the command line names.
func (p *program) tellRun(ctx context.Context, c *cli.Context, bank *seedbank.Bank, run *seedbank.RunRecord) error {
	report, err := readReport(ctx, bank, run, p.Terminal)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(p.Stdout, report.text(p.Terminal)); err != nil {
		return err
	}
	return report.writeIfAsked(c)
}

// rungsText tells the rungs that a run has found for seeds of other runs.
func rungsText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" Seeds of other runs got %s.", phrase.Count(n, "new rung"))
}

// checkReport returns an error if the file for a report has a name of another kind.
func checkReport(c *cli.Context) error {
	if name := c.String(reportFlag.Name); c.IsSet(reportFlag.Name) && reportWriters[filepath.Ext(name)] == nil {
		return cli.Errorf(c, "--report %s: the name must end with .md or .html", name)
	}
	return nil
}

// runReport is what a run has found.
type runReport struct {
	title, about, arguments string
	parts                   []reportPart
	found                   *seedbank.Yield
}

// reportPart is a table with its title.
type reportPart struct {
	title string
	table table.Writer
}

// readReport counts what a run has found.
func readReport(ctx context.Context, bank *seedbank.Bank, run *seedbank.RunRecord, t console.Terminal) (*runReport, error) {
	found, err := bank.Yield(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	growth, err := records.ReadGrowth(ctx, bank)
	if err != nil {
		return nil, err
	}
	r := &runReport{
		title:     fmt.Sprintf("Run %d", run.ID),
		about:     fmt.Sprintf("Begun %s, took %s: %s from %s.%s", begunText(run), tookText(run), phrase.Count(run.Stored, "new seed"), phrase.Count(run.Made, "puzzle"), rungsText(found.Rungs)),
		arguments: phrase.Printable(run.Arguments),
		found:     found,
	}
	if n := found.Stats.Total.Seeds; n > 0 {
		took := run.Ended.Sub(run.Started)
		r.parts = append(r.parts, reportPart{"New by level", levelsFound(t, found, took)}, reportPart{"New by technique", techniquesFound(t, found)})
	}
	if better := recordsFound(t, growth, run.ID); better.Length() > 0 {
		r.parts = append(r.parts, reportPart{"New records", better})
	}
	return r, nil
}

// levelsFound tells the new seeds by level, and how long one of each took.
func levelsFound(t console.Terminal, found *seedbank.Yield, took time.Duration) table.Writer {
	w := t.NewTable("Level", "", "New", "One in", "Clues", "ER")
	row := func(level, name any, of *seedbank.Count) table.Row {
		each := ""
		if took > 0 {
			each = (took / time.Duration(of.Seeds)).Round(time.Millisecond).String()
		}
		return table.Row{level, name, of.Seeds, each, of.Clues, of.ER}
	}
	for level := range rating.Levels() {
		if of := found.Stats.ByLevel[level]; of != nil {
			w.AppendRow(row(level, level.Name(), of))
		}
	}
	w.AppendFooter(row("", "", found.Stats.Total))
	return w
}

// techniquesFound tells how many new seeds use each technique.
func techniquesFound(t console.Terminal, found *seedbank.Yield) table.Writer {
	w := t.NewTable("Technique", "Rating", "New", "Uses")
	for _, of := range found.Techniques {
		w.AppendRow(table.Row{of.Technique.String(), ratings(of.Technique), of.Seeds, of.Uses})
	}
	return w
}

// recordsFound tells the records that a run has improved.
func recordsFound(t console.Terminal, growth *records.Growth, run seedbank.RunID) table.Writer {
	w := t.NewTable("Record", "Was", "Is", "ID")
	for _, better := range growth.Improvements() {
		if growth.Runs[better.Run].ID == run {
			w.AppendRow(table.Row{better.Measure.String(), better.Was.Text(better.Measure), better.Is.Text(better.Measure), better.Is.ID})
		}
	}
	return w
}

// text returns the report for a terminal.
func (r *runReport) text(t console.Terminal) string {
	var text strings.Builder
	text.WriteString(t.Fold(r.title+". "+r.about+"\n") + "  " + r.arguments + "\n")
	for _, part := range r.parts {
		fmt.Fprintf(&text, "\n%s\n%s\n", part.title, part.table.Render())
	}
	return text.String()
}

// reportWriters write a report by the end of the name of its file.
var reportWriters = map[string]func(*runReport, io.Writer) error{
	".md":   (*runReport).writeMarkdown,
	".html": (*runReport).writeHTML,
}

// writeIfAsked writes the report into the file of [reportFlag], if there is one.
func (r *runReport) writeIfAsked(c *cli.Context) error {
	if !c.IsSet(reportFlag.Name) {
		return nil
	}
	name := c.String(reportFlag.Name)
	return atomicfile.WriteFile(name, func(w io.Writer) error { return reportWriters[filepath.Ext(name)](r, w) })
}

// barsWidth is the width of the bars of a report in Markdown.
const barsWidth = 78

func (r *runReport) writeMarkdown(w io.Writer) error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "# %s\n\n%s\n\n```\n%s\n```\n", r.title, r.about, r.arguments)
	for _, part := range r.parts {
		fmt.Fprintf(&text, "\n## %s\n\n%s\n", part.title, part.table.RenderMarkdown())
	}
	if bars := chart.Bars(&r.found.Stats, barsWidth, chart.Blocks); bars != "" {
		fmt.Fprintf(&text, "\n## Charts\n\n```\n%s```\n", bars)
	}
	_, err := text.WriteTo(w)
	return err
}

// reportStyle is the style sheet of a report.
const reportStyle = `body{font:16px/1.5 sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse}th,td{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:left}
td[align=right]{text-align:right;font-variant-numeric:tabular-nums}pre{white-space:pre-wrap}svg{max-width:100%;height:auto}`

func (r *runReport) writeHTML(w io.Writer) error {
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>%s</title>\n<style>\n%s\n</style>\n</head>\n<body>\n"+
		"<h1>%[1]s</h1>\n<p>%[3]s</p>\n<pre>%[4]s</pre>\n", html.EscapeString(r.title), reportStyle, html.EscapeString(r.about), html.EscapeString(r.arguments))
	for _, part := range r.parts {
		fmt.Fprintf(&page, "<h2>%s</h2>\n%s\n", html.EscapeString(part.title), part.table.RenderHTML())
	}
	if r.found.Stats.Total.Seeds > 0 {
		if err := chart.Found(&page, &r.found.Stats, r.found.Techniques); err != nil {
			return err
		}
	}
	page.WriteString("</body>\n</html>\n")
	_, err := page.WriteTo(w)
	return err
}
