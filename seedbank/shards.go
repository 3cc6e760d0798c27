package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/bits"
	"path/filepath"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A bank may be a folder of shards, which are banks themselves: files that hold its
// seeds together, so that several can be written to at the same time. Such a bank is
// read only; whoever fills it opens the shards, each for itself.
//
// Which shard has a seed follows from its solution. So seeds of one solution are in
// one shard; only these can have rungs that are isomorphs, and a bank lists each of
// its classes of rungs once. That makes the strata of a folder those of its shards,
// side by side.

// ShardOf returns which of n shards holds the seeds of a solution: its number, from 0.
func ShardOf(solution seed.Key, n int) int {
	number, _ := bits.Mul64(uint64(solution), uint64(n))
	return int(number)
}

// ShardPaths returns the files of a folder of n shards, in their order.
func ShardPaths(folder string, n int) (paths []string) {
	for i := range n {
		paths = append(paths, filepath.Join(folder, fmt.Sprintf("shard-%d-of-%d.db", i+1, n)))
	}
	return paths
}

// Errors of folders that do not hold the shards of one bank.
var (
	ErrOtherShard   = errors.New("these are not shards of one bank")
	ErrMissingShard = errors.New("a shard is missing")
)

// FindShards returns the files of the shards in a folder, in their order, or nothing if
// the folder has none. The error wraps [ErrOtherShard] if the names of the files tell of
// different numbers of shards. It wraps [ErrMissingShard] if a file is not there; then
// FindShards returns the files that there should be.
func FindShards(folder string) (paths []string, err error) {
	there, err := filepath.Glob(filepath.Join(escapedForGlob(folder), "shard-*-of-*.db"))
	if err != nil || len(there) == 0 {
		return nil, err
	}
	var number, n int
	if _, err := fmt.Sscanf(filepath.Base(there[0]), "shard-%d-of-%d.db", &number, &n); err != nil || n < 1 || n > MaxShards {
		return nil, fmt.Errorf("%s: %w: %s", folder, ErrOtherShard, filepath.Base(there[0]))
	}
	paths = ShardPaths(folder, n)
	for _, path := range there {
		if !slices.Contains(paths, path) {
			return nil, fmt.Errorf("%s: %w: %s and %s", folder, ErrOtherShard, filepath.Base(there[0]), filepath.Base(path))
		}
	}
	for _, path := range paths {
		if !slices.Contains(there, path) {
			return paths, fmt.Errorf("%s: %w: %s", folder, ErrMissingShard, filepath.Base(path))
		}
	}
	return paths, nil
}

// MaxShards is the greatest number of shards of a bank.
const MaxShards = 64

// escapedForGlob returns a path as a pattern that only this path matches.
func escapedForGlob(path string) string {
	var escaped []rune
	for _, r := range path {
		switch r {
		case '*', '?', '[':
			escaped = append(escaped, '[', r, ']')
		default:
			escaped = append(escaped, r)
		}
	}
	return string(escaped)
}

// openFolder opens a folder of shards to read.
func openFolder(ctx context.Context, folder string) (*Bank, error) {
	paths, err := FindShards(folder)
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%w: it is a folder without shards of a bank (shard-1-of-N.db and so on)", ErrNotBank)
	}
	bank := newBank(sql.OpenDB(noFile{}), folder)
	bank.uri, bank.files, bank.format = folder, nil, migrations.Version
	for i, path := range paths {
		shard, err := openReadOnly(ctx, path) // a shard is no folder again
		if err != nil {
			err = fmt.Errorf("opening bank %s: %w", path, plain(err))
			return nil, errors.Join(err, bank.Close())
		}
		shard.shard, shard.shards = i, len(paths)
		bank.files = append(bank.files, shard)
	}
	return bank, nil
}

// isFolder reports whether the bank is a folder of shards.
func (b *Bank) isFolder() bool { return b.files[0] != b }

// mustBelong returns an error if the bank is a shard, and the seeds of a solution belong
// to another one, which might have the same seed again.
func (b *Bank) mustBelong(solution seed.Key) error {
	if b.shards > 1 && ShardOf(solution, b.shards) != b.shard {
		return fmt.Errorf("it belongs to shard %d of %d", ShardOf(solution, b.shards)+1, b.shards)
	}
	return nil
}

// fileOf returns the file that holds the seeds of a solution.
func (b *Bank) fileOf(solution seed.Key) *Bank { return b.files[ShardOf(solution, len(b.files))] }

// noFile stands for the data base of a folder of shards, which has none of its own.
type noFile struct{}

var errNoFile = errors.New("it is a folder of shards, which can be read as a bank, but not like this: \"seedoku bank merge\" makes one file of it")

func (noFile) Connect(context.Context) (driver.Conn, error) { return nil, errNoFile }
func (noFile) Driver() driver.Driver                        { return noFile{} }
func (noFile) Open(string) (driver.Conn, error)             { return nil, errNoFile }

// uniteRuns returns the runs of a folder, the last first. A run that fills a folder is
// noted in every shard.
func uniteRuns(runs []RunRecord) (list []RunRecord) {
	slices.SortStableFunc(runs, func(a, b RunRecord) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.Arguments, b.Arguments), cmp.Compare(a.RandomSeed, b.RandomSeed))
	})
	for _, r := range runs {
		last := len(list) - 1
		if last < 0 || list[last].Run != r.Run {
			list = append(list, r)
			continue
		}
		whole := &list[last]
		whole.Made, whole.Stored = whole.Made+r.Made, whole.Stored+r.Stored
		switch {
		case whole.Ended.IsZero() || r.Ended.IsZero():
			whole.Ended = time.Time{} // it has not ended in every shard
		case r.Ended.After(whole.Ended):
			whole.Ended = r.Ended
		}
	}
	return list
}

// verifyShards verifies one shard after the other.
func (b *Bank) verifyShards(ctx context.Context, options VerifyOptions) (checked uint64, err error) {
	if options.Skip > 0 && options.Sample > 0 && options.Sample < 1 {
		return 0, fmt.Errorf("verifying bank %s: seeds cannot be left out of a sample of a folder of shards", b.path)
	}
	seeds, total, done := make([]uint64, len(b.files)), uint64(0), uint64(0)
	for i, file := range b.files {
		all, err := file.Select(ctx, Filter{})
		if err != nil {
			return 0, err
		}
		seeds[i] = all.Len()
		total += seeds[i]
	}
	if options.Skip > total {
		return 0, fmt.Errorf("verifying bank %s: %s to check, so %d cannot be left out", b.path, phrase.There(int(total), "seed"), options.Skip)
	}
	for i, file := range b.files {
		of, before := options, done
		of.Skip = min(seeds[i], options.Skip-min(options.Skip, done))
		of.Problem = func(problem error) { options.Problem(fmt.Errorf("%s: %w", filepath.Base(file.path), problem)) }
		if options.Report != nil {
			of.Report = func(done, _ uint64) { options.Report(before+done, total) }
		}
		n, err := file.Verify(ctx, of)
		checked += n
		if err != nil {
			return checked, err
		}
		done += seeds[i]
	}
	return checked, nil
}
