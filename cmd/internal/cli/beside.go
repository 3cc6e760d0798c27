package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
)

// runBeside runs another program of the project, with arguments, in place of this one.
func (p *Program) runBeside(words []string) error {
	path, err := pathBeside(words[0])
	if err != nil {
		return err
	}
	if err := p.Stdout.Flush(); err != nil {
		return err
	}
	return become(path, words[1:])
}

// pathBeside returns the path of a program in the folder of this one, or else in
// PATH.
func pathBeside(program string) (string, error) {
	name := program
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
		return "", fmt.Errorf("%s is neither beside this program nor on the path: go install ./cmd/%[1]s puts it there", program)
	}
	return path, nil
}

// become replaces this process by another program. On systems that cannot do
// this, it runs the program and waits.
func become(path string, args []string) error {
	err := syscall.Exec(path, append([]string{path}, args...), os.Environ())
	if !errors.Is(err, errors.ErrUnsupported) {
		return fmt.Errorf("starting %s: %w", path, err)
	}
	command := exec.Command(path, args...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	return endOf(command.Run())
}

// endedError is the exit status of a program that ran in place of this one. It has said why.
type endedError int

func (e endedError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// endOf returns the error of a program that has run as one that Run ends with in its place.
func endOf(err error) error {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return endedError(exit.ExitCode())
	}
	return err
}
