package rating

import (
	"strconv"

	"github.com/seedoku/seedoku/sudoku"
)

// Statement is a sentence of the explanation of a step, as data: what it says, what it
// follows from, and the cells and candidates that a picture of it shows. The statements
// of a step lead from the position to its conclusion. Each is small enough to be checked
// by eye, and by a program that knows only the rules:
//
//   - A premise says what the position shows.
//   - An assumption begins a branch. The statements of a branch name its assumption in
//     Under, and hold only with it.
//   - A link follows from the statements in From.
//   - The conclusions are together what the step concludes. They hold on the position.
//   - A remark adds nothing to the argument.
//
// A position here has the candidates of its cells, of which each cell and each digit of
// a house has one that is true. What is false by earlier statements counts as absent.
type Statement struct {
	Says  Saying // which sentence it is
	Part  Part
	Under []int // numbers of the assumptions with which it holds, from 0; the outermost first
	From  []int // numbers of the statements that it follows from
	Again []int // statements of earlier branches that hold in this one too, in the order in which they follow from each other

	// What it speaks of. Lists that a sentence does not use are empty.
	Cells  []sudoku.Cell
	Others []sudoku.Cell
	Digits sudoku.Digits
	Extra  sudoku.Digits
	Houses []sudoku.House
	Covers []sudoku.House

	Cites   []Fact // what is true or false already
	Assumed []Fact // the assumptions that it ends
	Way     []Fact // candidates that are not all true, in a sentence about ways to fill cells
	Claims  []Fact // what is true or false by it

	// OneOf are lists of candidates. By the statement, at least one of each list is true.
	OneOf [][]sudoku.Candidate
}

// Fact is a candidate that is true or false.
type Fact struct {
	Candidate sudoku.Candidate
	True      bool
}

// String returns f for people, such as r1c1=5 or r1c1≠5.
func (f Fact) String() string { return f.with(notEqualSign) }

// The signs of what is false: for programs, and for people.
const (
	notEqual     = "<>"
	notEqualSign = "≠"
)

// with writes f with a sign for what is false.
func (f Fact) with(sign string) string {
	if f.True {
		return f.Candidate.String()
	}
	return f.Candidate.Cell().String() + sign + strconv.Itoa(int(f.Candidate.Digit()))
}

func (f Fact) literal() literal {
	if f.True {
		return on(f.Candidate)
	}
	return off(f.Candidate)
}

// areFalse says that candidates are false.
func areFalse(list []sudoku.Candidate) []Fact {
	facts := make([]Fact, len(list))
	for i, k := range list {
		facts[i] = Fact{k, false}
	}
	return facts
}

// facts returns what s concludes.
func (s *Step) facts() []Fact {
	gone := areFalse(s.Eliminations)
	if s.Places {
		return append([]Fact{{s.Placement, true}}, gone...)
	}
	return gone
}

// Part is the part of a statement in an explanation.
type Part string

// The parts of statements.
const (
	Premise    Part = "premise"
	Assumption Part = "assumption"
	Inference  Part = "link"
	Conclusion Part = "conclusion"
	Remark     Part = "remark"
)

// Saying is the name of a sentence. The catalogue of each language has its text. Names
// can be added from version to version.
type Saying string

// sayings of patterns and singles.
const (
	lastCell      Saying = "last-cell"       // Cells: the one empty cell of Houses
	isMissing     Saying = "is-missing"      // so it has the digit that Houses lacks
	allSee        Saying = "all-see"         // every other empty cell of Houses sees Digits, in one of Others
	someSee       Saying = "some-see"        // Cells of Houses see Digits, in one of Others
	haveLost      Saying = "have-lost"       // Cells lost Digits earlier
	houseHas      Saying = "house-has"       // Houses has Digits
	onlyPlace     Saying = "only-place"      // the digit that Claims places has no other cell in Houses
	onlyDigit     Saying = "only-digit"      // the cell has no other digit
	onlyCells     Saying = "only-cells"      // in Houses, Digits can only go in Cells
	onlyCellsNow  Saying = "only-cells-now"  // the same under an assumption
	locked        Saying = "locked"          // the same, and Cells are all in Covers
	lockedNow     Saying = "locked-now"      // the same under an assumption
	onlyDigits    Saying = "only-digits"     // in Houses, Cells have only Digits between them
	onlyDigitsNow Saying = "only-digits-now" // the same under an assumption
	eachIn        Saying = "each-in"         // each of Houses has its digit in another one of Covers
	isOneOf       Saying = "is-one-of"       // Cells can only be Digits: one cell
	isOneOfNow    Saying = "is-one-of-now"   // the same under an assumption
	notElsewhere  Saying = "not-elsewhere"   // Digits are nowhere else in Covers
	nothingElse   Saying = "nothing-else"    // Cells are Digits and nothing else
	noOther       Saying = "no-other"        // no other cell of Covers can be Digits
	digitsTaken   Saying = "digits-taken"    // Digits are in Cells, and in no other cell of Houses
	cellsTaken    Saying = "cells-taken"     // Cells are Digits, and nothing else
	ifThen        Saying = "if-then"         // if Way is so, Cells can only be Digits
	oneIs         Saying = "one-is"          // one of Cells is one of Digits
	seesAll       Saying = "sees-all"        // no cell that sees all of Cells can be Digits
	rectangle     Saying = "rectangle"       // Cells make a rectangle
	loop          Saying = "loop"            // Cells make a loop
	deadly        Saying = "deadly"          // if they were all Digits, there would be two solutions
	isNeither     Saying = "is-neither"      // so Cells are none of Digits
	takenTogether Saying = "taken-together"  // one of Others, with Cells, takes Extra in Houses
	leavesOnly    Saying = "leaves-only"     // one of Others is none of Digits, so Cells are nothing else
	oneWouldBe    Saying = "one-would-be"    // if one of Cells were Digits, the other would be Extra
	graveCells    Saying = "grave"           // without Digits in Cells, every empty cell would have two candidates
	graveHouses   Saying = "grave-houses"    // and every house each digit twice, so one of these is true
	isBug         Saying = "is-bug"          // so Cells are one of Digits
	bugOrShared   Saying = "bug-or-shared"   // the other of Cells is Extra
	leavesNone    Saying = "leaves-none"     // Way leaves Others without a digit
	sameTwice     Saying = "same-twice"      // Way has the same digit in cells that see each other
	noWay         Saying = "no-way"          // no way to fill Cells is left with what Claims rules out
	also          Saying = "also"            // more of what the statement before concludes
	removesMore   Saying = "removes-more"    // a remark: there are more such candidates
)

// sayings of chains.
const (
	suppose        Saying = "suppose"
	supposeInstead Saying = "suppose-instead" // in another branch
	supposeToo     Saying = "suppose-too"     // within a branch
	notInCell      Saying = "not-in-cell"     // the cell has another digit, by Cites
	notInHouse     Saying = "not-in-house"    // Houses has the digit in Cells
	lastInCell     Saying = "last-in-cell"    // the cell has no other digit left
	lastInCellWith Saying = "last-in-cell-with"
	lastInHouse    Saying = "last-in-house" // Houses has no other cell left for the digit
	lastInHouseBy  Saying = "last-in-house-with"
	asBefore       Saying = "as-before"    // as in an earlier branch, Claims follow from Cites
	refuted        Saying = "refuted"      // an assumption leads to its opposite
	contradicted   Saying = "contradicted" // an assumption leads to Cites, which contradict each other
	eitherWay      Saying = "either-way"   // an assumption leads to Claims, and so does its opposite
	whatever       Saying = "whatever"     // whatever digit Cells has
	wherever       Saying = "wherever"     // wherever Digits is in Houses
	circle         Saying = "circle"       // the links in From make a circle, so they hold backwards too
	oneOfTwo       Saying = "one-of-two"   // one of Cells is Digits
	outsideCircle  Saying = "outside-circle"
)
