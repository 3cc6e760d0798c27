// Command seedokud serves a bank of Sudoku puzzles over HTTP, as a page for people and
// an API for programs, and mines banks with many machines. It is a separate program,
// because the packages for servers would make every start of seedoku slower.
package main

import (
	"context"
	"embed"
	"os"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
)

// texts are the texts of help.
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
	p := &program{cli.Program{Name: "seedokud", Texts: texts, Advice: advice.Text}}
	p.Commands = []cli.Entry{
		{Path: "serve", Make: p.serveCommand},
		{Path: "site", Make: p.siteCommand},
		{Path: "hub", Make: p.hubCommand},
		{Path: "hub status", Make: p.hubStatusCommand},
		{Path: "hub invite", Make: p.inviteCommand},
		{Path: "hub contributors", Make: p.contributorsCommand},
		{Path: "hub revoke", Make: p.revokeCommand},
		{Path: "work", Make: p.workCommand},
	}
	return p
}
