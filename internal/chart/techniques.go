package chart

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// drawTechniques draws part c: for each technique a bar of the seeds that use it, in
// the color of the level of its lowest rating.
func (f *bankFigure) drawTechniques() {
	f.heading(usesTop, "c", "Techniques", "seeds whose solving path uses each; logarithmic scale; color: level of its lowest rating")
	greatest := 1
	seeds := map[rating.Technique]int{}
	for _, count := range f.techniques {
		greatest = max(greatest, count.Seeds)
		seeds[count.Technique] = count.Seeds
	}
	const left, top = namesRight + 8, usesTop + 18
	const foot = top + rating.NumTechniques*usesRow
	rightward := scale{greatest, figureWidth - margin - left - 56, true}
	f.drawTechniqueAxis(rightward, left, top, drawing.Pixels(foot))
	f.Group(`id="techniques" font-size="11" fill="` + gray + `"`)
	y := drawing.Pixels(top)
	for technique := range rating.Techniques() {
		count := seeds[technique]
		least, _ := technique.Range()
		length := rightward.at(count)
		if count > 0 {
			f.Fill(drawing.At(left, y+2, length, usesRow-4), levelColor(rating.LevelOf(least)), fmt.Sprintf("%v: %s", technique, phrase.Count(count, "seed")))
		}
		f.Words(left+length+5, y+11, commas(count))
		y += usesRow
	}
	f.EndGroup()
	f.beginWords("end", ink)
	y = top
	for technique := range rating.Techniques() {
		f.Words(namesRight, y+11, technique.String())
		y += usesRow
	}
	f.EndGroup()
}

// drawTechniqueAxis draws the scale of part c, with lines from top to foot.
func (f *bankFigure) drawTechniqueAxis(rightward scale, left, top, foot drawing.Pixels) {
	f.Group(`stroke="` + rule + `"`)
	for _, tick := range rightward.ticks() {
		f.Stroke(left+rightward.at(tick), top, left+rightward.at(tick), foot)
	}
	f.EndGroup()
	f.Group(`stroke="` + gray + `"`)
	f.Stroke(left, top, left, foot)
	f.EndGroup()
	f.beginWords("middle", gray)
	for _, tick := range rightward.ticks() {
		f.Words(left+rightward.at(tick), foot+14, commas(tick))
	}
	f.Words(left+rightward.length/2, foot+32, "seeds (logarithmic scale)")
	f.EndGroup()
}
