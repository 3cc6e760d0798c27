package main

import "github.com/urfave/cli/v2"

// server is the program that serves. It is one of its own, since what servers are
// made of would make every start of this one slower.
const server = "seedokud"

func serveCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "serve",
		Usage:     "serve the page and the API",
		ArgsUsage: "[FLAG]...",
		Description: `Runs ` + server + ` serve with the same flags. That program has to stand beside this
one, or on the path; "go install ./cmd/` + server + `" puts it there.

Examples:
  seedoku serve --open
  seedoku serve --help`,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			return p.runBeside(server, append([]string{"serve"}, c.Args().Slice()...))
		},
	}
}
