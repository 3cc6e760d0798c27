package read_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

const listedPuzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"

// Every line of a list is a puzzle, a name or an error in its place, whatever the lines before it
// are. Only comments and blank lines are skipped.
func TestListLeavesNothingOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines, want []string
		for n := range rapid.IntRange(1, 12).Draw(t, "lines") {
			id := seed.ID{Seed: seed.Key(rapid.Uint64().Draw(t, "seed")), Index: rapid.Uint64Max(transform.Order-1).Draw(t, "index")}
			named := fmt.Sprintf("%d names %s", n+1, id.Seed)
			kinds := []struct{ line, want string }{
				{listedPuzzle, fmt.Sprintf("%d puzzle", n+1)},
				{listedPuzzle + " # easy", fmt.Sprintf("%d puzzle", n+1)},
				{id.String(), named},
				{" " + strings.ToLower(id.String()) + ",for Anna", named},
				{id.Seed.String() + "\t7", named},
				{id.String() + rapid.SampledFrom([]string{" ", "\t", ",", "; "}).Draw(t, "between") + id.String() + " # " + id.String(), named + "," + named},
				{id.String() + ", 3DSWKAPVM9JVD-0Y0T36AVJW", named + fmt.Sprintf(",%d wrong", n+1)},
				{id.String()[:rapid.SampledFrom([]int{12, 15, 20, 23}).Draw(t, "cut")], fmt.Sprintf("%d wrong", n+1)},
				{swapped(id.String(), 15, 16), fmt.Sprintf("%d wrong", n+1)},
				{"foo bar", fmt.Sprintf("%d wrong", n+1)},
				{listedPuzzle[:80], fmt.Sprintf("%d wrong", n+1)},
				{"# a comment", ""},
				{"", ""},
			}
			kind := rapid.SampledFrom(kinds).Draw(t, "line")
			if kind.line == id.String() && strings.HasSuffix(kind.want, "wrong") {
				continue // two equal characters were swapped
			}
			if kind.line != "" && strings.Trim(kind.line, "0123456789-") == "" {
				continue // several lines of digits are rows of one grid
			}
			for len(lines) < n {
				lines = append(lines, "")
			}
			lines = append(lines, kind.line)
			if kind.want != "" {
				want = append(want, strings.Split(kind.want, ",")...)
			}
		}
		var got []string
		for record, err := range read.List(strings.NewReader(strings.Join(lines, "\n"))) {
			switch {
			case err != nil:
				got = append(got, fmt.Sprintf("%d wrong", record.Line))
			case record.Named:
				got = append(got, fmt.Sprintf("%d names %s", record.Line, record.Seed))
			default:
				got = append(got, fmt.Sprintf("%d puzzle", record.Line))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s\ngot  %q\nwant %q", strings.Join(lines, "\n"), got, want)
		}
	})
}

func swapped(text string, i, k int) string {
	letters := []byte(text)
	letters[i], letters[k] = letters[k], letters[i]
	return string(letters)
}

// A list may be drawn in rows, be a table, or begin with a name.
func TestListReadsEveryForm(t *testing.T) {
	rows := strings.Join([]string{"700000080", "400000090", "000390020", "000001200", "009000000", "700040376", "000027000", "053000040", "080560000"}, "\n")
	const id = "3DSWKAPVM9JVD-0Y0T36AVJV"
	for _, list := range []string{
		rows + "\n" + id, id + "\n" + rows, rows + "\n\n" + id + "\n",
		"id,puzzle\n1," + listedPuzzle + "\n2," + listedPuzzle,
		"difficulty,puzzle\n1," + listedPuzzle + "\n2," + listedPuzzle,
		id + "," + listedPuzzle + "\n" + listedPuzzle,
	} {
		n := 0
		for _, err := range read.List(strings.NewReader(list)) {
			if n++; err != nil {
				t.Errorf("%s\n%v", list, err)
			}
		}
		if n != 2 {
			t.Errorf("%s\nhas %d", list, n)
		}
	}
}

// Where each puzzle has its place, another one in the same place is not left out without a word.
func TestListRefusesTwoPuzzles(t *testing.T) {
	other := strings.NewReplacer("1", "2", "2", "1").Replace(listedPuzzle)
	two := listedPuzzle + " " + other
	for _, text := range []string{
		two, listedPuzzle + "," + other, listedPuzzle + "\n" + two, listedPuzzle + ",1\n" + listedPuzzle + "," + other,
		`["` + two + `"]`, `["` + listedPuzzle + `","` + two + `"]`, `{"puzzles":["` + two + `"]}`, `{"puzzles":{"a":"` + two + `"}}`, `{"puzzle":"` + two + `"}`,
		"puzzle\n" + two,
	} {
		refused := 0
		for _, err := range read.List(strings.NewReader(text)) {
			if err != nil {
				refused++
			}
		}
		if refused != 1 {
			t.Errorf("%.200s: %d errors", text, refused)
		}
	}
}

// A header that cannot be read does not hide the IDs below it.
func TestListTellsOfADamagedHeader(t *testing.T) {
	named, wrong := 0, 0
	for record, err := range read.List(strings.NewReader("id,the \"best\"\n3DSWKAPVM9JVD-0Y0T36AVJV,1\n")) {
		if err != nil {
			wrong++
		} else if record.Named {
			named++
		}
	}
	if named != 1 || wrong != 1 {
		t.Errorf("%d names and %d errors, want one of each", named, wrong)
	}
}

// A word behind a name is another name, a note or an error: what may be a name is never skipped.
func TestListBehindNames(t *testing.T) {
	const id, other = "3DSWKAPVM9JVD-0Y0T36AVJV", "C1AQ4JG7QHEZZ-0PDZVVX8GS"
	for behind, want := range map[string]string{
		`,"` + other + `"`:                        "named named",
		" " + other + "|" + id:                    "named named named",
		" " + strings.ReplaceAll(other, "-", "_"): "named wrong",
		" " + other[:8]:                           "named wrong",
		" " + other[:8] + "é":                     "named wrong",
		" # " + other:                             "named",
		`,"for Anna, level 3"`:                    "named",
		",3,2.3,r2c9,2027-01-31,hidden-single:52": "named",
	} {
		var got []string
		for record, err := range read.List(strings.NewReader(id + behind)) {
			switch {
			case err != nil:
				got = append(got, "wrong")
			case record.Named:
				got = append(got, "named")
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s%s: %q, want %s", id, behind, got, want)
		}
	}
}
