package dataset

import (
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/rating"
)

// HistogramName is the name of the picture of a data set.
const HistogramName = "histogram.svg"

// Where things stand in the picture, in pixels.
const (
	pictureWidth, pictureHeight = 900, 340
	plotLeft, plotRight         = 60, 880
	plotTop, plotFoot           = 60, 290
	barTenths                   = 5 // ER of a group of bars
)

// colors of the parts.
var colors = map[Part]string{Train: "#3b7ebf", Validation: "#e3c02f", Test: "#cf3a4c"}

// writeHistogram draws the share of the rows of each part by rating.
func (m *Manifest) writeHistogram(w io.Writer) error {
	const title = "Ratings of the data set"
	var b drawing.SVG
	b.Begin(pictureWidth, pictureHeight, `role="img" font-size="12" `, title, title+": share of the rows of each part by ER.", [2]string{})
	b.Printf(`<text x="%d" y="26" font-size="16" font-weight="bold">Share of the rows by ER</text>`+"\n", plotLeft)
	first, bars, highest := m.bars()
	if len(bars) > 0 {
		m.drawBars(&b, first, bars, highest)
	}
	b.End()
	_, err := w.Write(b.Bytes())
	return err
}

// bars returns the share of the rows of each part in each range of ratings, from
// the first range with rows to the last.
func (m *Manifest) bars() (first rating.Tenths, bars []map[Part]float64, highest float64) {
	least, most := rating.MaxTenths, rating.Tenths(0)
	for i := range m.Shards {
		for er := range m.Shards[i].Tally.ByER {
			least, most = min(least, er), max(most, er)
		}
	}
	if most == 0 {
		return 0, nil, 0
	}
	first = least / barTenths * barTenths
	bars = make([]map[Part]float64, (most-first)/barTenths+1)
	for i := range bars {
		bars[i] = map[Part]float64{}
	}
	for _, set := range m.Parts {
		tally := m.tallyOf(set.Part)
		for er, n := range tally.ByER {
			bars[(er-first)/barTenths][set.Part] += float64(n) // whole numbers, whose sum is the same in any order
		}
	}
	for _, bar := range bars {
		for _, set := range m.Parts {
			bar[set.Part] /= float64(set.Rows)
			highest = max(highest, bar[set.Part])
		}
	}
	return first, bars, highest
}

func (m *Manifest) drawBars(b *drawing.SVG, first rating.Tenths, bars []map[Part]float64, highest float64) {
	group := float64(plotRight-plotLeft) / float64(len(bars))
	width := group * 0.8 / float64(len(m.Parts))
	for i, bar := range bars {
		left := plotLeft + group*float64(i)
		low := first + rating.Tenths(i*barTenths)
		for j, set := range m.Parts {
			height := bar[set.Part] / highest * (plotFoot - plotTop)
			b.Fill(drawing.At(drawing.Pixels(left+group*0.1+width*float64(j)), drawing.Pixels(plotFoot-height), drawing.Pixels(width), drawing.Pixels(height)),
				colors[set.Part], fmt.Sprintf("%s, ER %v to %v: %.2f%%", set.Part, low, low+barTenths-1, 100*bar[set.Part]))
		}
		b.Printf(`<text x="%.1f" y="%d" text-anchor="middle">%v</text>`+"\n", left+group/2, plotFoot+18, low)
	}
	b.Printf(`<path d="M%d %dH%d" stroke="#666"/>`+"\n", plotLeft, plotFoot, plotRight)
	b.Printf(`<text x="%d" y="%d" text-anchor="end">%.1f%%</text>`+"\n", plotLeft-6, plotTop+4, 100*highest)
	for i, set := range m.Parts {
		x := plotLeft + 240 + 140*i
		b.Printf(`<rect x="%d" y="16" width="12" height="12" fill="%s"/><text x="%d" y="26">%s</text>`+"\n", x, colors[set.Part], x+18, set.Part)
	}
}
