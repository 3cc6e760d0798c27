//go:build unix

package main

import (
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	makeScales = flag.Bool("scales", false, "compare the scale with others, and write the page of scales")
	makePeople = flag.Bool("people", false, "compare scales with times of people, and write this part of the page of scales")
)

// TestScales rates puzzles of all levels with another program, and writes the page.
func TestScales(t *testing.T) {
	if !*makeScales {
		t.Skip("with -scales only (make scales)")
	}
	r := newFigureRun(t)
	writeScales(t, "scales", scalesTables(ratedTwice(t, r, scalesPuzzles)))
}

// TestScalesOfPeople compares scales with the times that people took for some puzzles.
func TestScalesOfPeople(t *testing.T) {
	if !*makeScales && !*makePeople {
		t.Skip("with -people or -scales only (make scales)")
	}
	r := newFigureRun(t)
	folder, err := filepath.Abs(filepath.Join(projectFolder, "rating"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(folder, filepath.Join(r.folder, "rating")); err != nil {
		t.Fatal(err)
	}
	all := ratedTwice(t, r, peoplePuzzles)
	seconds := map[string]int{}
	for line := range strings.Lines(textOf(t, peopleTimes)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		seconds[fields[0]], _ = strconv.Atoi(fields[len(fields)-1])
	}
	for _, p := range all {
		if p.seconds = seconds[p.puzzle]; p.seconds == 0 {
			t.Fatalf("nobody solved %s", p.puzzle)
		}
	}
	writeScales(t, "people", peopleTable(all))
}

// ratedTwice returns the puzzles that a command rates, with what HoDoKu says of them.
func ratedTwice(t *testing.T, r *figureRun, command string) []*otherPuzzle {
	t.Helper()
	if os.Getenv("HODOKU") == "" {
		t.Fatal("HODOKU does not name the classes of HoDoKu, a jar or a folder")
	}
	rated := ratedRows(t, r.run(command).stdout)
	r.run(scalesPeer + " > console.txt 2>&1")
	answers, err := os.ReadFile(filepath.Join(r.folder, "hodoku.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return ratedByHoDoKu(t, rated, string(answers))
}

// writeScales writes a part of the page.
func writeScales(t *testing.T, name, text string) {
	t.Helper()
	*update = true
	mustBe(t, scalesDocument, part.ReplaceAllStringFunc(textOf(t, scalesDocument), func(old string) string {
		match := part.FindStringSubmatch(old)
		if match[2] != name {
			return old
		}
		return match[1] + text + match[4]
	}))
}

// ratedRows reads a table of "seedoku rate" into puzzles, by their grids.
func ratedRows(t *testing.T, table string) map[string]*otherPuzzle {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatal(err, len(rows))
	}
	at := func(row []string, column string) string { return row[slices.Index(rows[0], column)] }
	rated := map[string]*otherPuzzle{}
	for _, row := range rows[1:] {
		er, err := strconv.ParseFloat(at(row, "er"), 64)
		if err != nil {
			t.Fatal(err)
		}
		level, err := strconv.Atoi(at(row, "level"))
		if err != nil {
			t.Fatal(err)
		}
		p := &otherPuzzle{puzzle: at(row, "puzzle"), er: int(er*10 + 0.5), level: level}
		p.clues, _ = strconv.Atoi(at(row, "clues"))
		if slices.Contains(rows[0], "minutes") {
			p.minutes, _ = strconv.Atoi(at(row, "minutes"))
		}
		rated[p.puzzle] = p
	}
	return rated
}

// hodokuLine matches a puzzle, its number, the word for its level and its score.
var hodokuLine = regexp.MustCompile(`(?m)^([.1-9]{81}) #\d+ (\w+) \((\d+)\)`)

// ratedByHoDoKu adds what HoDoKu says of the puzzles, and returns those in their order.
func ratedByHoDoKu(t *testing.T, rated map[string]*otherPuzzle, answers string) (all []*otherPuzzle) {
	t.Helper()
	for _, match := range hodokuLine.FindAllStringSubmatch(answers, -1) {
		p := rated[match[1]]
		if p == nil || p.word != "" {
			t.Fatalf("HoDoKu names %s twice, or it was not asked", match[1])
		}
		p.word = match[2]
		p.score, _ = strconv.Atoi(match[3])
		all = append(all, p)
	}
	if len(all) != len(rated) {
		t.Fatalf("HoDoKu rated %d of %d puzzles", len(all), len(rated))
	}
	return all
}
