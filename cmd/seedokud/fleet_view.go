package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// hubDisplay shows the status of a fleet while its hub runs.
type hubDisplay struct {
	shownDisplay
	last atomic.Pointer[fleet.Status]
}

// shown returns how a hub is shown that ends when ctx is done.
func (d *hubDisplay) shown(ctx context.Context, view mining.View) console.Shown {
	view.More = func(t console.Terminal, room int) []string { return fleetLines(d.last.Load(), t, room) }
	view.MoreWords = func() string { return fleetWords(d.last.Load()) }
	view.Idle = func() bool { return isIdle(d.last.Load()) }
	return view.Shown(ctx, func() (*mine.Progress, time.Duration) {
		s := d.last.Load()
		if s == nil {
			return nil, 0
		}
		return &s.Progress, time.Since(s.Started)
	})
}

// note sets the status to show next.
func (d *hubDisplay) note(s fleet.Status) { d.last.Store(&s) }

// fleetLines returns the status of a fleet as a sentence and a table of workers. If there is
// not enough room, workers with remarks come first.
func fleetLines(s *fleet.Status, t console.Terminal, room int) []string {
	lines := strings.Split(t.Fold(fleetWords(s)), "\n")
	if s.LastDead != nil {
		lines = append(lines, cut("the last dead unit: "+s.LastDead.Reason, t.Width))
	}
	const head = 4 // lines of a table besides its rows
	most := room - len(lines) - head - 1
	if len(s.Workers) == 0 || most < 1 {
		return lines[:min(len(lines), max(room, 0))]
	}
	shown := slices.Clone(s.Workers)
	if len(shown) > most {
		slices.SortStableFunc(shown, func(a, b fleet.WorkerStatus) int { return cmp.Compare(len(remark(&b)), len(remark(&a))) })
		shown = shown[:most]
	}
	for line := range strings.Lines(workerTable(shown, s, t)) {
		lines = append(lines, cut(strings.TrimRight(line, "\n"), t.Width))
	}
	if n := len(s.Workers) - len(shown) + unlisted(s); n > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", n))
	}
	return lines
}

// fleetWords returns the status of a fleet in a line.
func fleetWords(s *fleet.Status) string {
	there, cores := present(s)
	text := fmt.Sprintf("%s with %s, %.1f new seeds/s; units: %d waiting, %d under way, %d dead",
		phrase.Count(there, "worker"), phrase.Count(cores, "core"), s.Rate, s.Waiting, s.UnderWay, s.Dead)
	if s.Results > 0 {
		text += fmt.Sprintf("; %s to store", phrase.Count(int(s.Results), "result"))
	}
	if s.Claimed > 0 {
		text += fmt.Sprintf("; %s to rate", phrase.Count(s.Claimed, "claimed seed"))
	}
	if s.Unknown {
		text += "; the NATS server does not answer"
	}
	return text
}

// present returns how many workers are there, and their cores that count.
func present(s *fleet.Status) (workers, cores int) {
	workers, cores = s.Unlisted.Workers, s.Unlisted.Cores
	for i := range s.Workers {
		if w := &s.Workers[i]; w.There() {
			workers++
			cores += w.Counted()
		}
	}
	return workers, cores
}

// isIdle reports whether a fleet has no worker.
func isIdle(s *fleet.Status) bool {
	there, _ := present(s)
	return there == 0
}

// unlisted returns the number of workers that a status counts but does not list.
func unlisted(s *fleet.Status) int { return s.Unlisted.Workers + s.Unlisted.Absent }

// workerTable returns a table of some workers, and of all together below.
func workerTable(shown []fleet.WorkerStatus, s *fleet.Status, t console.Terminal) string {
	w := t.NewTable("worker", "cores", "busy", "sent", "new seeds", "per second", "heard of", "")
	var all fleet.WorkerStatus
	for i := range s.Workers {
		one := &s.Workers[i]
		all.Busy, all.Found, all.Seeds = all.Busy+one.Busy, all.Found+one.Found, all.Seeds+one.Seeds
	}
	for i := range shown {
		one := &shown[i]
		heard := console.Spoken(s.Now.Sub(one.Heard)) + " ago"
		w.AppendRow(table.Row{phrase.Shorten(path.Join(one.Contributor, one.Name), 24), one.Cores, one.Busy, one.Found, one.Seeds, fmt.Sprintf("%.1f", one.Rate), heard, remark(one)})
	}
	_, cores := present(s)
	w.AppendFooter(table.Row{"all", cores, all.Busy, all.Found, all.Seeds, fmt.Sprintf("%.1f", s.Rate), "", ""})
	return w.Render()
}

// remark returns a remark about a worker, or nothing.
func remark(w *fleet.WorkerStatus) string {
	switch {
	case w.Refused != "":
		return "refused: " + phrase.Shorten(w.Refused, 60)
	case w.Lost:
		return "lost"
	case w.Left:
		return "left"
	case w.Odd != nil:
		return w.Odd.String()
	}
	return ""
}

// writeStatus writes the status of a fleet.
func writeStatus(w io.Writer, s *fleet.Status, t console.Terminal) error {
	text := t.Fold(s.Bank + ": " + mining.View{
		MoreWords: func() string { return fleetWords(s) }, Idle: func() bool { return isIdle(s) },
	}.Line(&s.Progress, s.Now.Sub(s.Started)))
	if s.LastDead != nil {
		text += "\n" + t.Fold("The last dead unit: "+phrase.Shorten(s.LastDead.Reason, 200))
	}
	text += "\n" + workerTable(s.Workers, s, t)
	if n := unlisted(s); n > 0 {
		text += fmt.Sprintf("\nand %s more", phrase.Count(n, "worker"))
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

// summary returns the results of a hub, and the work that is left at the server, in lines.
func summary(s *fleet.Status, t console.Terminal) string {
	p := &s.Progress
	text := fmt.Sprintf("%s stored, %s made.", phrase.Count(p.Stored, "new seed"), phrase.Count(p.Made, "puzzle"))
	if p.Repeated+p.Rejected > 0 {
		text += fmt.Sprintf(" %d known before, %d repeated, %d rejected.", p.Known, p.Repeated, p.Rejected)
	}
	if s.Claimed > 0 {
		text += fmt.Sprintf(" %s wait until the next hub rates them.", phrase.Count(s.Claimed, "claimed seed"))
	}
	switch {
	case s.Unknown:
		text += " The NATS server could not be asked, so what is left there is not known."
	case s.Waiting > 0 || s.UnderWay > 0 || s.Results > 0:
		text += fmt.Sprintf(" At the NATS server are %s that nobody has begun, %d under way, and %s; the next hub stores those and what workers still send.",
			phrase.Count(int(s.Waiting), "unit"), s.UnderWay, phrase.Count(int(s.Results), "result"))
	default:
		text += " Nothing is left at the NATS server."
	}
	return text + "\n" + t.Fold(mining.Outcome(p))
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
