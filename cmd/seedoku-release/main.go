// Command seedoku-release makes what people install: archives of the programs for all
// systems, packages for Debian and RPM, an OCI image, a formula for Homebrew, a list of the
// modules inside, and the checksums of them all. It is for those who publish the project;
// "make release" runs it. It needs no network.
//
// The same commit and the same version of Go give the same bytes, wherever and
// whenever it runs: files bear the date of the commit, paths of the machine are left
// out, and settings of Go that would change a program are not taken from the
// environment.
//
// It is a module of its own, so that nobody who uses the programs or the library gets
// the modules that it needs.
package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
)

// systems are what the programs are built for, each as Go names it.
var systems = []string{
	"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
}

// helpTexts are the texts of help.
//
//go:embed help
var helpTexts embed.FS

func main() {
	p := newProgram()
	p.Use()
	os.Exit(p.Run(context.Background(), os.Args))
}

func newProgram() *cli.Program {
	p := &cli.Program{Name: "seedoku-release", Texts: helpTexts}
	p.Commands = []cli.Entry{{Make: func() *cli.Command {
		return &cli.Command{
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "output", Usage: "write the files into `FOLDER`", Value: "bin/release", TakesFile: true},
				&cli.StringFlag{Name: "systems", Usage: "build for these `SYSTEMS`, with commas between", Value: strings.Join(systems, ",")},
			},
			Action: func(c *cli.Context) error {
				date, err := commitDate()
				if err != nil {
					return err
				}
				r := &release{output: c.String("output"), date: date, say: p.Say}
				return r.run(strings.Split(c.String("systems"), ","), p.Stdout)
			},
		}
	}}}
	return p
}

// commitDate returns the date that all files bear: the one of SOURCE_DATE_EPOCH, in
// seconds since 1970, or else the date of the commit.
func commitDate() (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		out, err := exec.Command("git", "log", "-1", "--format=%ct").Output()
		if err != nil {
			return time.Time{}, fmt.Errorf("the date of the commit (SOURCE_DATE_EPOCH gives one without git): git log: %w", told(err))
		}
		text = string(out)
	}
	seconds, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("the date of the commit: %w", err)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// told adds to the error of a command what the command said.
func told(err error) error {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}
