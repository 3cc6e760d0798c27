package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank"
)

// banks are the files that a hub fills: a bank, or a folder of shards.
type banks struct {
	path string
	list []*seedbank.Bank
}

// openBanks opens what a hub fills, and makes it if need be.
func openBanks(ctx context.Context, c *cli.Context) (banks, error) {
	b := banks{path: c.String("bank")}
	paths, err := shardsOf(b.path, c.Int("shards"), c.IsSet("shards"))
	if err != nil {
		return b, err
	}
	if len(paths) == 0 {
		bank, err := userbank.OpenToWrite(ctx, b.path)
		if err != nil {
			return b, err
		}
		return banks{bank.Path(), []*seedbank.Bank{bank}}, nil
	}
	for _, path := range paths {
		bank, err := userbank.OpenToWrite(ctx, path)
		if err != nil {
			return b, errors.Join(err, b.Close())
		}
		b.list = append(b.list, bank)
	}
	return b, nil
}

// shardsOf returns the files of a bank that is a folder of n shards, or none if it is
// one file. The number of shards of a folder stays as it was.
func shardsOf(folder string, n int, asked bool) (paths []string, err error) {
	there, err := seedbank.FindShards(folder)
	switch {
	case err != nil && !errors.Is(err, seedbank.ErrMissingShard): // a hub may have been killed while it made them
		return nil, err
	case len(there) > 0 && (len(there) == n || !asked):
		return there, nil
	case len(there) > 0:
		return nil, fmt.Errorf("%s has %d shards, and --shards says %d: their number stays as it was (\"seedoku bank merge\" makes one bank of them)", folder, len(there), n)
	}
	if n == 1 {
		return nil, nil
	}
	return seedbank.ShardPaths(folder, n), nil
}

func (b *banks) Close() (err error) {
	for _, bank := range b.list {
		err = errors.Join(err, bank.Close())
	}
	return err
}
