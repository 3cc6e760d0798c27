package export

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// Calendar gives each day the puzzles of some levels, numbered through. No two puzzles of a
// calendar are on the same solution grid. Its books have a file for each part, each of its
// pictures is named after its day, and every other format has one file.
type Calendar struct {
	From, To time.Time // the first and the last day; the time of day does not count
	Week     Week      // zero: each day has one puzzle of each level of the request
	Parts    Period
}

// Week has the levels of the puzzles of each weekday, from Monday. A zero range is no puzzle.
type Week [7]seedbank.Range[rating.Level]

// Period is a part of a calendar.
type Period string

// The periods. Weeks are those of ISO 8601: they begin on Monday.
const (
	Whole   Period = ""
	Weekly  Period = "week"
	Monthly Period = "month"
	Quarter Period = "quarter"
)

// Periods returns the names of the periods other than [Whole], which has none.
func Periods() []string { return []string{string(Weekly), string(Monthly), string(Quarter)} }

// ParseDays reads the first and the last day of a calendar: 2027-01-01..2027-12-31. A month
// or a year stands for all its days, so that 2027 and 2027-01..2027-12 mean the same.
func ParseDays(text string) (from, to time.Time, err error) {
	first, last, isRange := strings.Cut(text, "..")
	from, to, err = daysOf(first)
	if err == nil && isRange {
		_, to, err = daysOf(last)
	}
	if err == nil && to.Before(from) {
		err = fmt.Errorf("the range %s is upside down", text)
	}
	return from, to, err
}

// daysOf reads a day, a month or a year.
func daysOf(text string) (first, last time.Time, err error) {
	text = strings.TrimSpace(text)
	for _, unit := range []struct {
		layout              string
		years, months, days int
	}{{time.DateOnly, 0, 0, 1}, {"2006-01", 0, 1, 0}, {"2006", 1, 0, 0}} {
		if first, err = time.Parse(unit.layout, text); err == nil && first.Year() > 0 {
			return first, first.AddDate(unit.years, unit.months, unit.days-1), nil
		}
	}
	return first, last, fmt.Errorf("%q is not a day, a month or a year, such as 2027-01-31, 2027-01 or 2027", text)
}

// ParseWeek reads the levels of seven weekdays from Monday, with commas between, such as
// 1,2,3,4,5,6,5. Each is a level, a range for a puzzle of each of its levels, or 0 for none.
func ParseWeek(text string) (week Week, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != len(week) {
		return week, fmt.Errorf("%s in %q: want one for each day of the week, from Monday, such as 1,2,3,4,5,6,5", phrase.Count(len(parts), "level"), text)
	}
	for i, levels := range parts {
		if strings.TrimSpace(levels) == "0" {
			continue
		}
		if week[i], err = draw.ParseLevels(levels); err != nil {
			return Week{}, err
		}
	}
	if week == (Week{}) {
		return week, fmt.Errorf("%q is a week without a puzzle", text)
	}
	return week, nil
}

// slot is the place of a puzzle in a calendar.
type slot struct {
	day   time.Time
	level rating.Level
}

// span returns the first and the last day, both at midnight in UTC.
func (c *Calendar) span() (first, last time.Time) {
	midnight := func(at time.Time) time.Time {
		year, month, day := at.Date()
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	return midnight(c.From), midnight(c.To)
}

// slots returns the slots in their order, the levels of a day ascending. A calendar with too
// many has no more than one too many.
func (c *Calendar) slots(levels seedbank.Range[rating.Level]) (list []slot) {
	first, last := c.span()
	for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
		of := levels
		if c.Week != (Week{}) {
			of = c.Week[weekday(day)]
		}
		for level := max(of.Low, 1); level <= of.High && level.Valid(); level++ {
			if list = append(list, slot{day, level}); len(list) > MaxIDs {
				return list
			}
		}
	}
	return list
}

// weekday returns the number of a weekday, 0 for Monday.
func weekday(day time.Time) int { return int(day.Weekday()+6) % 7 }

// checkCalendar returns an error if the calendar is impossible.
func (o *Options) checkCalendar(formats pack.Several) *OptionError {
	c := o.Calendar
	if c == nil {
		return nil
	}
	switch first, last := c.span(); {
	case c.From.IsZero() || c.To.IsZero():
		return refused("calendar", "its first or its last day is missing")
	case first.Year() < 1 || last.Year() > 9999:
		return refused("calendar", "its years are not within 1-9999")
	case last.Before(first):
		return refused("calendar", "the last day is before the first")
	case c.Week != (Week{}) && o.Request.Levels != (seedbank.Range[rating.Level]{}):
		return refused("week", "it says the levels already")
	case o.Order == Shuffled:
		return refused("order", "puzzles of each level are in random order in a calendar already")
	case o.Puzzles() == 0 && c.Week != (Week{}):
		return refused("week", "none of the days has a puzzle")
	case o.Puzzles() == 0:
		return refused("calendar", "say of which levels")
	case o.Puzzles() > MaxIDs:
		return refused("calendar", "a calendar has at most %d puzzles", MaxIDs)
	case c.Parts != Whole && !slices.Contains(Periods(), string(c.Parts)):
		return &OptionError{"parts", &phrase.UnknownError{Kind: "part", Given: string(c.Parts), Known: Periods()}}
	case c.Parts != Whole && !slices.ContainsFunc(formats, isBooklet):
		return &OptionError{"parts", errNoBook}
	}
	return nil
}

// days are the days of a part.
type days struct {
	name        string // for files
	first, last time.Time
}

// parts divides the days.
func (c *Calendar) parts() (list []days) {
	from, to := c.span()
	whole := daysName(from, to)
	name := map[Period]func(time.Time) string{
		Whole:   func(time.Time) string { return whole },
		Weekly:  func(day time.Time) string { year, week := day.ISOWeek(); return fmt.Sprintf("%04d-W%02d", year, week) },
		Monthly: func(day time.Time) string { return day.Format("2006-01") },
		Quarter: func(day time.Time) string { return fmt.Sprintf("%04d-Q%d", day.Year(), (day.Month()+2)/3) },
	}[c.Parts]
	for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
		if n := len(list); n > 0 && list[n-1].name == name(day) {
			list[n-1].last = day
		} else {
			list = append(list, days{name(day), day, day})
		}
	}
	return list
}

// daysName names a file after the days that it holds: years, months or days.
func daysName(first, last time.Time) string {
	for _, unit := range [...]string{"2006", "2006-01", time.DateOnly} {
		from, to := first.Format(unit), last.Format(unit)
		begin, _, err := daysOf(from)
		_, end, wrong := daysOf(to)
		if err != nil || wrong != nil || !begin.Equal(first) || !end.Equal(last) {
			continue
		}
		if from != to {
			from += "-to-" + to
		}
		return from
	}
	return "" // days always have a name
}
