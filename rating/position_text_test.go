package rating_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

const clues = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"

func parseGrid(tb testing.TB, line string) sudoku.Grid {
	tb.Helper()
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		tb.Fatal(err)
	}
	return grid
}

// A position is read back from what was placed and removed, in any order and
// form. To remove a digit that it has is an error.
func TestPositionsAreReadBack(t *testing.T) {
	puzzle := prove(t, clues)
	rapid.Check(t, func(t *rapid.T) {
		want := rating.PositionOf(puzzle.Clues())
		var words []string
		removed := map[sudoku.Candidate]bool{}
		for range rapid.IntRange(0, 30).Draw(t, "moves") {
			c := sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell"))
			if rapid.Bool().Draw(t, "place") {
				if want.Grid[c] == 0 {
					k := c.Candidate(puzzle.Solution()[c])
					want.Place(k)
					words = append(words, k.String())
				}
				continue
			}
			other := sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "other cell"))
			d := sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit"))
			want.Remove(c.Candidate(d))
			want.Remove(other.Candidate(d))
			removed[c.Candidate(d)], removed[other.Candidate(d)] = true, true
			sign := rapid.SampledFrom(signs).Draw(t, "sign")
			words = append(words, fmt.Sprintf("%v, %v%s%d", c, other, sign, d))
		}
		words = rapid.Permutation(words).Draw(t, "order")
		if rapid.Bool().Draw(t, "as a grid") {
			words = append(words, want.Grid.String())
		}
		text := strings.Join(words, rapid.SampledFrom([]string{",", " ", "; ", ", ", "\n"}).Draw(t, "between"))
		got, err := rating.ParsePosition(puzzle.Clues(), text)
		contradicts := false
		for c, d := range want.Grid {
			contradicts = contradicts || d != 0 && removed[sudoku.Cell(c).Candidate(d)]
		}
		if (err != nil) != contradicts {
			t.Fatalf("%q removes a digit that it has: %v: %v", text, contradicts, err)
		}
		if err == nil && got != want {
			t.Fatalf("%q is read as\n%v, want\n%v", text, got, want)
		}
	})
}

// signs are the spellings of a candidate that is removed. All but the first can stand
// in a shell without quotes.
var signs = []string{"<>", "!=", "≠", "-"}

// All spellings read the same, or are refused alike: however many cells and digits
// there are, and whatever else.
func TestSpellingsOfRemovalsReadTheSame(t *testing.T) {
	grid := parseGrid(t, clues)
	part := rapid.SampledFrom([]string{"r1c2", "R9C9", "r5c5", ",", " ", ";", "1", "57", "9", "0", "=", "=4", "\x00", "\x00", "x"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
		want, wantErr := rating.ParsePosition(grid, strings.ReplaceAll(text, "\x00", signs[0]))
		for _, sign := range signs[1:] {
			got, err := rating.ParsePosition(grid, strings.ReplaceAll(text, "\x00", sign))
			if (err == nil) != (wantErr == nil) || got != want {
				t.Fatalf("%q with %s: %v, with %s: %v", text, sign, err, signs[0], wantErr)
			}
		}
	})
}

// What a step concludes can be read.
func TestConclusionsAreRead(t *testing.T) {
	puzzle := prove(t, "....4.68..2....4...8.3.2..5......7.....158...4.59.....24.....9..3..1.8.4....3..7.")
	rounds, err := new(rating.Rater).Path(&puzzle)
	if err != nil {
		t.Fatal(err)
	}
	want := rounds[0].Position
	var text strings.Builder
	for i := range rounds {
		for j := range rounds[i].Steps {
			want.Apply(&rounds[i].Steps[j])
			text.WriteString(rounds[i].Steps[j].Conclusion() + "\n")
		}
		if got, err := rating.ParsePosition(puzzle.Clues(), text.String()); err != nil || got != want {
			t.Fatalf("round %d: %v, %v", i, got, err)
		}
	}
}

func TestWhatIsNoPosition(t *testing.T) {
	for text, want := range map[string]string{
		"r1c2":            "r1c2 has no digit after it",
		"r1c2,r1c3=5":     "r1c2 has no digit after it",
		"hello":           `"hello" is neither a move such as r1c2=5 or r3c4-7 nor a grid of 81 cells`,
		"r0c1=5":          `"r0c1=5" is neither a move`,
		"r1c2=":           "= must be followed by a digit from 1 to 9",
		"r1c2=0":          "= must be followed by a digit from 1 to 9",
		"r1c2=44":         "= must be followed by a digit from 1 to 9",
		"r1c2=57":         "= must be followed by a digit from 1 to 9",
		"r1c2<>x":         "<> must be followed by a digit from 1 to 9",
		"r1c2-":           "- must be followed by a digit from 1 to 9",
		"r1c2-r1c5":       "- must be followed by a digit from 1 to 9",
		"r1c2 - r1c5":     "- must be followed by a digit from 1 to 9",
		"r1c2=5 r1c2-5":   "r1c2 has the digit 5 already",
		"r1c2-1,r1c2=1":   "r1c2: the digit 1 was removed",
		"r1c2--5":         "- must be followed by a digit from 1 to 9",
		"r1c2>5":          "the cell must be followed by =, <>, != or -",
		"r1c1=5":          "r1c1: the clue is 7",
		"r1c2=5 r1c2=6":   "r1c2 has the digit 5 already",
		"8" + clues[1:]:   "r1c1: the clue is 7",
		clues[:80]:        "nor a grid of 81 cells",
		"r1c2=5 \xff\xfe": "is neither a move",
	} {
		if _, err := rating.ParsePosition(parseGrid(t, clues), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// What is removed by a text is what a position of the text lacks, and a text that places
// digits, or cannot be read, removes nothing.
func TestTextsRemove(t *testing.T) {
	start := rating.PositionOf(parseGrid(t, clues))
	part := rapid.SampledFrom([]string{"r1c2<>5", "R9C9-12", "r5c5, r1c4≠8", "r4c4!=1", "r1c2", ";", "\n", "r2c2=8", clues, "x"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(part, 0, 4).Draw(t, "parts"), " ")
		want, wantErr := rating.ParsePosition(start.Grid, text)
		refused := wantErr != nil || strings.Contains(text, "2=8") || strings.Contains(text, clues) || strings.Trim(text, "; \n") == ""
		if refused {
			want = start
		}
		got := start
		if err := got.RemoveText(text); (err != nil) != refused || got != want {
			t.Fatalf("%q: %v, and %v as a position", text, err, wantErr)
		}
	})
}

func TestTextsThatRemoveNothing(t *testing.T) {
	for text, want := range map[string]string{
		"":                "it names no candidate such as r3c4<>7",
		" , ;\n":          "it names no candidate such as r3c4<>7",
		"here":            `"here" is not a candidate such as r3c4<>7`,
		clues:             "is not a candidate such as r3c4<>7",
		"r1c2":            "r1c2 has no digit after it",
		"r1c2=5":          `"r1c2=5" places a digit`,
		"r1c3<>1, r1c2=5": `"r1c2=5" places a digit`,
		"r1c0<>5":         `"r1c0<>5" is not a candidate`,
		"r1c2<>0":         "<> must be followed by a digit from 1 to 9",
		"r1c2>5":          "the cell must be followed by =, <>, != or -",
	} {
		x := rating.PositionOf(parseGrid(t, clues))
		before := x
		if err := x.RemoveText(text); err == nil || !strings.Contains(err.Error(), want) || x != before {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	grid := parseGrid(f, clues)
	for _, text := range []string{"", "r1c2=5,r3c4<>7", "r1c2, r1c3<>57; R1C9=1", clues, clues + " r1c2≠5", "r1c2!=5,r1c2-6"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := rating.ParsePosition(grid, text)
		if other, otherErr := rating.ParsePosition(grid, strings.ReplaceAll(text, "<>", "!=")); other != x || (err == nil) != (otherErr == nil) {
			t.Fatalf("with <>: %v, with !=: %v", err, otherErr)
		}
		start := rating.PositionOf(grid)
		removed := start
		if removeErr := removed.RemoveText(text); removeErr == nil && (err != nil || removed != x) || removeErr != nil && removed != start {
			t.Fatalf("removing: %v, as a position: %v", removeErr, err)
		}
		if err != nil {
			return
		}
		for c := range sudoku.Cell(81) {
			if start.Grid[c] != 0 && x.Grid[c] != start.Grid[c] {
				t.Fatalf("%v is a clue, and has changed to %d", c, x.Grid[c])
			}
			if added := x.Candidates[c] &^ start.Candidates[c]; added != 0 {
				t.Fatalf("%v has got candidates", c)
			}
			if x.Grid[c] != 0 && x.Candidates[c] != 0 {
				t.Fatalf("%v is filled and has candidates", c)
			}
		}
	})
}
