package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/urfave/cli/v2"
)

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
			path, err := serverPath()
			if err != nil {
				return err
			}
			if err := p.stdout.Flush(); err != nil {
				return err
			}
			return p.become(path, append([]string{"serve"}, c.Args().Slice()...))
		},
	}
}

// serverPath returns the server beside this program, or else on the path.
func serverPath() (string, error) {
	name := server
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if own, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(own), name)
		if info, err := os.Stat(beside); err == nil && !info.IsDir() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is neither beside this program nor on the path: go install ./cmd/%[1]s puts it there", server)
	}
	return path, nil
}

// become runs another program in place of this one or, where a system cannot do
// that, to its end.
func (p *program) become(path string, args []string) error {
	err := syscall.Exec(path, append([]string{path}, args...), os.Environ())
	if !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("starting %s: %w", path, err)
	}
	command := exec.Command(path, args...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	return command.Run()
}
