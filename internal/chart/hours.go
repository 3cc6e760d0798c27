package chart

import (
	"fmt"
	"io"
	"time"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Where the plot of [PerHour] stands, and the numbers of its bars and words.
const (
	hoursHeight = 300
	hoursFoot   = 252
	hoursBar    = 164 // height of the highest bar
	mostBars    = 168 // a week of hours
	hourWords   = 4
)

// hourFormat is how the time of an hour is written.
const hourFormat = "2006-01-02 15:04"

// PerHour writes a figure in SVG, 480 pixels wide, of the seeds that a fleet has stored in each
// hour since a time. More than a week is drawn with bars that are the means of several hours.
// The error is the error of w.
func PerHour(w io.Writer, begun time.Time, seeds []int) error {
	f := figure{frame: narrow}
	total := 0
	for _, n := range seeds {
		total += n
	}
	f.open(hoursHeight, "Seeds per hour", fmt.Sprintf("%s stored in %s", phrase.Count(commas(total), "seed"), phrase.Count(len(seeds), "hour")), ".")
	if total > 0 {
		f.drawHours(begun.UTC(), seeds)
	}
	return f.writeTo(w, "the hours")
}

func (f *figure) drawHours(begun time.Time, seeds []int) {
	each := (len(seeds) + mostBars - 1) / mostBars // hours of a bar
	var means []int
	greatest := 1
	for from := 0; from < len(seeds); from += each {
		sum, part := 0, seeds[from:min(from+each, len(seeds))]
		for _, n := range part {
			sum += n
		}
		means = append(means, (sum+len(part)-1)/len(part))
		greatest = max(greatest, means[len(means)-1])
	}
	upward := scale{greatest: greatest, length: hoursBar}
	f.leftAxis(upward, hoursFoot, upward.ticks(), upward.ticks(), commas)
	step := min(24, (f.right-f.left)/drawing.Pixels(len(means)))
	f.Group(`id="hours"`)
	for i, n := range means {
		if n > 0 {
			at, length := begun.Add(time.Duration(i*each)*time.Hour), upward.at(n)
			f.Fill(drawing.At(f.left+(drawing.Pixels(i)+0.05)*step, hoursFoot-length, step*0.9, length), levelColors[0],
				fmt.Sprintf("from %s UTC: %s per hour", at.Format(hourFormat), phrase.Count(commas(n), "seed")))
		}
	}
	f.EndGroup()
	f.beginWords("start", gray)
	apart := (len(means) + hourWords - 1) / hourWords
	layout := "15:04"
	if len(seeds) > 24 {
		layout = "Jan 2 15:04"
	}
	if each > 1 {
		layout = time.DateOnly
	}
	for i := 0; i < len(means); i += max(apart, int(104/step)) {
		x := f.left + drawing.Pixels(i)*step
		f.Words(x, hoursFoot+18, begun.Add(time.Duration(i*each)*time.Hour).Format(layout))
	}
	f.endWords(hoursFoot+36, "UTC, from "+begun.Format(time.DateOnly))
}
