package pack

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// The file of a pack opens as a data base that is sound and has every puzzle, and
// its indexes serve an app that asks by level.
func TestSQLiteAsAppsOpenIt(t *testing.T) {
	format, err := FormatNamed("sqlite")
	if err != nil {
		t.Fatal(err)
	}
	list := entries(300)
	path := filepath.Join(t.TempDir(), "pack.sqlite")
	if err := os.WriteFile(path, write(t, format, nil, list), 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var sound string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("integrity: %s, %v", sound, err)
	}
	rows, err := db.Query("SELECT number, id, puzzle, solution, clues, level, er, hardest FROM puzzles ORDER BY number")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var number, clues, level int
		var er float64
		var id, puzzle, solution, hardest string
		if err := rows.Scan(&number, &id, &puzzle, &solution, &clues, &level, &er, &hardest); err != nil {
			t.Fatal(err)
		}
		e := &list[n]
		n++
		if number != n || id != e.ID || puzzle != e.Puzzle.Clues().String() || solution != e.Puzzle.Solution().String() || clues != e.Puzzle.NumClues() ||
			level != int(e.Rating.Level()) || er != float64(e.Rating.ER)/10 || hardest != e.Rating.Hardest.String() {
			t.Errorf("puzzle %d: %d %s %s %s %d %d %v %s", n, number, id, puzzle, solution, clues, level, er, hardest)
		}
	}
	if err := rows.Err(); err != nil || n != len(list) {
		t.Errorf("%d puzzles, %v", n, err)
	}
	var id, parent, unused int
	var detail string
	if err := db.QueryRow("EXPLAIN QUERY PLAN SELECT puzzle FROM puzzles WHERE level = 3").Scan(&id, &parent, &unused, &detail); err != nil || detail != "SEARCH puzzles USING INDEX puzzles_by_level (level=?)" {
		t.Errorf("to ask by level: %s, %v", detail, err)
	}
}
