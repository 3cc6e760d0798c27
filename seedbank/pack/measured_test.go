package pack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// drawMeasures draws measures that some puzzle could have.
func drawMeasures(t *rapid.T) (m depth.Measures) {
	m.Trials = rapid.IntRange(0, depth.MaxTrials+1).Draw(t, "trials")
	m.Backdoor.Size = rapid.IntRange(0, 4).Draw(t, "size")
	m.Backdoor.Count = rapid.IntRange(1, 1000).Draw(t, "count")
	for _, c := range rapid.SliceOfN(rapid.IntRange(0, 80), 1, 5).Draw(t, "clues") {
		m.Without[c] = rapid.IntRange(1, depth.SolutionLimit).Draw(t, "solutions")
	}
	return m
}

// saidOfMeasures returns what there is to say of the depth of an entry.
func saidOfMeasures(m *depth.Measures) map[string]string {
	var pairs []string
	for c, n := range m.Without {
		if n > 0 {
			pairs = append(pairs, fmt.Sprintf("%v:%d", sudoku.Cell(c), n))
		}
	}
	least, greatest := m.Without.Range()
	return map[string]string{
		"te": fmt.Sprint(m.Trials), "backdoor": fmt.Sprint(m.Backdoor.Size), "backdoors": fmt.Sprint(m.Backdoor.Count),
		"without_least": fmt.Sprint(least), "without_greatest": fmt.Sprint(greatest), "without": strings.Join(pairs, " "),
	}
}

func measured(t rapid.TB, name string) Format {
	t.Helper()
	format, err := FormatNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	if format, err = format.Measured(); err != nil {
		t.Fatal(err)
	}
	return format
}

// A measured table says of an entry what the table says otherwise, and its depth
// behind. Objects say the same.
func TestMeasuredColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawEntries(t)
		for i := range list {
			m := drawMeasures(t)
			list[i].Depth = &m
		}
		header, table := csvRows(t, write(t, measured(t, "csv"), nil, list))
		if len(header) != len(entryColumns)+len(depthColumns) {
			t.Fatalf("the columns are %q", header)
		}
		objects := bytes.SplitAfter(write(t, measured(t, "jsonl"), nil, list), []byte("\n"))
		for i := range list {
			want := saidOf(&list[i])
			maps.Copy(want, saidOfMeasures(list[i].Depth))
			if diff := cmp.Diff(want, table[i]); diff != "" {
				t.Errorf("entry %d as a row:\n%s", i, diff)
			}
			checkMeasuredObject(t, objects[i], list[i].Depth)
		}
	})
}

func checkMeasuredObject(t *rapid.T, line []byte, m *depth.Measures) {
	var object struct {
		TE, Backdoor, Backdoors int
		Least                   int `json:"without_least"`
		Greatest                int `json:"without_greatest"`
		Without                 map[string]int
	}
	if err := json.Unmarshal(line, &object); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	got := depth.Measures{Trials: object.TE, Backdoor: depth.Backdoor{Size: object.Backdoor, Count: object.Backdoors}}
	for c := range sudoku.Cell(81) {
		got.Without[c] = object.Without[c.String()]
	}
	if diff := cmp.Diff(*m, got); diff != "" {
		t.Error(diff)
	}
	if least, greatest := m.Without.Range(); least != object.Least || greatest != object.Greatest {
		t.Errorf("%d to %d solutions, want %d to %d", object.Least, object.Greatest, least, greatest)
	}
}

// Only tables and objects have the columns, and only of entries that were measured.
func TestMeasuredIsForColumns(t *testing.T) {
	for i := range Formats {
		format, err := Formats[i].Measured()
		if has := format.Name == "csv" || format.Name == "jsonl"; has != (err == nil) {
			t.Errorf("%s: %v", Formats[i].Name, err)
		}
		if err != nil {
			continue
		}
		if records, err := format.Records(); records != nil || err != nil {
			t.Errorf("%s: records of isomorphs, which have no measures: %v", format.Name, err)
		}
		w, err := format.New(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(&entries(1)[0]); err == nil {
			t.Errorf("%s: an entry that was not measured is written", format.Name)
		}
	}
}
