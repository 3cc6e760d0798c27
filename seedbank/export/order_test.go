package export_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

var everyPair = flag.Bool("every-pair", false, "TestLevelsComeInOrder tries every format with everything that is asked for")

func TestOrders(t *testing.T) {
	bank := banktest.Starter(t)
	ratings := func(order export.Order) (list []rating.Tenths) {
		folder := t.TempDir()
		m, _ := write(t, bank, folder, export.Options{
			Request: draw.Request{Levels: levels(1, 9), RandomSeed: 9, Style: draw.Plain}, PerLevel: 10, Format: "line", File: "all.txt", Order: order,
		})
		for _, text := range m.Parts[0].IDs {
			id, _ := seed.ParseID(text)
			puzzle, err := bank.Recall(background, id, new(rating.Rater).Class)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, puzzle.Rating().ER)
		}
		return list
	}
	isSorted := func(list []rating.Tenths, by func(rating.Tenths) int) bool {
		for i := range list[1:] {
			if by(list[i]) > by(list[i+1]) {
				return false
			}
		}
		return true
	}
	byLevel := func(er rating.Tenths) int { return int(rating.LevelOf(er)) }
	byER := func(er rating.Tenths) int { return int(er) }
	if list := ratings(export.ByLevel); !isSorted(list, byLevel) || isSorted(list, byER) {
		t.Errorf("by level: %v", list)
	}
	if list := ratings(export.Ascending); !isSorted(list, byER) {
		t.Errorf("ascending: %v", list)
	}
	if list := ratings(export.Shuffled); isSorted(list, byLevel) {
		t.Errorf("shuffled: %v", list)
	}
}

// Levels come in order in a pack of any format, also where only a number of
// puzzles in all is asked for; the files have the puzzles in the order of the
// manifest. The formats take turns with what is asked for.
func TestLevelsComeInOrder(t *testing.T) {
	bank := banktest.Starter(t)
	requests := []draw.Request{
		{Levels: levels(2, 8), N: 15, RandomSeed: 1},
		{ER: seedbank.Range[rating.Tenths]{Low: 20, High: 70}, N: 15, RandomSeed: 2},
		{Levels: levels(1, 4), Clues: seedbank.Range[int]{Low: 30, High: 32}, N: 15, RandomSeed: 3},
	}
	for i, format := range pack.Formats {
		for j, request := range requests {
			if !*everyPair && i%len(requests) != j {
				continue
			}
			options := export.Options{Request: request, Format: format.Name}
			folder := t.TempDir()
			m, _ := write(t, bank, folder, options)
			if len(m.Parts) != 1 || len(m.Parts[0].IDs) != 15 {
				t.Fatalf("%s: parts %+v", format.Name, m.Parts)
			}
			var want []sudoku.Grid
			var found []rating.Level
			seeds := map[seed.Key]bool{}
			for puzzle, err := range draw.Recall(background, bank, m.Parts[0].IDs) {
				if err != nil {
					t.Fatal(err)
				}
				r := puzzle.Rating()
				seeds[puzzle.Pick().Key()], found, want = true, append(found, r.Level()), append(want, puzzle.Puzzle().Clues())
			}
			if !slices.IsSorted(found) || found[0] == found[len(found)-1] || len(seeds) != 15 {
				t.Errorf("%s: %d seeds of levels %v", format.Name, len(seeds), found)
			}
			if isReadable(format) && !slices.Equal(puzzlesIn(t, folder, m, format), want) {
				t.Errorf("%s: the puzzles do not stand in the order of the manifest", format.Name)
			}
		}
	}
}

// puzzlesIn reads the one part of a pack, or its 15 files.
func puzzlesIn(t *testing.T, folder string, m *export.Manifest, format pack.Format) (grids []sudoku.Grid) {
	names := []string{m.Parts[0].Files[0].Name}
	if format.Single {
		names = nil
		for i := range 15 {
			names = append(names, fmt.Sprintf("%s-%02d.%s", m.Parts[0].Files[0].Name, i+1, format.Extension))
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for record, err := range read.Puzzles(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if len(grids) == 0 || grids[len(grids)-1] != record.Grid { // solvers whose addresses are read give it several times
				grids = append(grids, record.Grid)
			}
		}
	}
	return grids
}

// An app that shows folders shows which levels they hold.
func TestFoldersTellLevels(t *testing.T) {
	bank := banktest.Starter(t)
	for _, test := range []struct {
		options export.Options
		want    []string
	}{
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}}, []string{"Seedoku, level 3 (Gentle)", "Seedoku, level 4 (Moderate)"}},
		{export.Options{Request: draw.Request{Levels: levels(9, 9)}, PerLevel: 3, Settings: pack.Settings{pack.Title("Mine")}}, []string{"Mine, level 9 (Extreme)"}},
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}, Order: export.Shuffled}, []string{"Seedoku"}},
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}, Order: export.Ascending, Settings: pack.Settings{{Name: "folder-per-level", Text: "false"}}}, []string{"Seedoku"}},
	} {
		test.options.Format = "opensudoku"
		folder := t.TempDir()
		m, _ := write(t, bank, folder, test.options)
		text, err := os.ReadFile(filepath.Join(folder, m.Parts[0].Files[0].Name))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for record, err := range read.Puzzles(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if len(got) == 0 || got[len(got)-1] != record.Source {
				got = append(got, record.Source)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("folders %q, want %q", got, test.want)
		}
	}
}
