// Command seedoku mines, rates and stores Sudoku puzzles, and draws instant
// puzzles of known level from the bank that holds them.
//
// Each command has a file, which only reads flags and prints. The
// packages below do the work. This file lists the commands; input.go reads the
// puzzles for them. The help texts of the commands are in the folder help.
package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/rating"
)

// texts are the help texts. Names in double braces stand for other texts.
//
//go:embed help
var texts embed.FS

func main() {
	p := newProgram()
	p.Use()
	os.Exit(p.Run(context.Background(), os.Args))
}

// program is one run of the program.
type program struct{ cli.Program }

func newProgram() *program {
	p := &program{cli.Program{
		Name:  "seedoku",
		Texts: texts, Advice: advice.Text,
		Parts: map[string]func() string{"levels": levelList, "formats": formatList, "practice": practiceFormatList},
	}}
	p.Commands = []cli.Entry{
		{Path: "gen", Make: p.genCommand},
		{Path: "export", Make: p.exportCommand},
		{Path: "collection", Make: p.collectionCommand},
		{Path: "dataset", Make: beside("seedoku-dataset")},
		{Path: "mine", Make: p.mineCommand},
		{Path: "import", Make: p.importCommand},
		{Path: "rate", Make: p.rateCommand},
		{Path: "hint", Make: p.hintCommand},
		{Path: "solve", Make: p.solveCommand},
		{Path: "check", Make: p.checkCommand},
		{Path: "compare", Make: p.compareCommand},
		{Path: "canon", Make: p.canonCommand},
		{Path: "arrange", Make: p.arrangeCommand},
		{Path: "techniques", Make: p.techniquesCommand},
		{Path: "patterns", Make: p.patternsCommand},
		{Path: "bank", Make: nil},
		{Path: "bank stats", Make: p.bankStatsCommand},
		{Path: "bank records", Make: p.bankRecordsCommand},
		{Path: "bank runs", Make: p.bankRunsCommand},
		{Path: "bank verify", Make: p.bankVerifyCommand},
		{Path: "bank salvage", Make: p.bankSalvageCommand},
		{Path: "bank withdraw", Make: p.bankWithdrawCommand},
		{Path: "bank rerate", Make: p.bankRerateCommand},
		{Path: "bank update", Make: p.bankUpdateCommand},
		{Path: "bank merge", Make: p.bankMergeCommand},
		{Path: "bank dump", Make: p.bankDumpCommand},
		{Path: "bank release", Make: beside("seedoku-dataset", "bank-release")},
		{Path: "bank snapshot", Make: p.bankSnapshotCommand},
		{Path: "bank init", Make: p.bankInitCommand},
		{Path: "bank compact", Make: p.bankCompactCommand},
		{Path: "bank path", Make: p.bankPathCommand},
		{Path: "serve", Make: beside("seedokud", "serve")},
	}
	return p
}

// beside returns a command that another program runs. The packages for servers and Parquet
// would make every start of this program slower.
func beside(program ...string) func() *cli.Command {
	return func() *cli.Command { return &cli.Command{Beside: program, Arguments: "[FLAG]..."} }
}

// levelList lists the levels in a help text.
func levelList() string {
	var text strings.Builder
	text.WriteString("Levels:\n")
	for level := range rating.Levels() {
		least, most := level.Range()
		to := fmt.Sprintf("to %v", most)
		if most == rating.MaxTenths {
			to = "and up"
		}
		fmt.Fprintf(&text, "  %d  %s: ER %v %s\n", level, level.Name(), least, to)
	}
	return text.String()
}
