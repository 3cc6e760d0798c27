package fleet

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("fleet").Parse(pageText))

// page is what the page of a fleet shows.
type page struct {
	Bank, Now, Began, Words string
	Curve                   template.HTML // by package chart
	Levels                  []rating.Level
	Givers                  []giverRow
	More                    int
	Records                 []recordRow // the last first
}

// giverRow is a contributor, or all machines of the owner.
type giverRow struct {
	Name, Standing                                   string
	Workers, Cores, Units, Confirmed, Seeds, Claimed int
	ByLevel                                          []int
}

// recordRow is a record that a run has improved.
type recordRow struct{ When, Measure, Was, Is, By, ID string }

// mostRecords is the greatest number of records on the page.
const mostRecords = 30

// ownMachines are the machines of the owner of a bank, in the place of a contributor.
const ownMachines = "own machines"

// Page serves the page of the fleet of the hub at a NATS server: what contributors have found,
// the records, and the seeds per hour. bank is the path of the file. It is read again when the
// last page is a minute old, whoever asks how often.
func Page(nc *nats.Conn, bank string) http.Handler {
	p := &pages{show: func(ctx context.Context) ([]byte, error) {
		s, err := Ask(ctx, nc)
		if err != nil {
			return nil, err
		}
		reader, err := seedbank.Open(ctx, bank) // of its own: it waits for no transaction of the hub
		if err != nil {
			return nil, err
		}
		defer reader.Close()
		return writePage(ctx, s, reader)
	}}
	return http.HandlerFunc(p.serve)
}

// pages keeps the last page.
type pages struct {
	show  func(context.Context) ([]byte, error)
	mutex sync.Mutex
	last  []byte
	made  time.Time
}

// pageFor is how long a page is shown.
const pageFor = time.Minute

func (p *pages) serve(w http.ResponseWriter, r *http.Request) {
	text, err := p.get(context.WithoutCancel(r.Context()))
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
	w.Write(text)
}

func (p *pages) get(ctx context.Context) ([]byte, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.last != nil && time.Since(p.made) < pageFor {
		return p.last, nil
	}
	text, err := p.show(ctx)
	if err == nil {
		p.last, p.made = text, time.Now()
	}
	return text, err
}

// writePage returns the page of a fleet.
func writePage(ctx context.Context, s *Status, bank *seedbank.Bank) ([]byte, error) {
	of := &page{
		Bank: filepath.Base(s.Bank), Now: pageTime(s.Now), Began: pageTime(s.Started), Levels: slices.Collect(rating.Levels()), More: s.Unlisted.Contributors,
		Words: fmt.Sprintf("%s made and %s stored since %s.", phrase.Count(chart.Commas(fmt.Sprint(s.Progress.Made)), "puzzle"), phrase.Count(chart.Commas(fmt.Sprint(s.Progress.Stored)), "seed"), pageTime(s.Started)),
	}
	begun, seeds, err := readHours(ctx, bank)
	if err != nil {
		return nil, err
	}
	var curve, text bytes.Buffer
	if err := chart.PerHour(&curve, begun, seeds); err != nil {
		return nil, err
	}
	of.Curve = template.HTML(curve.String())
	given, err := change.Contributors(ctx, bank)
	if err != nil {
		return nil, err
	}
	of.Givers = giverRows(s, given)
	growth, err := records.ReadGrowth(ctx, bank)
	if err != nil {
		return nil, err
	}
	of.Records = recordRows(growth)
	if err := pageTemplate.Execute(&text, of); err != nil {
		return nil, fmt.Errorf("writing the page of the fleet: %w", err)
	}
	return text.Bytes(), nil
}

func pageTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// giverRows returns the machines of the owner and then the contributors, those with most seeds
// first.
func giverRows(s *Status, given []change.Contributor) []giverRow {
	own := giverRow{Name: ownMachines, ByLevel: slices.Clone(s.Progress.InBank[1:])}
	for i := range s.Workers {
		if w := &s.Workers[i]; w.Contributor == trust.Owner {
			own.Units += w.Units
			if w.There() {
				own.Workers, own.Cores = own.Workers+1, own.Cores+w.Cores
			}
		}
	}
	now := map[string]*ContributorStatus{}
	for i := range s.Contributors {
		now[s.Contributors[i].Name] = &s.Contributors[i]
	}
	var rows []giverRow
	for i := range given {
		c := &given[i]
		row := giverRow{Name: c.Name, Standing: Standing(c), Confirmed: c.Confirmed, Seeds: c.Seeds, Claimed: c.Claimed, ByLevel: c.ByLevel[1:]}
		if at := now[c.Name]; at != nil {
			row.Workers, row.Cores, row.Units = at.Workers, at.Cores, at.Units
		}
		for level, n := range row.ByLevel {
			own.ByLevel[level] = max(0, own.ByLevel[level]-n)
		}
		rows = append(rows, row)
	}
	for _, n := range own.ByLevel {
		own.Seeds += n
	}
	slices.SortStableFunc(rows, func(a, b giverRow) int { return cmp.Compare(b.Seeds, a.Seeds) })
	return append([]giverRow{own}, rows...)
}

// Standing tells in words how a hub treats a contributor.
func Standing(of *change.Contributor) string {
	switch {
	case of.Refused != "":
		return "refused: " + phrase.Shorten(phrase.Printable(of.Refused), 60)
	case !of.Revoked.IsZero():
		return "revoked " + of.Revoked.Format(time.DateOnly)
	case of.Invited.IsZero():
		return "has no token"
	case of.Confirmed >= trust.Proven:
		return "proven"
	}
	return "new"
}

// recordRows returns the records that runs have improved, the last first, with the beginnings of
// these runs. A run of a contributor lasts an hour.
func recordRows(growth *records.Growth) (rows []recordRow) {
	for _, better := range slices.Backward(growth.Improvements()) {
		if len(rows) == mostRecords {
			break
		}
		run := &growth.Runs[better.Run]
		rows = append(rows, recordRow{
			When: pageTime(run.Started), Measure: better.Measure.String(),
			Was: better.Was.Text(better.Measure), Is: better.Is.Text(better.Measure),
			By: cmp.Or(run.Contributor, ownMachines), ID: better.Is.ID.String(),
		})
	}
	return rows
}
