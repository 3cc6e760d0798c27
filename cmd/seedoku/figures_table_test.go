//go:build unix

package main

import (
	"fmt"
	"strings"
)

// The commands whose output, time or memory several figures are read from.
const (
	mineShares = "seedoku mine --bank shares.db --strategy prune --ladders none --seed 1 --workers 1 --count 400000"
	statShares = "seedoku bank stats --bank shares.db"
	statUses   = "seedoku bank stats --bank shares.db --techniques"
	mineAgain  = "seedoku mine --bank again.db --strategy prune --seed 1 --count 400 --ladders all"
	mergeAgain = "seedoku bank init --bank copy.db && seedoku bank merge --bank copy.db again.db"
	shared     = 400000 // puzzles of mineShares
)

// figures is the table of all figures between marks.
var figures = append([]figureRow{
	// What there is
	{"seeds", readmeDocument, []string{"seedoku bank stats"}, captured(`^ +(\d+) +\d+ +\d+-\d+ +[0-9.]+-[0-9.]+ +[0-9,]+$`)},
	{"dynamic-chains", readmeDocument, []string{mineShares, statUses}, oneIn(`^ dynamic-forcing-chain +\S+ +(\d+)`)},
	{"hidden-quad", readmeDocument, []string{mineShares, statUses}, oneIn(`^ hidden-quad +\S+ +(\d+)`)},
	{"hidden-quads", bankDocument, []string{mineShares, statUses}, captured(`^ hidden-quad +\S+ +(\d+)`)},

	// Trial and error
	{"te1", ratingsDocument, []string{trialOf9}, captured(`^ +(\d+) T&E\(1\)`)},
	{"te2", ratingsDocument, []string{trialOf9}, captured(`^ +(\d+) T&E\(2\)`)},
	{"te2-10", ratingsDocument, []string{trialOf10}, captured(`^ +(\d+) T&E\(2\)`)},

	// data/README.md
	{"stats", dataDocument, []string{"seedoku bank stats"}, firstTable("seedoku bank stats")},
	{"symmetries", dataDocument, []string{"seedoku bank stats --symmetry"}, firstTable("seedoku bank stats --symmetry")},
	{"seeds-17", dataDocument, []string{"seedoku bank stats"}, captured(`^ 17 +(\d+)`)},
	{"seeds-18", dataDocument, []string{"seedoku bank stats"}, captured(`^ 18 +(\d+)`)},
	{"seeds-19", dataDocument, []string{"seedoku bank stats"}, captured(`^ 19 +(\d+)`)},
	{"seeds-30", dataDocument, []string{"seedoku bank stats"}, captured(`^ 30 +(\d+)`)},
	{"seeds-er-11", dataDocument, []string{"seedoku bank dump --er 11-12"}, lines},
	{"seeds-hidden-quad", dataDocument, []string{"seedoku bank stats --techniques"}, captured(`^ hidden-quad +\S+ +(\d+)`)},
	{"seeds-nested-multiple", dataDocument, []string{"seedoku bank stats --techniques"}, captured(`^ nested-multiple-forcing-chain +\S+ +(\d+)`)},
	{"seeds-nested-dynamic", dataDocument, []string{"seedoku bank stats --techniques"}, captured(`^ nested-dynamic-forcing-chain +\S+ +(\d+)`)},
	{"diamonds", dataDocument, []string{"seedoku bank stats"}, captured(`^Diamonds of ER 7.0 and up: (\d+)`)},
	{"runs", dataDocument, []string{runsTable}, printed},
	{"parts", dataDocument, []string{partsTable}, printed},
	{"again-known", dataDocument, []string{mineAgain, mergeAgain}, captured(`(\d+) known before`)},
	{"again-seeds", dataDocument, []string{mineAgain, mergeAgain}, captured(`\((\d+) of them got`)},
	{"again-new", dataDocument, []string{mineAgain, mergeAgain}, captured(`got (\d+) new rungs`)},
	{"again-rungs", dataDocument, []string{mineAgain, "seedoku bank stats --bank again.db"}, captured(`^ +400 +(\d+)`)},
}, levelFigures()...)

const (
	trialOf9  = "seedoku bank dump --level 9 | head -500 | seedoku rate --expert | cut -f 7 | sort | uniq -c"
	trialOf10 = "seedoku bank dump --er 10-12 | head -200 | seedoku rate --expert | cut -f 7 | sort | uniq -c"

	runsTable = `sqlite3 -markdown data/starter.db "SELECT CASE WHEN id BETWEEN 7 AND 118 THEN '7-118' ELSE id END AS run, ` +
		`substr(min(started), 1, 16) AS started, cast(round(sum(julianday(ended) - julianday(started)) * 1440) AS int) AS minutes, ` +
		`CASE WHEN count(*) > 1 THEN 'mine --pattern ... (' || count(*) || ' runs)' ELSE replace(arguments, '--bank data/starter.db ', '') END AS arguments, ` +
		`sum(made) AS made, sum(stored) AS stored FROM runs GROUP BY 1 ORDER BY min(id)"`
	partsTable = `sqlite3 -markdown data/starter.db "SELECT CASE WHEN run <= 5 THEN '1-5' WHEN run = 6 THEN '6' ` +
		`WHEN run <= 118 THEN '7-118' WHEN run <= 120 THEN '119-120' WHEN run <= 138 THEN '121-138' ELSE 'later' END AS runs, ` +
		`count(*) AS seeds, sum(length(rungs) > 1) AS 'with rungs' FROM seeds GROUP BY 1 ORDER BY min(run)"`
)

// levelFigures returns the rows of the shares of levels.
func levelFigures() (list []figureRow) {
	for level := 1; level <= 9; level++ {
		expression := fmt.Sprintf(`^ +%d +[A-Z][a-z ]+? +(\d+)`, level)
		list = append(list, figureRow{fmt.Sprintf("share-%d", level), bankDocument, []string{mineShares, statShares}, func(all []outcome) string {
			return rounded(100*float64(numberIn(&all[1], expression))/shared) + " %"
		}})
	}
	return list
}

// oneIn returns in how many puzzles of mineShares one is among those that an expression
// counts.
func oneIn(expression string) func([]outcome) string {
	return func(all []outcome) string { return rounded(shared / float64(numberIn(&all[len(all)-1], expression))) }
}

// firstTable returns what a command prints, as far as the first empty line, as an
// example of it.
func firstTable(command string) func([]outcome) string {
	return func(all []outcome) string {
		table, _, _ := strings.Cut(strings.TrimRight(all[0].stdout, "\n"), "\n\n")
		return "\n```\n$ " + command + "\n" + table + "\n```\n"
	}
}
