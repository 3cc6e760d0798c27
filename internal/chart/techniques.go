package chart

import (
	"fmt"

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
	f.drawTechniqueAxis(rightward, left, top, pixels(foot))
	f.begin(`id="techniques" font-size="11" fill="` + gray + `"`)
	y := pixels(top)
	for technique := range rating.Techniques() {
		count := seeds[technique]
		least, _ := technique.Range()
		length := rightward.at(count)
		if count > 0 {
			f.rect(area{left, y + 2, length, usesRow - 4}, levelColor(rating.LevelOf(least)), fmt.Sprintf("%v: %s", technique, phrase.Count(count, "seed")))
		}
		f.text(left+length+5, y+11, commas(count))
		y += usesRow
	}
	f.end()
	f.beginWords("end", ink)
	y = top
	for technique := range rating.Techniques() {
		f.text(namesRight, y+11, technique.String())
		y += usesRow
	}
	f.end()
}

// drawTechniqueAxis draws the scale of part c, with lines from top to foot.
func (f *bankFigure) drawTechniqueAxis(rightward scale, left, top, foot pixels) {
	f.begin(`stroke="` + rule + `"`)
	for _, tick := range rightward.ticks() {
		f.line(left+rightward.at(tick), top, left+rightward.at(tick), foot)
	}
	f.end()
	f.begin(`stroke="` + gray + `"`)
	f.line(left, top, left, foot)
	f.end()
	f.beginWords("middle", gray)
	for _, tick := range rightward.ticks() {
		f.text(left+rightward.at(tick), foot+14, commas(tick))
	}
	f.text(left+rightward.length/2, foot+32, "seeds (logarithmic scale)")
	f.end()
}
