package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func day(text string) time.Time {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return at
}

// drawCalendar draws the options of a short calendar.
func drawCalendar(t *rapid.T) export.Options {
	var c export.Calendar
	o := export.Options{
		Request: draw.Request{RandomSeed: rapid.Uint64Range(0, 9).Draw(t, "seed")}, Calendar: &c, Format: "csv,pdf,svg,ics",
		Order: export.Order(rapid.SampledFrom([]string{"", "ascending", "minutes"}).Draw(t, "order")),
	}
	c.From = day("2023-12-01").AddDate(0, 0, rapid.IntRange(0, 800).Draw(t, "from"))
	c.To = c.From.AddDate(0, 0, rapid.IntRange(0, 45).Draw(t, "days"))
	c.Parts = export.Period(rapid.SampledFrom(append(export.Periods(), "")).Draw(t, "parts"))
	some := func(name string) seedbank.Range[rating.Level] {
		low := rating.Level(rapid.IntRange(1, 9).Draw(t, "low "+name))
		return levels(low, min(9, low+rating.Level(rapid.IntRange(0, 2).Draw(t, "more "+name))))
	}
	if rapid.Bool().Draw(t, "every day the same") {
		o.Request.Levels = some("levels")
		return o
	}
	for i := range c.Week {
		c.Week[i] = some(fmt.Sprint(i))
	}
	return o
}

// Each day has its levels in turn, no solution grid comes twice, and the files of each format
// have every puzzle once, in order.
func TestCalendarFillsEverySlot(t *testing.T) {
	bank := banktest.Starter(t)
	calendars := rapid.Custom(drawCalendar)
	for _, example := range []int{0, 1, 2, 5} { // one of the whole, two of weeks, and one of months
		options := calendars.Example(example)
		c, of := options.Calendar, options.Request.Levels
		m, err := export.Plan(background, bank, options)
		if err != nil {
			t.Fatal(err)
		}
		part := &m.Parts[0]
		var want []string // day and level of each slot
		for at := c.From; !at.After(c.To); at = at.AddDate(0, 0, 1) {
			list := of
			if of.Low == 0 {
				list = c.Week[[...]int{6, 0, 1, 2, 3, 4, 5}[at.Weekday()]]
			}
			for level := list.Low; level <= list.High; level++ {
				want = append(want, fmt.Sprintf("%s %d", at.Format("Mon 2006-01-02"), level))
			}
		}
		var got []string
		seeds := map[seed.Key]bool{}
		for i, text := range part.IDs {
			id, err := seed.ParseID(text)
			if err != nil {
				t.Fatal(err)
			}
			puzzle, err := bank.Recall(background, id, new(rating.Rater).Class)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s %d", part.Dates[i].Format("Mon 2006-01-02"), puzzle.Rating().Level()))
			seeds[id.Seed] = true
		}
		if !slices.Equal(got, want) || len(m.Parts) != 1 || part.Puzzles != uint64(len(want)) {
			t.Fatalf("the days and levels are\n%v, want\n%v", got, want)
		}
		grids, err := bank.GridsOf(background, slices.Collect(func(yield func(seed.Key) bool) {
			for key := range seeds {
				if !yield(key) {
					return
				}
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		different := map[seed.Key]bool{}
		for _, grid := range grids {
			different[grid] = true
		}
		if len(different) != len(want) {
			t.Errorf("%d puzzles on %d grids", len(want), len(different))
		}
		checkFiles(t, m, c.Parts)
	}
}

// checkFiles demands that the files of each format are a partition of the puzzles, and that
// each part lies within one period.
func checkFiles(t rapid.TB, m *export.Manifest, parts export.Period) {
	t.Helper()
	part := &m.Parts[0]
	held := map[string][]string{}
	for _, file := range part.Files {
		var ids []string
		for _, place := range m.PlacesByFile()[file.Name] {
			ids = append(ids, place.ID)
		}
		if file.Format == "svg" {
			ids = part.IDs
		}
		if len(ids) == 0 {
			t.Errorf("%s has %d puzzles", file.Name, len(ids))
		}
		at := slices.Index(part.IDs, ids[0])
		first, last := part.Dates[at], part.Dates[at+len(ids)-1]
		if file.Format == "pdf" && !within(first, last, parts) {
			t.Errorf("%s has the days from %v to %v", file.Name, first, last)
		}
		held[file.Format] = append(held[file.Format], ids...)
	}
	for _, format := range strings.Split(m.Format, ",") {
		if !slices.Equal(held[format], part.IDs) {
			t.Errorf("files of %s have %d puzzles of %d, or in another order", format, len(held[format]), len(part.IDs))
		}
	}
}

// within reports whether two days are in the same period.
func within(first, last time.Time, period export.Period) bool {
	switch period {
	case export.Weekly:
		return last.Sub(first) < 7*24*time.Hour && (first.Weekday()+6)%7 <= (last.Weekday()+6)%7
	case export.Monthly:
		return first.Format("2006-01") == last.Format("2006-01")
	case export.Quarter:
		return first.Year() == last.Year() && (first.Month()-1)/3 == (last.Month()-1)/3
	}
	return true
}

// All formats of one wish have the same puzzles, with the same numbers and days, and the
// manifest makes the same files again.
func TestFormatsOfOneWish(t *testing.T) {
	bank := banktest.Starter(t)
	for name, options := range map[string]export.Options{
		"a calendar": {Request: draw.Request{Levels: levels(1, 3), RandomSeed: 3}, Name: "daily",
			Calendar: &export.Calendar{From: day("2027-01-30"), To: day("2027-02-01"), Parts: export.Monthly}},
		"levels": {Request: draw.Request{Levels: levels(2, 3), RandomSeed: 3}, PerLevel: 4},
		"in all": {Request: draw.Request{Levels: levels(2, 9), N: 6, RandomSeed: 3}, Name: "all"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, again := t.TempDir(), t.TempDir()
			options.Format = "pdf,csv,json,jsonl,svg,png,sqlite,opensudoku,ics,epub"
			options.Settings = pack.Settings{pack.Title("Daily"), {Name: "show", Text: "id,date"}}
			m, text := write(t, bank, folder, options)
			files := contents(t, folder)
			start := 0
			for i := range m.Parts {
				part := &m.Parts[i]
				for _, file := range part.Files {
					checkSame(t, part, files, file, options.Calendar != nil)
				}
				start += len(part.IDs)
			}
			if places := m.Places(); len(places) != start || places[0].Page == 0 || !strings.HasSuffix(places[start-1].File, ".pdf") {
				t.Errorf("%d places, such as %+v", len(places), places[start-1])
			}
			read, err := export.ReadManifest(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := read.WriteAgain(background, bank, again, false, nil, nil, func(path string, reason error) { t.Errorf("%s: %v", path, reason) }); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(contents(t, again)) != fmt.Sprint(files) {
				t.Error("other files from the manifest")
			}
		})
	}
}

// checkSame demands that a file has the puzzles of its part, as far as it can be read here.
func checkSame(t *testing.T, part *export.Part, files map[string]string, file export.File, calendar bool) {
	t.Helper()
	var ids, dates, numbers []string
	switch text := files[file.Name]; file.Format {
	case "csv":
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := func(row []string, name string) string {
			if at := slices.Index(rows[0], name); at >= 0 {
				return row[at]
			}
			return ""
		}
		for _, row := range rows[1:] {
			ids, dates, numbers = append(ids, column(row, "id")), append(dates, column(row, "date")), append(numbers, column(row, "number"))
			if calendar && column(row, "effort") == "" {
				t.Errorf("%v has no effort", row)
			}
		}
	case "json":
		var rows []struct {
			ID, Date string
			Number   json.Number
		}
		if err := json.Unmarshal([]byte(text), &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			ids, dates, numbers = append(ids, row.ID), append(dates, row.Date), append(numbers, row.Number.String())
		}
	case "ics":
		for _, event := range strings.Split(strings.ReplaceAll(text, "\r\n ", ""), "UID:")[1:] {
			name, _, _ := strings.Cut(event, "\r\n")
			if date, id, _ := strings.Cut(name, "-"); calendar {
				at, err := time.Parse("20060102", date)
				if err != nil {
					t.Fatal(err)
				}
				name, dates = id, append(dates, at.Format(time.DateOnly))
			} else {
				dates = append(dates, "")
			}
			ids = append(ids, name)
		}
	case "svg":
		for i := range part.IDs {
			name := fmt.Sprintf("%s-%0*d.svg", file.Name, len(fmt.Sprint(len(part.IDs))), i+1)
			if calendar {
				name = fmt.Sprintf("%s-%s-%d.svg", file.Name, part.Dates[i].Format(time.DateOnly), i%3+1)
			}
			if !strings.Contains(files[name], part.IDs[i]+"</text>") {
				t.Errorf("%s has not the ID %s", name, part.IDs[i])
			}
		}
		return
	default:
		return
	}
	if !slices.Equal(ids, part.IDs) {
		t.Errorf("%s has %d puzzles, or others than the manifest", file.Name, len(ids))
	}
	for i := range ids {
		date, number := "", ""
		if calendar {
			date, number = part.Dates[i].Format(time.DateOnly), fmt.Sprint(i+1)
		}
		if dates[i] != date || numbers != nil && numbers[i] != number {
			t.Errorf("%s: puzzle %d has the number %q and the day %q", file.Name, i+1, numbers[i], dates[i])
		}
	}
}

// A format of several has the files that it has alone.
func TestFormatsAlone(t *testing.T) {
	bank := banktest.Starter(t)
	options := export.Options{Request: draw.Request{Levels: levels(4, 5), RandomSeed: 8}, PerLevel: 7, Format: "pdf,jsonl,svg"}
	together, alone := t.TempDir(), t.TempDir()
	write(t, bank, together, options)
	for _, format := range strings.Split(options.Format, ",") {
		options.Format = format
		write(t, bank, alone, options)
	}
	if fmt.Sprint(contents(t, together)) != fmt.Sprint(contents(t, alone)) {
		t.Error("the files of several formats are others than those of each alone")
	}
}

func TestWrongCalendars(t *testing.T) {
	year := export.Calendar{From: day("2027-01-01"), To: day("2027-12-31")}
	with := func(change func(*export.Calendar)) *export.Calendar { c := year; change(&c); return &c }
	one := draw.Request{Levels: levels(1, 1)}
	for _, test := range []struct {
		option  string
		options export.Options
	}{
		{"calendar", export.Options{Format: "csv", Calendar: &year}},
		{"calendar", export.Options{Format: "csv", Calendar: &year, Request: draw.Request{N: 1}}},
		{"calendar", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.From = day("2028-01-01") }), Request: one}},
		{"calendar", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.To = day("2327-01-01") }), Request: one}},
		{"calendar", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.To = time.Time{} }), Request: one}},
		{"calendar", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.From = time.Time{} }), Request: one}},
		{"calendar", export.Options{Format: "csv", Calendar: &export.Calendar{}, Request: one}},
		{"calendar", export.Options{Format: "csv", Calendar: &export.Calendar{From: day("9999-12-31"), To: day("9999-12-31").AddDate(0, 0, 1)}, Request: one}},
		{"week", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.Week[0] = levels(1, 1) }), Request: one}},
		{"parts", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.Parts = "decade" }), Request: one}},
		{"parts", export.Options{Format: "csv", Calendar: with(func(c *export.Calendar) { c.Parts = export.Weekly }), Request: one}},
		{"name", export.Options{Format: "csv", Calendar: &year, Request: one, File: "a.csv"}},
		{"name", export.Options{Format: "csv,pdf", PerLevel: 1, Request: one, File: "a.svg"}},
		{"format", export.Options{Format: "line,grid", PerLevel: 1, Request: one}},
		{"format", export.Options{Format: "csv,jsonl", PerLevel: export.MaxIDs + 1, Request: one}},
		{"format", export.Options{Format: "pdf", PerLevel: bounds.Book + 1, Request: one}},
		{"format", export.Options{Format: "epub", PerLevel: bounds.Book/2 + 1, Request: draw.Request{Levels: levels(1, 2)}, File: "a.epub"}},
		{"per-level", export.Options{Format: "csv", PerLevel: export.MaxIDs/2 + 1, Request: draw.Request{Levels: levels(1, 2), NotIn: []seed.Key{}}, File: "a.csv"}},
		{"title", export.Options{Format: "csv,png", PerLevel: 1, Request: one, Settings: pack.Settings{pack.Title("T")}}},
	} {
		_, err := export.Plan(background, nil, test.options)
		var wrong *export.OptionError
		if !errors.As(err, &wrong) || wrong.Option != test.option {
			t.Errorf("%+v: %v, want an error of option %s", test.options, err, test.option)
		}
	}
}

// Times are taken as the days that they have where they are.
func TestCalendarOfTimes(t *testing.T) {
	east := time.FixedZone("", 14*60*60)
	options := export.Options{Format: "csv,pdf", Request: draw.Request{Levels: levels(1, 1)}, Calendar: &export.Calendar{
		From: time.Date(2027, 1, 4, 23, 30, 0, 0, time.UTC), To: time.Date(2027, 1, 6, 0, 10, 0, 0, east),
	}}
	m, err := export.Plan(background, banktest.Starter(t), options)
	if err != nil {
		t.Fatal(err)
	}
	part := m.Parts[0]
	want := []time.Time{day("2027-01-04"), day("2027-01-05"), day("2027-01-06")}
	if !slices.Equal(part.Dates, want) || part.Files[0].Name != "sudoku-2027-01-04-to-2027-01-06.csv" || part.Files[1].To != "2027-01-06" {
		t.Errorf("the days are %v, the files %+v", part.Dates, part.Files)
	}
	if name := options.ManifestName(); name != "sudoku-2027-01-04-to-2027-01-06.manifest.json" {
		t.Errorf("the manifest is %s", name)
	}
}

func TestParseDays(t *testing.T) {
	for text, want := range map[string][2]string{
		"2027": {"2027-01-01", "2027-12-31"}, "2028-02": {"2028-02-01", "2028-02-29"}, "2027-05-03": {"2027-05-03", "2027-05-03"},
		"2027-01-01..2027-12-31": {"2027-01-01", "2027-12-31"}, "2027 .. 2028-01": {"2027-01-01", "2028-01-31"},
		"": {}, "..": {}, "2027-13": {}, "2027-02-29": {}, "2028..2027": {}, "2027-01-01-2027-02-01": {}, "0000": {}, "27": {},
	} {
		from, to, err := export.ParseDays(text)
		if want[0] == "" {
			if err == nil {
				t.Errorf("%q is %v to %v", text, from, to)
			}
			continue
		}
		if err != nil || !from.Equal(day(want[0])) || !to.Equal(day(want[1])) {
			t.Errorf("%q is %v to %v, %v", text, from, to, err)
		}
	}
}

// FuzzParseDays demands that days that are read are read again from their names.
func FuzzParseDays(f *testing.F) {
	f.Add("2027-01-01..2027-12-31")
	f.Add("2027")
	f.Add("9999-12 ..10000")
	f.Fuzz(func(t *testing.T, text string) {
		from, to, err := export.ParseDays(text)
		if err != nil {
			return
		}
		again, until, err := export.ParseDays(from.Format(time.DateOnly) + ".." + to.Format(time.DateOnly))
		if err != nil || !again.Equal(from) || !until.Equal(to) || to.Before(from) || from.Hour() != 0 {
			t.Errorf("%q is %v to %v, and then %v to %v, %v", text, from, to, again, until, err)
		}
	})
}

// FuzzParseWeek demands seven levels or ranges of levels.
func FuzzParseWeek(f *testing.F) {
	f.Add("1,2,3,4,5,6,5")
	f.Add("1-3, easy,hard-fiendish,9,9,9,1")
	f.Add("1,2,3")
	f.Fuzz(func(t *testing.T, text string) {
		week, err := export.ParseWeek(text)
		if err != nil {
			if week != (export.Week{}) {
				t.Errorf("%q gives %v and %v", text, week, err)
			}
			return
		}
		for _, of := range week {
			if !of.Low.Valid() || !of.High.Valid() || of.Low > of.High {
				t.Errorf("%q gives %v", text, week)
			}
		}
		if strings.Count(text, ",") != 6 {
			t.Errorf("%q has other than seven levels", text)
		}
	})
}

// A calendar that is edited has no two puzzles of one seed either, in whatever turns.
func TestCalendarWithASeedTwice(t *testing.T) {
	const of = "AX3RKF4YF0PZR"
	var ids []string
	for i := range uint64(2) {
		key, err := seed.KeyNamed(of)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, seed.ID{Seed: key, Index: i}.String())
	}
	text := fmt.Sprintf("{\"format\":\"csv\",\"parts\":[{\"name\":\"x.csv\",\"days\":[\n{\"date\":\"2027-01-01\",\"ids\":[%q]},\n{\"date\":\"2027-01-02\",\"ids\":[%q]}]}]}", ids[0], ids[1])
	_, err := export.ReadManifest(strings.NewReader(text))
	if want := "line 3: puzzle 2 of x.csv is of the same seed as puzzle 1 of x.csv, and this part promises different ones"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
