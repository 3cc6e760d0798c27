package pack

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/book"
)

// introduction returns the introduction to some puzzles.
func introduction(list []book.Puzzle) []book.Section {
	sections := []book.Section{
		{Heading: "How to solve", Text: introRules},
		{Heading: "Where to start", Text: introStart},
		{Heading: "The levels", Text: introLevels, Table: levelTable()},
		{Heading: "The number next to the level", Text: introRating},
	}
	if len(list) > 0 && list[0].Note != "" {
		sections = append(sections, book.Section{
			Heading: "Meeting a puzzle again", Text: introID, Strong: "seedoku gen --id " + list[0].Note,
		})
	}
	return sections
}

// levelTable returns a row for each level: number and name, ER, hardest step.
func levelTable() book.Table {
	table := book.Table{Stops: []float64{7, 13}}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		lowest, highest := level.Range()
		er := fmt.Sprintf("%v to %v", lowest, highest)
		if level == rating.NumLevels {
			er = fmt.Sprintf("%v and up", lowest)
		}
		table.Rows = append(table.Rows, []string{fmt.Sprintf("%d  %s", level, level.Name()), er, hardestSteps[level-1]})
	}
	return table
}

// Texts of the introduction.
const (
	introRules = "Fill the empty cells so that every row, every column and every box of three by three cells " +
		"holds each digit from 1 to 9 exactly once. Every puzzle in this book has one solution and no other, " +
		"and reasoning alone will take you there. You never have to guess."

	introStart = "Choose a digit and look at one box. The rows and columns that hold the digit already rule out " +
		"some of its cells. If a single cell is left, the digit belongs there. Go through all boxes and digits " +
		"in this way, then through rows and columns. When that brings nothing more, turn the question around: " +
		"choose a cell and ask which digits its row, its column and its box still leave for it. For the harder " +
		"puzzles, write these candidates into the cell, small and in pencil, and cross them out one by one " +
		"as you find reasons against them. Most of the pleasure is in the reasons."

	introLevels = "The level tells you how hard the hardest step of a puzzle is if you always take the easiest " +
		"step there is. A puzzle of a high level may still begin gently."

	introRating = "Next to the level stands the ER, the Explainer rating, by which people who collect " +
		"hard puzzles compare them. Each kind of step has a rating, from 1.0 for the last empty cell of a row, " +
		"a column or a box to above 11 for chains of thought that hold further chains. The ER of a puzzle is the " +
		"rating of its hardest step. A difference of a tenth or two is hardly felt; a difference of one is another sport."

	introID = "The small line under a puzzle is its ID. The program that made this book, Seedoku, draws " +
		"the same puzzle again from it, wherever its bank of seeds holds the one that the puzzle " +
		"grew from. The first puzzle of this book comes back with the command"
)

// hardestSteps say what the hardest step of a puzzle of each level is.
var hardestSteps = [rating.NumLevels]string{
	"the last cell of a row, column or box; the only cell for a digit in a box",
	"the only cell for a digit in a row or column",
	"the only digit for a cell; a digit tied to one line of a box",
	"digits tied to a line, to be noted and remembered",
	"pairs and triplets, X-wing and swordfish, XY-wing",
	"quads and jellyfish; arguments from there being one solution",
	"chains that follow one thought to its end",
	"chains that try all cells for a digit, or all digits of a cell",
	"chains that branch, and chains within chains",
}
