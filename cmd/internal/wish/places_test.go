package wish

import (
	"regexp"
	"strconv"
	"strings"
)

// pieces are what stands in a page: heads of chapters and grids.
var pieces = regexp.MustCompile(`(?s)<section class="chapter">|<table class="grid[^>]*>(.*?)</table>`)

var cells = regexp.MustCompile(`(?s)<td([^>]*)>(.*?)</td>`)

// What can stand in a page.
const (
	chapterPiece  = 'C'
	puzzlePiece   = 'P'
	solutionPiece = 'S'
)

// readPage reads the grids of a page: puzzles have empty cells, and their solutions
// come in the same order. The places say in which order all stands there.
func readPage(text []byte) (list []found, places string) {
	solved := 0
	for _, piece := range pieces.FindAllSubmatch(text, -1) {
		grid := ""
		for _, cell := range cells.FindAllSubmatch(piece[1], -1) {
			digit := string(cell[2])
			if len(digit) != 1 || strings.Contains(string(cell[1]), "small") { // nothing, or marks
				digit = "."
			}
			grid += digit
		}
		switch {
		case piece[1] == nil:
			places += string(chapterPiece)
		case len(grid) != 81: // of a text
		case strings.Contains(grid, "."):
			list = append(list, found{puzzle: grid})
			places += string(puzzlePiece)
		default:
			if solved < len(list) {
				list[solved].solution = grid
			}
			solved++
			places += string(solutionPiece)
		}
	}
	return list, places
}

// checkPlaces says what is wrong with where the solutions of a booklet stand: at the
// end, at the end of each chapter, or nowhere.
func checkPlaces(w Wish, places string) (wrong []string) {
	where := w.Value("solutions", "end")
	if w.Has("no-solutions") {
		where = "none"
	}
	puzzles, solutions := strings.Count(places, string(puzzlePiece)), strings.Count(places, string(solutionPiece))
	if where == "none" {
		if solutions > 0 {
			wrong = append(wrong, "there are solutions, and none were asked for")
		}
		return wrong
	}
	if puzzles != solutions {
		wrong = append(wrong, strconv.Itoa(solutions)+" solutions of "+strconv.Itoa(puzzles)+" puzzles")
	}
	form := regexp.MustCompile(`^[CP]*S*$`)
	if where == "parts" {
		form = regexp.MustCompile(`^(CP*S*)*$`)
		for _, chapter := range strings.Split(places, string(chapterPiece)) {
			if strings.Count(chapter, string(puzzlePiece)) != strings.Count(chapter, string(solutionPiece)) {
				wrong = append(wrong, "a part does not end with its solutions: "+places)
			}
		}
	}
	if !form.MatchString(places) {
		wrong = append(wrong, "solutions are not asked for where they stand: "+places)
	}
	return wrong
}

var (
	descriptions = regexp.MustCompile(`<desc>([0-9.]{81})</desc>`)
	digits       = regexp.MustCompile(`<text x="(\d+)" y="(\d+)"[^>]*>([1-9])</text>`)
)

// readPicture reads a puzzle that a picture tells, and the digits that it shows, whose
// cells are 50 wide after a margin of 24. If it shows a digit in every cell, these are
// the solution.
func readPicture(text []byte) (list []found, err error) {
	puzzle := descriptions.FindSubmatch(text)
	if puzzle == nil {
		return nil, nil
	}
	shown := []byte(strings.Repeat(".", 81))
	for _, digit := range digits.FindAllSubmatch(text, -1) {
		x, _ := strconv.Atoi(string(digit[1]))
		y, _ := strconv.Atoi(string(digit[2]))
		if column, row := (x-24)/50, (y-24)/50; column < 9 && row < 9 {
			shown[9*row+column] = digit[3][0]
		}
	}
	f := found{puzzle: string(puzzle[1]), solution: string(shown)}
	if f.solution == f.puzzle {
		f.solution = ""
	}
	return []found{f}, nil
}
