package read

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Where a file says how far a game is, its record has the digits placed and the candidates left.
func TestPosition(t *testing.T) {
	placed := known[:2] + "4" + known[3:]
	marks := strings.Repeat(",,,,,,,,\n", 8)
	var candidates []string
	for range 81 {
		candidates = append(candidates, `""`)
	}
	candidates[3] = `"26"`
	var figure strings.Builder
	for c, digit := range known {
		if c%9 == 0 {
			fmt.Fprintf(&figure, "\nr%d |", c/9+1)
		}
		group := "(" + string(digit) + ")"
		if c == 3 {
			group = "=2+6"
		} else if digit == '.' {
			group = "123456789"
		}
		figure.WriteString(" " + group)
	}
	for _, test := range []struct {
		name, text, moves string
	}{
		{"puzzle alone", known, "none"},
		{"HoDoKu", ":0000:x:" + known[:2] + "+4" + known[3:] + ":914 214:::", "r1c3=4 r1c4<>29"},
		{"SDK without a game", "[Puzzle]\n" + rows(known), "none"},
		{"SDK with its state", "[Puzzle]\n" + rows(known) + "[State]\n" + rows(placed), "r1c3=4"},
		{"SDK with marks", "[Puzzle]\n" + rows(known) + "[State]\n" + rows(placed) + "[PencilMarks]\n,,,26,,,,,\n" + marks, "r1c3=4 r1c4<>1345789"},
		{"figure", figure.String(), "r1c4<>1345789"},
		{"OpenSudoku", "<opensudoku version=\"2\"><game data=\"" + state(known) + "\"/></opensudoku>", "r1c3=4"},
		{"round", `{"puzzle":"` + known + `","round":{"grid":"` + placed + `","candidates":[` + strings.Join(candidates, ",") + "]}}", "r1c3=4 r1c4<>1345789"},
	} {
		for record, err := range Puzzles(strings.NewReader(test.text)) {
			if err != nil || record.Grid.String() != known {
				t.Fatalf("%s: %v, %v", test.name, record.Grid, err)
			}
			if test.moves == "none" {
				if record.Position != nil {
					t.Errorf("%s: a position", test.name)
				}
				continue
			}
			want, err := rating.ParsePosition(record.Grid, test.moves)
			if err != nil || record.Position == nil {
				t.Fatalf("%s: %v, position %v", test.name, err, record.Position)
			}
			for c := range want.Candidates {
				got := record.Position.Candidates[c] & rating.PositionOf(want.Grid).Candidates[c]
				if record.Position.Grid[c] != want.Grid[c] || want.Grid[c] == 0 && got != want.Candidates[c] {
					t.Errorf("%s: %v has %v and %v, want %v and %v", test.name, sudoku.Cell(c), record.Position.Grid[c], got, want.Grid[c], want.Candidates[c])
				}
			}
		}
	}
}
