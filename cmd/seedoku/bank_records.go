package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

func (p *program) bankRecordsCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "history", Usage: "print how the records grew, run by run, instead"},
			svgFlag,
			cli.Output,
		},
		Action: p.showOne(drawRecords, view{"", p.printRecords}, view{"history", p.printGrowth}),
	}
}

// drawRecords writes the picture of the records.
func drawRecords(c *cli.Context, bank *seedbank.Bank, w io.Writer) error {
	all, err := records.Read(c.Context, bank)
	if err != nil {
		return err
	}
	growth, err := records.ReadGrowth(c.Context, bank)
	if err != nil {
		return err
	}
	return chart.Records(w, all, growth)
}

func (p *program) printRecords(c *cli.Context, bank *seedbank.Bank) error {
	all, err := records.Read(c.Context, bank)
	if err != nil {
		return err
	}
	if len(all.ByClues) == 0 {
		_, err := fmt.Fprintln(p.Stdout, "The bank has no seeds.")
		return err
	}
	for i, part := range []struct {
		title string
		table table.Writer
	}{
		{"The highest ratings of each number of clues", p.cluesRecords(all)},
		{"The highest ratings of each symmetry", p.symmetryRecords(all)},
		{"The fewest clues of each level", p.levelRecords(all)},
		{"The rarest techniques", p.rareTechniques(all)},
		{"Pearls and diamonds of ER " + records.EarlyER.String() + " and up", p.earlyCounts(&all.Early)},
		{"The hardest pearl and diamond", p.earlyRecords(&all.Early)},
	} {
		if i > 0 {
			fmt.Fprintln(p.Stdout) // the next write returns the same error
		}
		if _, err := fmt.Fprintf(p.Stdout, "%s\n%s\n", part.title, part.table.Render()); err != nil {
			return err
		}
	}
	return nil
}

// recordColumns returns the columns of a table of records.
func recordColumns(before ...any) []any { return append(before, "ER", "EP", "ED", "ID") }

// recordRow returns the row of a record.
func recordRow(r *records.Record, before ...any) table.Row {
	return append(before, r.ER, r.EP, r.ED, r.ID)
}

// held is a seed with the measures in which it is the best.
type held struct {
	best []string
	records.Record
}

// holders returns the seeds that hold the records of a kind, each once.
func holders(bests *records.Bests) (list []held) {
	for m, r := range bests.Highest {
		i := slices.IndexFunc(list, func(h held) bool { return h.ID == r.ID })
		switch {
		case !r.Held():
		case i < 0:
			list = append(list, held{[]string{records.Measure(m).String()}, r})
		default:
			list[i].best = append(list[i].best, records.Measure(m).String())
		}
	}
	return list
}

func (p *program) cluesRecords(all *records.Records) table.Writer {
	w := p.Terminal.NewTable(recordColumns("Clues", "Seeds", "Best", "T&E")...)
	var prober depth.Prober
	for i := range all.ByClues {
		of := &all.ByClues[i]
		var clues, seeds any = of.Clues, of.Seeds
		for _, h := range holders(&of.Bests) {
			w.AppendRow(recordRow(&h.Record, clues, seeds, strings.Join(h.best, " "), prober.Trials(&h.Puzzle)))
			clues, seeds = "", ""
		}
	}
	return w
}

func (p *program) symmetryRecords(all *records.Records) table.Writer {
	w := p.Terminal.NewTable(recordColumns("Symmetry", "Best")...)
	for i := range all.BySymmetry {
		of := &all.BySymmetry[i]
		rows := holders(&of.Bests)
		if of.Added.Held() {
			rows = append(rows, held{[]string{"ER added"}, of.Added})
		}
		symmetry := of.Symmetry.String()
		for _, h := range rows {
			w.AppendRow(recordRow(&h.Record, symmetry, strings.Join(h.best, " ")))
			symmetry = ""
		}
	}
	return w
}

func (p *program) levelRecords(all *records.Records) table.Writer {
	w := p.Terminal.NewTable(recordColumns("Level", "", "Clues", "Seeds")...)
	for i := range all.ByLevel {
		of := &all.ByLevel[i]
		w.AppendRow(recordRow(&of.Best, of.Level, of.Level.Name(), of.Best.Clues, of.Seeds))
	}
	return w
}

// rareTechniques returns a table of rare techniques. Their names are so long that
// only the ER of the example has room.
func (p *program) rareTechniques(all *records.Records) table.Writer {
	w := p.Terminal.NewTable("Technique", "Seeds", "ER", "ID")
	for i := range all.Rare {
		rare := &all.Rare[i]
		if rare.Example.Held() {
			w.AppendRow(table.Row{rare.Technique.String(), rare.Seeds, rare.Example.ER.String(), rare.Example.ID})
		} else {
			w.AppendRow(table.Row{rare.Technique.String(), rare.Seeds, "", "no seed uses it"})
		}
	}
	return w
}

// earlyCounts returns a table of the pearls and diamonds by whole points of ER, the
// highest first.
func (p *program) earlyCounts(early *records.EarlyRecords) table.Writer {
	w := p.Terminal.NewTable("ER", "Seeds", "Pearls", "Diamonds")
	for _, of := range slices.Backward(early.ByPoint()) {
		w.AppendRow(table.Row{seedbank.Range[rating.Tenths]{Low: of.ER, High: of.ER + 9}, of.Seeds, of.Pearls, of.Diamonds})
	}
	total := early.Total()
	w.AppendFooter(table.Row{"", total.Seeds, total.Pearls, total.Diamonds})
	return w
}

func (p *program) earlyRecords(early *records.EarlyRecords) table.Writer {
	w := p.Terminal.NewTable(recordColumns("Best", "Clues")...)
	for _, best := range []struct {
		name string
		of   *records.Record
	}{{"pearl", &early.Pearl}, {"diamond", &early.Diamond}} {
		if best.of.Held() {
			w.AppendRow(recordRow(best.of, best.name, best.of.Clues))
		} else {
			w.AppendRow(table.Row{best.name, "none"})
		}
	}
	return w
}

// printGrowth prints the improvements of the records by each run, and then the
// runs.
func (p *program) printGrowth(c *cli.Context, bank *seedbank.Bank) error {
	growth, err := records.ReadGrowth(c.Context, bank)
	if err != nil {
		return err
	}
	w := p.Terminal.NewTable("Run", "Begun", "Record", "Was", "Is", "ID")
	runs := map[int]bool{}
	for _, better := range growth.Improvements() {
		run, begun := &growth.Runs[better.Run], ""
		if !runs[better.Run] {
			begun = begunText(run)
		}
		runs[better.Run] = true
		w.AppendRow(table.Row{run.ID, begun, better.Measure.String(), better.Was.Text(better.Measure), better.Is.Text(better.Measure), better.Is.ID})
	}
	if _, err := fmt.Fprintln(p.Stdout, w.Render()); err != nil {
		return err
	}
	for i := range growth.Runs {
		if !runs[i] {
			continue
		}
		if _, err := fmt.Fprintf(p.Stdout, "\n%s\n", p.Terminal.Fold(aboutRun(&growth.Runs[i]))); err != nil {
			return err
		}
	}
	return nil
}

// aboutRun returns a line about a run: its duration, its results and its
// arguments.
func aboutRun(r *seedbank.RunRecord) string {
	took := "not ended"
	if !r.Ended.IsZero() {
		took = r.Ended.Sub(r.Started).Round(time.Second).String()
	}
	return fmt.Sprintf("Run %d: %s, %s of %s new, version %s\n  %s", r.ID, took,
		phrase.Count(chart.Commas(fmt.Sprint(r.Stored)), "seed"), chart.Commas(fmt.Sprint(r.Made)), phrase.Printable(cmp.Or(r.Program, "unknown")), phrase.Printable(r.Arguments))
}
