package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// speedDocument is the page of speed. "make speed" runs its table and writes it. Plain
// tests check that the page has the rows of the table, with their commands.
const speedDocument = "docs/speed.md"

// speedRow is a row of the page: a command, and what it is compared with.
type speedRow struct {
	what    string
	command string // of a shell; rows run in their order, in one folder
	n       int    // things that it does
	peer    *peer  // another program that does the same, or
	base    string // the row, by what it does, that this one is compared with
}

// peer is another program that does the same as a row.
type peer struct {
	name     string
	variable string // of the environment, which names its file
	program  string // or its name on the path
	command  string // with PEER as its file
}

// speedRows are the rows of the page.
var speedRows = [...]speedRow{
	{"make minimal puzzles", "seedoku mine --print --seed 1 --workers 1 --count 100000 > minimal.txt", 100000,
		&peer{"tdoku generate", "TDOKU_GENERATE", "tdoku-generate", `"$PEER" -a1 -e0 -l100000 -n50 -m1 -p0 > peer.txt`}, ""},
	{"solve them, and prove that there is no second solution", "seedoku solve --workers 1 minimal.txt > solved.txt", 100000,
		&peer{"tdoku solve 1, which proves nothing", "TDOKU_SOLVE", "tdoku-solve", `"$PEER" 1 < minimal.txt > peer.txt`}, ""},
	{"find their canonical forms", "seedoku canon --workers 1 minimal.txt > canon.txt", 100000,
		&peer{"gridchecker", "GRIDCHECKER", "gridchecker", `"$PEER" --similar --subcanon < minimal.txt > peer.txt`}, ""},
	{"rate 5,000 of them", "head -5000 minimal.txt | seedoku rate --workers 1 > rated.txt", 5000,
		&peer{"skfr", "SKFR", "skfr", `head -5000 minimal.txt > easy.txt && "$PEER" --input=easy > peer.txt`}, ""},
	{"rate ten seeds of ER 11.0 and up", "seedoku bank dump --er 11-12 | head -10 | seedoku rate --workers 1 > hardest.txt", 10,
		&peer{"skfr", "SKFR", "skfr", `cut -c 1-81 hardest.txt > hard.txt && "$PEER" --input=hard > peer.txt`}, ""},
	{"draw puzzles of a level", "seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 > lines.txt", 1000000, nil, ""},
	{"with their solutions", "seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --solution > solutions.txt", 1000000, nil, "draw puzzles of a level"},
	{"as csv", "seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --format csv > table.csv", 1000000, nil, "draw puzzles of a level"},
	{"as jsonl", "seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --format jsonl > objects.jsonl", 1000000, nil, "draw puzzles of a level"},
	{"of all levels", "seedoku gen --level 1-9 -n 3000000 --seed 1 --workers 1 > levels.txt", 3000000, nil, "draw puzzles of a level"},
	{"of all seeds and rungs", "seedoku gen --clues 17-45 -n 3000000 --seed 1 --workers 1 > rungs.txt", 3000000, nil, "draw puzzles of a level"},
	{"each of another seed", "seedoku gen --level 1-9 -n 50000 --distinct --seed 1 --workers 1 > distinct.txt", 50000, nil, "draw puzzles of a level"},
	{"write a pack, with its SHA-256", "seedoku export --levels 5 -n 1000000 --format line --seed 1 --output pack.txt", 1000000, nil, "draw puzzles of a level"},
	{"start the program and draw one", "for i in $(seq 100); do seedoku gen --level 9; done > starts.txt", 100, nil, ""},
	{"mine seeds: find, rate and store them", "seedoku mine --bank shares.db --strategy prune --ladders none --seed 1 --workers 1 --count 10000", 10000, nil, "make minimal puzzles"},
	{"mine seeds with all their rungs", "seedoku mine --bank ladders.db --strategy prune --ladders all --seed 1 --workers 1 --count 1000", 1000, nil, "mine seeds: find, rate and store them"},
	{"import puzzles", "head -5000 minimal.txt | seedoku import --bank import.db --ladders none --workers 1", 5000, nil, "mine seeds: find, rate and store them"},
	{"import them again", "head -5000 minimal.txt | seedoku import --bank import.db --workers 1 -", 5000, nil, "import puzzles"},
	{"merge the bank of 1,000 seeds with all rungs", "seedoku bank merge --bank merged.db --workers 1 ladders.db", 1000, nil, "mine seeds with all their rungs"},
	{"merge it with the rating left for later", "seedoku bank merge --bank claimed.db --as-rated --workers 1 ladders.db", 1000, nil, "merge the bank of 1,000 seeds with all rungs"},
}

// speedRun is what a run of the rows has measured, in words.
type speedRun struct {
	where string // the machine, the date and the program
	rows  []measuredRow
}

// measuredRow is what a row has measured.
type measuredRow struct{ rate, memory, compared string }

// page returns the part of the page that shows a run.
func (r *speedRun) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n| what | a second | memory | compared with |\n|---|---:|---:|---|\n", r.where)
	for i, row := range speedRows {
		m := r.rows[i]
		fmt.Fprintf(&b, "| %d. %s | %s | %s MB | %s |\n", i+1, row.what, m.rate, m.memory, m.compared)
	}
	b.WriteString("\nThe commands, in the order of the rows:\n\n```\n")
	for _, row := range speedRows {
		fmt.Fprintf(&b, "$ %s\n", row.command)
	}
	b.WriteString("```\n")
	return b.String()
}

// speedLine matches a row of the page.
var speedLine = regexp.MustCompile(`(?m)^\| \d+\. [^|]*\| ([^|]*) \| ([^|]*) MB \| ([^|]*) \|$`)

// speedPart returns the part of the page again, with the rows of the table and what the
// page says was measured.
func speedPart(t *testing.T) string {
	t.Helper()
	match := part.FindStringSubmatch(textOf(t, speedDocument))
	if match == nil {
		t.Fatalf("%s has no part for the table", speedDocument)
	}
	where, _, _ := strings.Cut(match[3], "\n")
	measured := speedLine.FindAllStringSubmatch(match[3], -1)
	if len(measured) != len(speedRows) {
		t.Errorf("%s has %d rows, the table %d (make speed)", speedDocument, len(measured), len(speedRows))
		return match[3]
	}
	run := &speedRun{where: where}
	for i, row := range measured {
		run.rows = append(run.rows, measuredRow{row[1], row[2], row[3]})
		if !regexp.MustCompile(`^[0-9,.]+$`).MatchString(row[1]) || speedRows[i].comparison() && !strings.ContainsAny(row[3], "0123456789:") {
			t.Errorf("%s: row %d has %q, compared with %q (make speed)", speedDocument, i+1, row[1], row[3])
		}
	}
	return run.page()
}

// comparison reports whether a row is compared with anything.
func (r *speedRow) comparison() bool { return r.peer != nil || r.base != "" }
