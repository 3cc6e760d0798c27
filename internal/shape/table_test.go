package shape

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The rules of a table of nine columns. The second can be a row of empty cells, too.
var tableRules = []string{"|" + strings.Repeat("---|", 9), "|" + strings.Repeat("-|", 9), "|" + strings.Repeat(" :-: |", 9)}

// tables are ways to write a grid as a table, in lines.
var tables = map[string]func(rows []string, rule string) []string{
	"bare":                   func(rows []string, _ string) []string { return rows },
	"a rule below the first": func(rows []string, rule string) []string { return slices.Insert(slices.Clone(rows), 1, rule) },
	"a heading without words": func(rows []string, rule string) []string {
		return append([]string{"|" + strings.Repeat("   |", 9), rule}, rows...)
	},
	"a heading of numbers": func(rows []string, rule string) []string {
		return append([]string{"| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |", rule}, rows...)
	},
	"a frame": func(rows []string, _ string) []string {
		return slices.Concat([]string{tableRules[0]}, rows, tableRules[:1])
	},
	"lines between all rows": func(rows []string, _ string) (lines []string) {
		for _, row := range rows {
			lines = append(lines, tableRules[0], row)
		}
		return append(lines, tableRules[0])
	},
}

// Grids in tables are read as they were written, one after the other, also where a row is
// empty and could be taken for a rule, or a rule for an empty row.
func TestTablesAreReadBack(t *testing.T) {
	for name, table := range tables {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				empty := rapid.SampledFrom([]string{".", "0", "-", "_", " "}).Draw(t, "empty")
				rule := rapid.SampledFrom(tableRules).Draw(t, "rule")
				if name == "a rule below the first" && empty == "-" && rule == tableRules[1] {
					rule = tableRules[0] // that one could be the second row
				}
				var want []string
				var lines []string
				for range rapid.IntRange(1, 3).Draw(t, "grids") {
					g := drawClues(t)
					if left := g; rapid.Bool().Draw(t, "empty row") {
						first := 9 * rapid.IntRange(0, 2).Draw(t, "row")
						if clear(left[first : first+9]); left.Filled().Len() >= leastClues {
							g = left
						}
					}
					var rows []string
					for _, row := range rowsOf(g, empty) {
						rows = append(rows, "| "+strings.Join(row, " | ")+" |")
					}
					want, lines = append(want, g.String()), append(append(lines, table(rows, rule)...), "")
				}
				text := strings.Join(lines, "\n")
				if got := scanAll(text); !slices.Equal(got.grids, want) || len(got.errs) > 0 {
					t.Fatalf("%s\n%v, %v\nwant %v", text, got.grids, got.errs, want)
				}
			})
		})
	}
}
