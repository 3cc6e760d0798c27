package seedbank

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Scan calls yield for all seeds that are wanted and pass a filter, with their rungs, in the
// order of the file. Workers, one for each core if the number is 0, decode the seeds and prove
// their puzzles. They call want, too, unless it is nil, which wants all. What passes is said at
// [Bank.Batches]. Scan ends at the first error of yield and returns it. A stored seed with
// impossible data is an error, and so are seeds that the bank counts and that cannot be read. Yield
// must not use the bank.
func (b *Bank) Scan(ctx context.Context, filter Filter, workers int, want func(*seed.Seed) bool, yield func(*seed.Seed) error) error {
	fail := func(err error) error {
		return fmt.Errorf("reading the seeds of %s: %w", b.file.Path, b.file.Plain(err))
	}
	if err := filter.Check(); err != nil {
		return fail(err)
	}
	b, leave, err := b.atOneMoment(ctx, &filter)
	if err != nil {
		return fail(err)
	}
	defer leave()
	condition, arguments := filter.conditionOnSeeds()
	strata, err := tables.Pairs[int64, bool](ctx, b.file.DB, "strata", `SELECT id, true FROM strata WHERE true`+condition, arguments...)
	if err != nil {
		return fail(err)
	}
	passes, err := b.passing(ctx, &filter)
	if err != nil {
		return fail(err)
	}
	unpacker, err := b.file.NewUnpacker(ctx)
	if err != nil {
		return fail(err)
	}
	type unpacked struct {
		seeds []seed.Seed
		err   error
	}
	newWork := func() func([]tables.ScannedSeed) unpacked {
		u := unpacker()
		var s seed.Seed
		return func(rows []tables.ScannedSeed) (done unpacked) {
			for i := range rows {
				if done.err = u.Unpack(&s, &rows[i].SeedRow); done.err != nil {
					return done
				}
				if passes(&s, rows[i].Stratum, uint64(rows[i].Slot)) && (want == nil || want(&s)) {
					kept := s
					kept.Rungs = slices.Clone(s.Rungs)
					done.seeds = append(done.seeds, kept)
				}
			}
			return done
		}
	}
	var ended error // by yield
	err = scan(ctx, b.file, func(_ tables.SeedID, stratum int64, _ uint64) bool { return strata[stratum] }, workers, newWork, func(some unpacked) error {
		for i := range some.seeds {
			if ended = yield(&some.seeds[i]); ended != nil {
				return ended
			}
		}
		return some.err
	})
	if ended != nil {
		return ended
	}
	if err != nil {
		return fail(err)
	}
	return nil
}

// scan reads the seeds that are wanted, in the order of the file. Workers make something of
// some rows at a time, which collect takes in their order.
func scan[T any](ctx context.Context, file *tables.File, want func(tables.SeedID, int64, uint64) bool, workers int,
	newWork func() func([]tables.ScannedSeed) T, collect func(T) error) error {
	var failed error
	chunks := func(yield func([]tables.ScannedSeed) bool) {
		failed = file.ScanSeeds(ctx, want, func(rows []tables.ScannedSeed) error {
			if !yield(rows) {
				return errEnded
			}
			return nil
		})
	}
	if err := ordered.Run(ctx, ordered.Pool{Workers: workers}, chunks, newWork, collect); err != nil {
		return err
	}
	return failed
}

var errEnded = errors.New("reading has ended")
