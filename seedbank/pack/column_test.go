package pack

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/transform"
)

// drawEntry draws an entry with any texts and any uses.
func drawEntry(t *rapid.T) Entry {
	entry := entryOf(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
	// A reader of tables takes a carriage return before a newline for a part of it.
	text := rapid.OneOf(rapid.StringMatching(`[ #,;"\\.a\t\n<&]{0,5}`), rapid.Map(rapid.String(), func(s string) string { return strings.ReplaceAll(s, "\r", "") }))
	entry.ID, entry.Seed = text.Draw(t, "ID"), text.Draw(t, "name of the seed")
	entry.Rating.Uses = [rating.NumTechniques]uint16{}
	for range rapid.IntRange(0, 4).Draw(t, "techniques") {
		technique := rapid.IntRange(0, rating.NumTechniques-1).Draw(t, "technique")
		entry.Rating.Uses[technique] = rapid.Uint16().Draw(t, "uses")
	}
	return entry
}

// drawEntries draws the entries of a file.
func drawEntries(t *rapid.T) []Entry {
	return rapid.SliceOfN(rapid.Custom(drawEntry), 1, 4).Draw(t, "entries")
}

// csvRows returns the cells of a table by the names of their columns.
func csvRows(t rapid.TB, file []byte) (header []string, rows []map[string]string) {
	t.Helper()
	table, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, file)
	}
	for _, cells := range table[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[table[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return table[0], rows
}

// jsonlRows returns the members of objects by their names, in the form that they
// have in a table.
func jsonlRows(t rapid.TB, file []byte) (rows []map[string]string) {
	t.Helper()
	for decoder := json.NewDecoder(bytes.NewReader(file)); ; {
		var object map[string]json.RawMessage
		err := decoder.Decode(&object)
		if err == io.EOF {
			return rows
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, file)
		}
		row := map[string]string{}
		for name, value := range object {
			var uses map[string]int
			if json.Unmarshal(value, &uses) == nil {
				row[name] = usesText(uses)
			} else {
				row[name] = scalar(value)
			}
		}
		rows = append(rows, row)
	}
}

// usesText returns uses as they stand in a table.
func usesText(uses map[string]int) string {
	var parts []string
	for technique := range rating.Techniques() {
		if n := uses[technique.String()]; n != 0 {
			parts = append(parts, fmt.Sprintf("%v:%d", technique, n))
		}
	}
	return strings.Join(parts, " ")
}

// csv and jsonl say the same under the same names, and what they say is true.
// What is not known is an empty cell, and no member.
func TestColumnsAgree(t *testing.T) {
	csvFormat, _ := FormatNamed("csv")
	jsonlFormat, _ := FormatNamed("jsonl")
	rapid.Check(t, func(t *rapid.T) {
		list := drawEntries(t)
		header, table := csvRows(t, write(t, csvFormat, nil, list))
		objects := jsonlRows(t, write(t, jsonlFormat, nil, list))
		if len(table) != len(list) || len(objects) != len(list) {
			t.Fatalf("%d rows and %d objects of %d entries", len(table), len(objects), len(list))
		}
		for i := range list {
			for _, name := range header {
				if _, ok := objects[i][name]; !ok && table[i][name] != "" {
					t.Errorf("entry %d: %q is in the table only", i, name)
				} else if !ok {
					objects[i][name] = ""
				}
			}
			if diff := cmp.Diff(saidOf(&list[i]), table[i]); diff != "" {
				t.Errorf("entry %d as a row:\n%s", i, diff)
			}
			if diff := cmp.Diff(saidOf(&list[i]), objects[i]); diff != "" {
				t.Errorf("entry %d as an object:\n%s", i, diff)
			}
		}
	})
}

// saidOf returns what there is to say of an entry.
func saidOf(e *Entry) map[string]string {
	uses := map[string]int{}
	for technique, n := range e.Rating.Uses {
		uses[rating.Technique(technique).String()] = int(n)
	}
	return map[string]string{
		"id": e.ID, "puzzle": e.Puzzle.Clues().String(), "solution": e.Puzzle.Solution().String(),
		"clues": fmt.Sprint(e.Puzzle.NumClues()), "level": fmt.Sprint(e.Rating.Level()),
		"er": e.Rating.ER.String(), "ep": e.Rating.EP.String(), "ed": e.Rating.ED.String(),
		"hardest": e.Rating.Hardest.String(), "techniques": usesText(uses), "seed": e.Seed,
		"symmetry": transform.SymmetryOf(e.Puzzle.Clues().Filled()).String(),
	}
}

// JSON has no bytes that are not text.
func TestInvalidText(t *testing.T) {
	entry := entries(1)
	entry[0].ID = "a\xffb"
	format, _ := FormatNamed("jsonl")
	if got := jsonlRows(t, write(t, format, nil, entry))[0]["id"]; got != "a\ufffdb" {
		t.Errorf("the ID becomes %q", got)
	}
}

// Both formats are read back with everything that a [read.Record] holds.
func TestColumnsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawEntries(t)
		for _, name := range []string{"csv", "jsonl"} {
			format, _ := FormatNamed(name)
			got := records(t, read.Puzzles(bytes.NewReader(write(t, format, nil, list))))
			if len(got) != len(list) {
				t.Fatalf("%s: %d records of %d entries", name, len(got), len(list))
			}
			for i := range got {
				checkRecord(t, &got[i], &list[i])
				if got[i].Solution != list[i].Puzzle.Solution() || got[i].Rating != list[i].Rating.ER.String() {
					t.Errorf("%s: entry %d comes back as %+v", name, i, got[i])
				}
				if got[i].ID != list[i].ID {
					t.Errorf("%s: the ID %q comes back as %q", name, list[i].ID, got[i].ID)
				}
			}
		}
	})
}

// An object does not say that a path uses nothing when its uses are not known.
func TestUnknownUses(t *testing.T) {
	entry := entries(1)
	entry[0].Rating.Uses = [rating.NumTechniques]uint16{}
	format, _ := FormatNamed("jsonl")
	if text := write(t, format, nil, entry); bytes.Contains(text, []byte("techniques")) {
		t.Errorf("%s", text)
	}
}

// The formats for millions of puzzles are written without allocations.
func TestLinesDoNotAllocate(t *testing.T) {
	list := entries(1)
	for _, name := range []string{"line", "sdm", "grid", "compact", "csv", "jsonl", "exchange"} {
		format, _ := FormatNamed(name)
		w, err := format.New(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() { w.Write(&list[0]) }); n != 0 {
			t.Errorf("%s: %v allocations a puzzle", name, n)
		}
	}
}
