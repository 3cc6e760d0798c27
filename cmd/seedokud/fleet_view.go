package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/seedbank/fleet"
	"github.com/seedoku/seedoku/seedbank/wording"
)

// writeStatus writes how a fleet is doing: a few sentences and a table of its workers.
func writeStatus(w io.Writer, s *fleet.Status) error {
	_, err := fmt.Fprintf(w, "%s\n%s\n", statusLine(s), workerTable(s))
	return err
}

// statusLine tells in a line how a fleet is doing.
func statusLine(s *fleet.Status) string {
	cores, there := 0, 0
	for i := range s.Workers {
		if w := &s.Workers[i]; !w.Left && w.Refused == "" {
			cores += w.Cores
			there++
		}
	}
	text := fmt.Sprintf("%v: %s of %s made are new in %s (%.1f/s); %s with %s; units: %d waiting, %d under way, %d dead",
		s.Now.Sub(s.Started).Round(time.Second), wording.Count(s.Progress.Stored, "seed"), wording.Count(s.Progress.Made, "puzzle"),
		s.Bank, s.Rate, wording.Count(there, "worker"), wording.Count(cores, "core"), s.Waiting, s.UnderWay, s.Dead)
	missing := 0
	for i := range s.Progress.Targets {
		missing += s.Progress.Targets[i].Missing()
	}
	if len(s.Progress.Targets) > 0 {
		text += fmt.Sprintf("; %s missing for the targets", wording.Count(missing, "seed"))
	}
	if s.LastDead != nil {
		text += fmt.Sprintf("; the last dead unit: %s", wording.Shorten(s.LastDead.Reason, 200))
	}
	return text
}

// workerTable returns the table of the workers.
func workerTable(s *fleet.Status) string {
	t := table.NewWriter()
	t.AppendHeader(table.Row{"worker", "cores", "busy", "new seeds", "per second", "heard of", ""})
	for i := range s.Workers {
		w := &s.Workers[i]
		t.AppendRow(table.Row{w.Name, w.Cores, w.Busy, w.Seeds, fmt.Sprintf("%.1f", w.Rate), heard(w, s.Now), remark(w)})
	}
	return t.Render()
}

func heard(w *fleet.WorkerStatus, now time.Time) string {
	if w.Heard.IsZero() {
		return "never"
	}
	return fmt.Sprintf("%v ago", now.Sub(w.Heard).Round(time.Second))
}

func remark(w *fleet.WorkerStatus) string {
	switch {
	case w.Refused != "":
		return "refused: " + wording.Shorten(w.Refused, 60)
	case w.Left:
		return "left"
	}
	return ""
}

// summary tells what a hub has done, and what it leaves behind.
func summary(s *fleet.Status) string {
	text := fmt.Sprintf("%s stored of %s made.", wording.Count(s.Progress.Stored, "new seed"), wording.Count(s.Progress.Made, "puzzle"))
	if s.Waiting > 0 || s.UnderWay > 0 || s.Results > 0 {
		text += fmt.Sprintf(" At the NATS server are %s that nobody has begun, %d under way, and %s that the next hub stores.",
			wording.Count(int(s.Waiting), "unit"), s.UnderWay, wording.Count(int(s.Results), "result"))
	}
	return text
}

func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
