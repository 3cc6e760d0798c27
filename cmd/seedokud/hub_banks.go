package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/home"
)

// banks are the files that a hub fills: a bank, or a folder of shards.
type banks struct {
	path string
	list []*seedbank.Bank
}

// openBanks opens what a hub fills, and makes it if need be.
func openBanks(ctx context.Context, c *cli.Context) (banks, error) {
	shards := c.Int("shards")
	if shards == 1 {
		bank, err := home.OpenToWrite(ctx, c.String("bank"))
		if err != nil {
			return banks{}, err
		}
		return banks{bank.Path(), []*seedbank.Bank{bank}}, nil
	}
	b := banks{path: c.String("bank")}
	names := make([]string, shards)
	for i := range names {
		names[i] = filepath.Join(b.path, fmt.Sprintf("shard-%d-of-%d.db", i+1, shards))
	}
	if err := mustBeShards(b.path, names); err != nil {
		return b, err
	}
	for _, name := range names {
		bank, err := home.OpenToWrite(ctx, name)
		if err != nil {
			return b, errors.Join(err, b.Close())
		}
		b.list = append(b.list, bank)
	}
	return b, nil
}

// mustBeShards returns an error if a folder has shards of other ranges of keys.
func mustBeShards(folder string, names []string) error {
	there, err := filepath.Glob(filepath.Join(folder, "shard-*-of-*.db"))
	if err != nil || len(there) == 0 {
		return err
	}
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	for _, name := range there {
		if !known[name] {
			return fmt.Errorf("%s: there is %s: the number of shards of a folder stays as it was (\"seedoku bank merge\" makes one bank of them)", folder, filepath.Base(name))
		}
	}
	return nil
}

func (b *banks) Close() (err error) {
	for _, bank := range b.list {
		err = errors.Join(err, bank.Close())
	}
	return err
}
