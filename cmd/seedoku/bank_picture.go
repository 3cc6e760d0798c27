package main

import (
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// bankPicture draws what a bank holds as one figure of three parts:
//
//	+-----------------------------------------+
//	| title, totals, colors of the levels     |
//	| a  seeds by rating                      |
//	| b  seeds by clues,                      |
//	|    seeds and rungs by level and clues   |
//	| c  seeds by technique                   |
//	+-----------------------------------------+
//
// The same bank gives the same bytes.
type bankPicture struct {
	figure
	stats      *seedbank.Stats
	techniques []seedbank.TechniqueCount
}

// Measures of the picture.
const (
	pictureWidth = 900
	margin       = 24
	plotLeft     = 108 // of parts a and b
	plotWidth    = pictureWidth - margin - plotLeft
	namesRight   = 232 // where the names of the techniques end

	legendTop  = 82
	ratingsTop = 132
	ratingsBar = 150 // height of the highest bar of part a
	cluesTop   = 372
	cluesBar   = 120
	heatRow    = 21
	heatTop    = cluesTop + 30 + cluesBar + 8
	usesTop    = heatTop + rating.NumLevels*heatRow + 76
	usesRow    = 15
)

const (
	ink  = "#222"
	gray = "#666"
	rule = "#ddd"
	none = "#f6f6f6" // of a kind that the bank has nothing of
)

// levelColors are those of levels 1 to 9, from cold to hot.
var levelColors = [rating.NumLevels]string{
	"#3b7ebf", "#3fa3b5", "#57b894", "#9bc65a", "#e3c02f", "#f39a3c", "#ea6a3c", "#cf3a4c", "#8e1a5a",
}

func levelColor(level rating.Level) string { return levelColors[level-1] }

// drawBank returns the picture of a bank as SVG.
func drawBank(stats *seedbank.Stats, techniques []seedbank.TechniqueCount) []byte {
	p := bankPicture{stats: stats, techniques: techniques}
	height := usesTop + 30 + rating.NumTechniques*usesRow + 60
	fmt.Fprintf(&p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" font-family="Helvetica, Arial, sans-serif">`+"\n", pictureWidth, height)
	fmt.Fprintf(&p, "<title>What the bank holds</title>\n<desc>%s. Histograms of the ratings, clues and techniques.</desc>\n", p.totals())
	fmt.Fprintf(&p, `<rect width="%d" height="%d" rx="6" fill="#fff"/>`+"\n", pictureWidth, height)
	p.drawHead()
	if stats.Total.Sum() > 0 {
		p.drawRatings()
		p.drawClues()
		p.drawLevels()
	}
	p.drawTechniques()
	p.WriteString("</svg>\n")
	return p.Bytes()
}

func (p *bankPicture) totals() string {
	total := p.stats.Total
	return fmt.Sprintf("%s seeds, %s rungs, %s different puzzles", commas(total.Seeds), commas(total.Rungs), grouped(total.Puzzles))
}

// commas writes a count with commas between the thousands.
func commas(n int) string { return grouped(big.NewInt(int64(n))) }

// drawHead draws the title, the totals, and which level has which color.
func (p *bankPicture) drawHead() {
	fmt.Fprintf(p, `<text x="%d" y="38" font-size="20" font-weight="bold" fill="%s">What the bank holds</text>`+"\n", margin, ink)
	fmt.Fprintf(p, `<text x="%d" y="60" font-size="13" fill="%s">%s</text>`+"\n", margin, gray, p.totals())
	p.begin(`id="legend" font-size="12" fill="` + ink + `"`)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		x := pixels(margin) + pixels(level-1)*(pictureWidth-2*margin)/rating.NumLevels
		p.rect(area{x, legendTop, 12, 12}, levelColor(level), "level "+levelTitle(level))
		p.text(x+17, legendTop+10, levelTitle(level))
	}
	p.end()
}

func levelTitle(level rating.Level) string { return fmt.Sprintf("%d %s", level, level.Name()) }

// drawRatings draws part a: a bar for each tenth of ER, in the color of its
// level.
func (p *bankPicture) drawRatings() {
	byER := p.stats.Total.ByER
	p.heading(ratingsTop, "a", "Ratings", "seeds by ER, in tenths; logarithmic scale")
	low, high := rating.Tenths(10), p.stats.Total.ER.High/5*5+5
	var greatest int
	for _, tally := range byER {
		greatest = max(greatest, tally.Seeds)
	}
	foot := pixels(ratingsTop + 18 + ratingsBar)
	upward := scale{max(greatest, 1), ratingsBar, true}
	p.drawCountAxis(upward, foot)
	step := pixels(plotWidth) / pixels(high-low+1)
	p.begin(`id="ratings"`)
	for er := low; er <= high; er++ {
		if count := byER[er].Seeds; count > 0 {
			length := upward.at(count)
			bar := area{plotLeft + pixels(er-low)*step + step*0.1, foot - length, step * 0.8, length}
			p.rect(bar, levelColor(rating.LevelOf(er)), fmt.Sprintf("ER %v: %d seeds", er, count))
		}
	}
	p.end()
	p.begin(`font-size="11" text-anchor="middle" fill="` + gray + `"`)
	for er := low; er <= high; er += 5 {
		p.text(plotLeft+(pixels(er-low)+0.5)*step, foot+16, er.String())
	}
	p.text(plotLeft+plotWidth/2, foot+34, "ER")
	p.end()
}

// drawCountAxis draws the scale at the left of bars that stand on foot, with
// lines across.
func (p *bankPicture) drawCountAxis(upward scale, foot pixels) {
	p.begin(`stroke="` + rule + `"`)
	for _, tick := range upward.ticks() {
		y := foot - upward.at(tick)
		p.line(plotLeft, y, plotLeft+plotWidth, y)
	}
	p.end()
	p.begin(`stroke="` + gray + `"`)
	p.line(plotLeft, foot, plotLeft+plotWidth, foot)
	p.end()
	p.begin(`font-size="11" text-anchor="end" fill="` + gray + `"`)
	for _, tick := range upward.ticks() {
		p.text(plotLeft-6, foot-upward.at(tick)+4, commas(tick))
	}
	p.end()
	fmt.Fprintf(p, `<text transform="translate(%d %v) rotate(-90)" font-size="11" text-anchor="middle" fill="%s">seeds</text>`+"\n",
		margin+12, foot-upward.length/2, gray)
}

// column returns where the column of a number of clues starts, and its width:
// the same for both halves of part b.
func (p *bankPicture) column(clues int) (x, width pixels) {
	spread := p.stats.Total.Clues
	width = min(44, pixels(plotWidth)/pixels(spread.High-spread.Low+1))
	return plotLeft + pixels(clues-spread.Low)*width, width
}

// drawClues draws the upper half of part b: for each number of clues a bar of
// the seeds, a piece for each level.
func (p *bankPicture) drawClues() {
	total := p.stats.Total
	p.heading(cluesTop, "b", "Clues", "above: seeds by number of clues; below: seeds and rungs, which is what gen --level --clues draws from")
	var greatest int
	for _, tally := range total.ByClues {
		greatest = max(greatest, tally.Seeds)
	}
	foot := pixels(heatTop - 8)
	upward := scale{max(greatest, 1), cluesBar, false}
	p.drawCountAxis(upward, foot)
	p.begin(`id="clues"`)
	for clues := total.Clues.Low; clues <= total.Clues.High; clues++ {
		x, width := p.column(clues)
		top := foot
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			count := p.tally(level, clues).Seeds
			if count == 0 {
				continue
			}
			length := upward.at(count)
			top -= length
			p.rect(area{x + width*0.1, top, width * 0.8, length}, levelColor(level), fmt.Sprintf("level %d, %d clues: %d seeds", level, clues, count))
		}
	}
	p.end()
}

// tally returns what the bank has of a level with a number of clues.
func (p *bankPicture) tally(level rating.Level, clues int) seedbank.Tally {
	if of := p.stats.ByLevel[level]; of != nil {
		return of.ByClues[clues]
	}
	return seedbank.Tally{}
}

// drawLevels draws the lower half of part b: a heat map of the seeds and rungs
// of each level with each number of clues, dark where there are many, on a
// logarithmic scale.
func (p *bankPicture) drawLevels() {
	spread := p.stats.Total.Clues
	greatest := 1
	for _, of := range p.stats.ByLevel {
		for _, tally := range of.ByClues {
			greatest = max(greatest, tally.Sum())
		}
	}
	darkness := scale{greatest, 1, true}
	p.begin(`id="levels" font-size="9" text-anchor="middle"`)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		for clues := spread.Low; clues <= spread.High; clues++ {
			x, width := p.column(clues)
			cell := area{x, heatTop + pixels(level-1)*heatRow, width - 1, heatRow - 1}
			p.drawHeat(cell, level, clues, darkness)
		}
	}
	p.end()
	p.begin(`font-size="11" text-anchor="end" fill="` + gray + `"`)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		p.text(plotLeft-6, heatTop+pixels(level-1)*heatRow+14, levelTitle(level))
	}
	p.end()
	foot := pixels(heatTop + rating.NumLevels*heatRow)
	p.begin(`font-size="11" text-anchor="middle" fill="` + gray + `"`)
	for clues := spread.Low; clues <= spread.High; clues++ {
		x, width := p.column(clues)
		p.text(x+width/2, foot+14, strconv.Itoa(clues))
	}
	p.text(plotLeft+plotWidth/2, foot+32, "clues")
	p.end()
}

// leastHeatWidth is the width of a cell of the heat map in which a number can be
// read.
const leastHeatWidth = 22

// drawHeat draws a cell of the heat map.
func (p *bankPicture) drawHeat(cell area, level rating.Level, clues int, darkness scale) {
	tally := p.tally(level, clues)
	note := fmt.Sprintf("level %d, %d clues: %d seeds, %d rungs", level, clues, tally.Seeds, tally.Rungs)
	if tally.Sum() == 0 {
		p.rect(cell, none, note)
		return
	}
	dark := float64(darkness.at(tally.Sum()))
	p.rect(cell, blue(dark), note)
	if cell.width < leastHeatWidth {
		return
	}
	color := ink
	if dark > 0.6 {
		color = "#fff"
	}
	fmt.Fprintf(p, `<text x="%v" y="%v" fill="%s">%s</text>`+"\n", cell.x+cell.width/2, cell.y+13, color, brief(tally.Sum()))
}

// blue returns a color between a light blue at 0 and a dark one at 1.
func blue(dark float64) string {
	mix := func(light, deep float64) int { return int(math.Round(light + (deep-light)*dark)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0xe9, 0x0b), mix(0xf1, 0x35), mix(0xfa, 0x75))
}

// brief writes a count in at most four characters, such as 950, 4.5k or 12k,
// as long as it is below a thousand million.
func brief(n int) string {
	for _, unit := range []struct {
		size   int
		letter string
	}{{1_000_000, "M"}, {1000, "k"}} {
		tenths := (n*10 + unit.size/2) / unit.size
		switch {
		case n < unit.size:
		case tenths < 100:
			return fmt.Sprintf("%d.%d%s", tenths/10, tenths%10, unit.letter)
		default:
			return fmt.Sprintf("%d%s", (tenths+5)/10, unit.letter)
		}
	}
	return strconv.Itoa(n)
}

// drawTechniques draws part c: for each technique of the scale a bar of the
// seeds that use it, in the color of the level of its lowest rating.
func (p *bankPicture) drawTechniques() {
	p.heading(usesTop, "c", "Techniques", "seeds whose solving path uses each; logarithmic scale; color: level of its lowest rating")
	greatest := 1
	seeds := map[rating.Technique]int{}
	for _, count := range p.techniques {
		greatest = max(greatest, count.Seeds)
		seeds[count.Technique] = count.Seeds
	}
	const left, top = namesRight + 8, usesTop + 18
	const foot = top + pixels(rating.NumTechniques)*usesRow
	rightward := scale{greatest, pictureWidth - margin - left - 56, true}
	p.drawTechniqueAxis(rightward, left, top, foot)
	p.begin(`id="techniques" font-size="11" fill="` + gray + `"`)
	y := pixels(top)
	for technique := range rating.Techniques() {
		count := seeds[technique]
		least, _ := technique.Range()
		length := rightward.at(count)
		if count > 0 {
			p.rect(area{left, y + 2, length, usesRow - 4}, levelColor(rating.LevelOf(least)), fmt.Sprintf("%v: %d seeds", technique, count))
		}
		p.text(left+length+5, y+11, commas(count))
		y += usesRow
	}
	p.end()
	p.begin(`font-size="11" text-anchor="end" fill="` + ink + `"`)
	y = top
	for technique := range rating.Techniques() {
		p.text(namesRight, y+11, technique.String())
		y += usesRow
	}
	p.end()
}

// drawTechniqueAxis draws the scale of part c, with lines from top to foot.
func (p *bankPicture) drawTechniqueAxis(rightward scale, left, top, foot pixels) {
	p.begin(`stroke="` + rule + `"`)
	for _, tick := range rightward.ticks() {
		p.line(left+rightward.at(tick), top, left+rightward.at(tick), foot)
	}
	p.end()
	p.begin(`stroke="` + gray + `"`)
	p.line(left, top, left, foot)
	p.end()
	p.begin(`font-size="11" text-anchor="middle" fill="` + gray + `"`)
	for _, tick := range rightward.ticks() {
		p.text(left+rightward.at(tick), foot+14, commas(tick))
	}
	p.text(left+rightward.length/2, foot+32, "seeds (logarithmic scale)")
	p.end()
}
