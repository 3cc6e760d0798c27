// Command seedoku-release builds the programs for all systems, as archives with
// their sums. It is for those who publish the project; "make release" runs it.
//
// The same commit and the same version of Go give the same bytes, wherever and
// whenever it runs: files bear the date of the commit, paths of the machine are left
// out, and settings of Go that would change a program are not taken from the
// environment.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/atomicfile"
)

// systems are what the programs are built for, each as Go names it.
var systems = []string{
	"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
}

// programs are what an archive holds, and texts are the files beside them.
var (
	programs = []string{"seedoku", "seedoku-dataset", "seedokud"}
	texts    = []string{"LICENSE", "README.md"}
)

// unknownVersion stands for the version of programs that were built outside of a
// repository.
const unknownVersion = "devel"

// sumsName is the name of the file with the sums of the archives.
const sumsName = "SHA256SUMS"

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
				&cli.StringFlag{Name: "output", Usage: "write the archives into `FOLDER`", Value: "bin/release", TakesFile: true},
				&cli.StringFlag{Name: "systems", Usage: "build for these `SYSTEMS`, with commas between", Value: strings.Join(systems, ",")},
			},
			Action: func(c *cli.Context) error {
				return release(p, c.String("output"), strings.Split(c.String("systems"), ","))
			},
		}
	}}}
	return p
}

// release builds for some systems, and writes their archives and sums into a
// folder; the programs stay in a folder below. It runs in the folder of the project.
func release(p *cli.Program, output string, systems []string) error {
	date, err := commitDate()
	if err != nil {
		return err
	}
	folder, err := atomicfile.OpenFolder(output)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, system := range slices.Sorted(slices.Values(systems)) {
		built := filepath.Join(output, "programs", strings.ReplaceAll(system, "/", "-"))
		name, sum, err := writeArchive(p, folder, system, built, date)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sum, name)
		fmt.Fprintln(p.Stdout, filepath.Join(output, name))
	}
	return folder.WriteFile(sumsName, func(w io.Writer) error {
		_, err := io.WriteString(w, sums.String())
		return err
	})
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
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}

// writeArchive builds the programs for a system into a folder and writes their
// archive. It returns the name of the archive, and its SHA-256.
func writeArchive(p *cli.Program, to atomicfile.Folder, system, built string, date time.Time) (name string, sum []byte, err error) {
	if err := build(system, built); err != nil {
		return "", nil, err
	}
	files, version, err := collect(system, built)
	if err != nil {
		return "", nil, err
	}
	if version == unknownVersion {
		p.Say("seedoku-release: %s: the programs will not contain their commit: Go found no repository (it does not support worktrees)\n", system)
	}
	title := fmt.Sprintf("seedoku-%s-%s", version, strings.ReplaceAll(system, "/", "-"))
	for i := range files {
		files[i].name = title + "/" + files[i].name
	}
	write, extension := writeTarGz, ".tar.gz"
	if isWindows(system) {
		write, extension = writeZip, ".zip"
	}
	hash := sha256.New()
	err = to.WriteFile(title+extension, func(w io.Writer) error { return write(io.MultiWriter(w, hash), files, date) })
	return title + extension, hash.Sum(nil), err
}

func isWindows(system string) bool { return strings.HasPrefix(system, "windows/") }

// build builds the programs for a system into a folder, which is made if need be.
func build(system, folder string) error {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return errors.New("a system has a name such as linux/amd64")
	}
	args := []string{"build", "-trimpath", "-buildvcs=auto", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
	for _, program := range programs {
		args = append(args, "./cmd/"+program)
	}
	command := exec.Command("go", args...)
	command.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	return nil
}

// collect reads what goes into the archive for a system, in the order of the names. It
// also returns the version of the programs.
func collect(system, built string) (files []file, version string, err error) {
	extension := ""
	if isWindows(system) {
		extension = ".exe"
	}
	for _, program := range programs {
		path := filepath.Join(built, program+extension)
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return nil, "", err
		}
		version = info.Main.Version
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, "", err
		}
		files = append(files, file{program + extension, 0o755, content})
	}
	for _, text := range texts {
		content, err := os.ReadFile(text)
		if err != nil {
			return nil, "", err
		}
		files = append(files, file{text, 0o644, content})
	}
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return files, strings.Trim(cmp.Or(version, unknownVersion), "()"), nil
}
