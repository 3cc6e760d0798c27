// Package userbank says which bank a program uses.
//
// It is the file with the name given. Without a name it is the user's bank: the file
// seedoku/bank.db in the folder for data of the XDG standard. While this file does not
// exist, programs read the starter bank, which is part of them. The first program that
// writes makes the user's bank as a copy of the starter bank.
//
// All programs of the project follow this rule, so that they see the same bank.
//
// Start with [Reading] and [Open].
package userbank

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Variable is the environment variable that names the bank where no flag does.
const Variable = "SEEDOKU_BANK"

// Flag is the flag --bank.
var Flag = &cli.StringFlag{
	Name: "bank", Usage: "use the bank in `FILE`", EnvVars: []string{Variable}, TakesFile: true,
	DefaultText: "the user's bank, else the starter bank in the program",
}

// FlagToWrite is the flag --bank of commands that make the bank if there is none.
var FlagToWrite = &cli.StringFlag{
	Name: Flag.Name, Usage: Flag.Usage + ", which is made if there is none", EnvVars: Flag.EnvVars, TakesFile: true,
	DefaultText: "the user's bank, which begins as a copy of the starter bank",
}

// FlagToChange is the flag --bank of commands that change what there is, see [OpenToChange].
var FlagToChange = &cli.StringFlag{
	Name: Flag.Name, Usage: Flag.Usage, EnvVars: Flag.EnvVars, TakesFile: true, DefaultText: FlagToWrite.DefaultText,
}

// FlagOfFile is the flag --bank of commands for the file of the bank.
var FlagOfFile = &cli.StringFlag{
	Name: Flag.Name, Usage: Flag.Usage, EnvVars: Flag.EnvVars, TakesFile: true, DefaultText: "the user's bank",
}

// Reading returns the action of a command that reads the bank.
func Reading(do func(*cli.Context, *seedbank.Bank) error) func(*cli.Context) error {
	return func(c *cli.Context) error {
		bank, err := Open(c.Context, c.String(Flag.Name))
		if err != nil {
			return err
		}
		defer bank.Close()
		return do(c, bank)
	}
}

// Path returns the file of the bank, whether it exists or not. An empty name
// stands for the user's bank.
func Path(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	folder := os.Getenv("XDG_DATA_HOME")
	if folder == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("finding the user's bank: %w", err)
		}
		folder = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(folder, "seedoku", "bank.db"), nil
}

// Open opens the bank to read: the starter bank if the name is empty and there is
// no user's bank.
func Open(ctx context.Context, named string) (*seedbank.Bank, error) {
	path, err := Path(named)
	if err != nil || BeginningOf(named) == Copied {
		return Starter(ctx)
	}
	bank, err := seedbank.Open(ctx, path)
	return bank, withAdvice(path, err)
}

// OpenToWrite opens the bank to write. One that does not exist is made: the user's
// bank as a copy of the starter bank, a bank that was named as an empty one.
func OpenToWrite(ctx context.Context, named string) (*change.Writer, error) {
	path, err := Path(named)
	if err != nil {
		return nil, err
	}
	if BeginningOf(named) == Copied {
		bank, err := Create(ctx, path)
		if !errors.Is(err, change.ErrExists) {
			return bank, err
		}
	}
	bank, err := change.Open(ctx, path)
	return bank, withAdvice(path, err)
}

// OpenToChange opens the bank to write as [OpenToWrite] does, and fails if one that was named
// does not exist.
func OpenToChange(ctx context.Context, named string) (*change.Writer, error) {
	if named != "" {
		return OpenStanding(ctx, named)
	}
	return OpenToWrite(ctx, named)
}

// OpenStanding opens the bank to write, and fails if it does not exist.
func OpenStanding(ctx context.Context, named string) (*change.Writer, error) {
	path, err := Path(named)
	if err == nil {
		_, err = os.Stat(path)
	}
	if err != nil {
		return nil, withAdvice(path, err)
	}
	return OpenToWrite(ctx, named)
}

// missingError is the path of a bank that does not exist.
type missingError string

func (e missingError) Error() string {
	return fmt.Sprintf("there is no bank %s; \"seedoku bank init --bank %[1]s\" makes one", string(e))
}

func (missingError) Unwrap() error { return fs.ErrNotExist }

// withAdvice adds advice to an error of opening a bank: which command makes one. Older
// versions read a folder of files named shard-1-of-4.db and so on as one bank.
func withAdvice(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return missingError(path)
	}
	if !errors.Is(err, seedbank.ErrNotBank) {
		return err
	}
	banks, _ := os.ReadDir(path) // fails for a file
	if !slices.ContainsFunc(banks, func(file os.DirEntry) bool { return filepath.Ext(file.Name()) == ".db" }) {
		return err
	}
	return fmt.Errorf("%w; \"seedoku bank merge --bank NEW.db %s\" makes one bank of the banks in it, such as shards of an older version", err, path)
}

// Beginning says how a bank begins that [OpenToWrite] opens.
type Beginning int

// The beginnings.
const (
	Stands Beginning = iota // it exists
	Copied                  // it is the user's and will be a copy of the starter bank
	Empty                   // it was named and will be empty
)

// BeginningOf returns how the bank with a name begins when it is opened to write.
func BeginningOf(named string) Beginning {
	path, err := Path(named)
	if err != nil {
		return Stands
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		return Stands
	}
	if named == "" {
		return Copied
	}
	return Empty
}
