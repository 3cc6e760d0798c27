package language

import (
	"fmt"
	"strconv"
	"time"
)

// DateOf returns a day, such as 31 January 2027.
func (l *Language) DateOf(day time.Time) string {
	number := strconv.Itoa(day.Day())
	if day.Day() == 1 {
		number = l.FirstDay
	}
	return fmt.Sprintf(l.Date, number, l.Months[day.Month()-1], day.Year())
}

// WeekdayOf returns a day with its name, such as Sunday, 31 January 2027.
func (l *Language) WeekdayOf(day time.Time) string {
	return fmt.Sprintf(l.OnWeekday, l.Weekdays[(day.Weekday()+6)%7], l.DateOf(day))
}

// MonthOf returns the month of a day, such as January 2027.
func (l *Language) MonthOf(day time.Time) string {
	return fmt.Sprintf(l.Month, l.Months[day.Month()-1], day.Year())
}

// Period returns the name of the days from the first to the last: a year, a month, a day, or
// two of these with a dash between.
func (l *Language) Period(first, last time.Time) string {
	next := last.AddDate(0, 0, 1)
	name := l.DateOf
	switch {
	case first.YearDay() == 1 && next.YearDay() == 1:
		name = func(day time.Time) string { return strconv.Itoa(day.Year()) }
	case first.Day() == 1 && next.Day() == 1:
		name = l.MonthOf
	}
	if from, to := name(first), name(last); from != to {
		return from + " – " + to
	}
	return name(first)
}
