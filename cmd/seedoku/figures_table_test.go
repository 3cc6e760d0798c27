//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The commands whose output, time or memory several figures are read from.
const (
	mineShares  = "seedoku mine --bank shares.db --strategy prune --ladders none --seed 1 --workers 1 --count 400000"
	mineRare    = "seedoku mine --bank rare.db --strategy prune --ladders none --seed 1 --workers 1 --levels 8-9 --count 3000"
	mineAll     = "seedoku mine --bank ladders.db --strategy prune --ladders all --seed 1 --workers 1 --count 1500"
	mineMinimal = "seedoku mine --print --seed 1 --workers 1 --count 100000 > minimal.txt"
	statShares  = "seedoku bank stats --bank shares.db"
	statUses    = "seedoku bank stats --bank shares.db --techniques"
	genLevels   = "seedoku gen --level 1-9 -n 500000 --seed 1 --workers 1 > levels.txt"
	genRungs    = "seedoku gen --clues 17-45 -n 200000 --seed 1 --workers 1 > rungs.txt"
	importNew   = "head -20000 minimal.txt | seedoku import --bank import.db --ladders none --workers 1"
	mergeAll    = "seedoku bank merge --bank merged.db --workers 1 ladders.db"
	mergeLater  = "seedoku bank merge --bank claimed.db --as-rated --workers 1 ladders.db"
	mineAgain   = "seedoku mine --bank again.db --strategy prune --seed 1 --count 400 --ladders all"
	mergeAgain  = "seedoku bank init --bank copy.db && seedoku bank merge --bank copy.db again.db"
	shared      = 400000 // puzzles of mineShares
	night       = 8 * 8 * 3600
)

// figures is the table of all figures between marks.
var figures = append([]figureRow{
	// How it works, and the night
	{"dynamic-chains", readmeDocument, []string{mineShares, statUses}, oneIn(`^ dynamic-forcing-chain +\S+ +(\d+)`)},
	{"hidden-quad", readmeDocument, []string{mineShares, statUses}, oneIn(`^ hidden-quad +\S+ +(\d+)`)},
	{"hidden-quads", readmeDocument, []string{mineShares, statUses}, captured(`^ hidden-quad +\S+ +(\d+)`)},
	{"night", readmeDocument, []string{mineShares}, func(all []outcome) string {
		return rounded(shared / all[0].busy.Seconds() * night / 1e6)
	}},
	{"night-gigabytes", readmeDocument, []string{mineShares}, nightGigabytes},
	{"rare", readmeDocument, []string{mineShares, statShares, mineRare}, func(all []outcome) string {
		rare := numberIn(&all[1], `^ +8 +Fiendish +(\d+)`) + numberIn(&all[1], `^ +9 +Extreme +(\d+)`)
		return fmt.Sprintf("%.2f", 3000/all[2].busy.Seconds()/(float64(rare)/all[0].busy.Seconds()))
	}},

	// Speed
	{"speed-minimal", readmeDocument, []string{mineMinimal}, rate(100000)},
	{"speed-solve", readmeDocument, []string{mineMinimal, "seedoku solve --workers 1 minimal.txt > solved.txt"}, rate(100000)},
	{"speed-canon", readmeDocument, []string{mineMinimal, "seedoku canon --workers 1 minimal.txt > canon.txt"}, rate(100000)},
	{"speed-rate", readmeDocument, []string{mineMinimal, "head -20000 minimal.txt | seedoku rate --workers 1 > rated.txt"}, rate(20000)},
	{"speed-rate-11", readmeDocument, []string{"seedoku bank dump --er 11-12 | head -20 | seedoku rate --workers 1 > hardest.txt"}, rate(20)},
	{"speed-gen", readmeDocument, []string{"seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 > lines.txt"}, rate(1000000)},
	{"speed-gen-solution", readmeDocument, []string{"seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --solution > solutions.txt"}, rate(1000000)},
	{"speed-gen-csv", readmeDocument, []string{"seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --format csv > table.csv"}, rate(1000000)},
	{"speed-gen-jsonl", readmeDocument, []string{"seedoku gen --level 5 -n 1000000 --seed 1 --workers 1 --format jsonl > objects.jsonl"}, rate(1000000)},
	{"speed-gen-all", readmeDocument, []string{genLevels}, rate(500000)},
	{"speed-gen-rungs", readmeDocument, []string{genRungs}, rate(200000)},
	{"speed-gen-distinct", readmeDocument, []string{"seedoku gen --level 1-9 -n 50000 --distinct --seed 1 --workers 1 > distinct.txt"}, rate(50000)},
	{"speed-export", readmeDocument, []string{"seedoku export --levels 5 -n 3000000 --format line --seed 1 --output pack.txt"}, rate(3000000)},
	{"speed-mine-all", readmeDocument, []string{mineAll}, rate(1500)},
	{"speed-mine-none", readmeDocument, []string{mineShares}, rate(shared)},
	{"speed-import", readmeDocument, []string{mineMinimal, importNew}, rate(20000)},
	{"speed-import-known", readmeDocument, []string{mineMinimal, importNew, "head -20000 minimal.txt | seedoku import --bank import.db --workers 1 -"}, rate(20000)},
	{"speed-merge", readmeDocument, []string{mineAll, mergeAll}, rate(1500)},
	{"speed-merge-claimed", readmeDocument, []string{mineAll, mergeLater}, rate(1500)},
	{"memory-gen", readmeDocument, []string{"seedoku gen --level 5 -n 1000000 --seed 1 > lines.txt"}, megabytes},
	{"memory-gen-levels", readmeDocument, []string{genLevels}, megabytes},
	{"memory-gen-rungs", readmeDocument, []string{genRungs}, megabytes},
	{"start", readmeDocument, []string{"for i in $(seq 100); do seedoku gen --level 9; done"}, func(all []outcome) string {
		return rounded(all[0].busy.Seconds() / 100 * 1000)
	}},

	// Trial and error
	{"te1", readmeDocument, []string{trialOf9}, captured(`^ +(\d+) T&E\(1\)`)},
	{"te2", readmeDocument, []string{trialOf9}, captured(`^ +(\d+) T&E\(2\)`)},
	{"te2-10", readmeDocument, []string{trialOf10}, captured(`^ +(\d+) T&E\(2\)`)},

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
		`WHEN run <= 118 THEN '7-118' WHEN run <= 120 THEN '119-120' ELSE '121-138' END AS runs, ` +
		`count(*) AS seeds, sum(length(rungs) > 1) AS 'with rungs' FROM seeds GROUP BY 1 ORDER BY min(run)"`
)

// levelFigures returns the rows of the table of a night.
func levelFigures() (list []figureRow) {
	for level := 1; level <= 9; level++ {
		expression := fmt.Sprintf(`^ +%d +[A-Z][a-z ]+? +(\d+)`, level)
		part := func(all []outcome) float64 { return float64(numberIn(&all[1], expression)) / shared }
		list = append(list,
			figureRow{fmt.Sprintf("share-%d", level), readmeDocument, []string{mineShares, statShares}, func(all []outcome) string {
				return rounded(100*part(all)) + " %"
			}},
			figureRow{fmt.Sprintf("night-%d", level), readmeDocument, []string{mineShares, statShares}, func(all []outcome) string {
				return rounded(part(all) * shared / all[0].busy.Seconds() * night)
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

// nightGigabytes is the size of a bank that was filled for a night.
func nightGigabytes(all []outcome) string {
	file, err := os.Stat(filepath.Join(all[0].folder, "shares.db"))
	if err != nil {
		return ""
	}
	return rounded(float64(file.Size()) / all[0].busy.Seconds() * night / 1e9)
}
