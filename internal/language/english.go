package language

import (
	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

var english = Language{
	Code: "en",
	Name: "English",
	Words: book.Words{
		Contents:     "Contents",
		Introduction: "Introduction",
		Puzzles:      "Puzzles",
		Ranks:        "Levels",
		Solutions:    "Solutions",
		SolutionOn:   "Solution on page %d",
		Afterword:    "At the end",
		Range:        "%d to %d",
	},
	Levels: [rating.NumLevels]string{"Beginner", "Easy", "Gentle", "Moderate", "Tricky", "Hard", "Very hard", "Fiendish", "Extreme"},
	Level:  "Level %d · %s",
	Hardest: [rating.NumLevels]string{
		"the last cell of a row, column or box; the only cell for a digit in a box",
		"the only cell for a digit in a row or column",
		"the only digit for a cell; a digit tied to one line of a box",
		"digits tied to a line, to be noted and remembered",
		"pairs and triplets, X-wing and swordfish, XY-wing",
		"quads and jellyfish; arguments from there being one solution",
		"chains that follow one thought to its end",
		"chains that try all cells for a digit, or all digits of a cell",
		"chains that branch, and chains within chains",
	},
	Part:      "The hardest step: %s.",
	OnePuzzle: "1 puzzle",
	Puzzles:   "%d puzzles",
	OfLevel:   "%s of level %d, %s",
	OfLevels:  "%s, levels %d to %d",
	Clues:     "%d clues",
	MadeWith:  "Made with %s",
	ERRange:   "%v to %v",
	ERUp:      "%v and up",
	Rules: Text{"How to solve", "Fill the empty cells so that every row, every column and every box of three by three cells " +
		"holds each digit from 1 to 9 exactly once. Every puzzle in this book has one solution and no other, " +
		"and reasoning alone will take you there. You never have to guess."},
	Start: Text{"Where to start", "Choose a digit and look at one box. The rows and columns that hold the digit already rule out " +
		"some of its cells. If a single cell is left, the digit belongs there. Go through all boxes and digits " +
		"in this way, then through rows and columns. When that brings nothing more, turn the question around: " +
		"choose a cell and ask which digits its row, its column and its box still leave for it. For the harder " +
		"puzzles, write these candidates into the cell, small and in pencil, and cross them out one by one " +
		"as you find reasons against them. Most of the pleasure is in the reasons."},
	SeveralLevels: Text{"The levels", "The level tells you how hard the hardest step of a puzzle is if you always take the easiest " +
		"step there is. A puzzle of a high level may still begin gently."},
	OneLevel: Text{"The level", "All puzzles of this book are of level %d, %s. The hardest step that they need: %s. " +
		"Many of their steps are easier than that."},
	Rating: Text{"The number behind the letters ER", "The ER, the Explainer rating, is the number by which people who collect " +
		"hard puzzles compare them. Each kind of step has a rating, from 1.0 for the last empty cell of a row, " +
		"a column or a box to above 11 for chains of thought that hold further chains. The ER of a puzzle is the " +
		"rating of its hardest step. A difference of a tenth or two is hardly felt; a difference of one is another sport."},
	Candidates: Text{"The small digits", "In the harder puzzles, the small digits in an empty cell are its candidates: those that " +
		"no digit in its row, its column or its box rules out from the start. Cross out what you can exclude."},
	Dots: Text{"The dots", "In the harder puzzles, each empty cell has nine dots, for the digits 1 to 9 from the upper left to the " +
		"lower right. Circle or strike out a dot to note a candidate."},
	ID: Text{"Meeting a puzzle again", "The small line under a puzzle is its ID. The program that made this book, %s, draws " +
		"the same puzzle again from it, wherever its bank of seeds holds the one that the puzzle " +
		"grew from. The first puzzle of this book comes back with the command"},
}
