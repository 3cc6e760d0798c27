package change

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// SeedChecker checks seeds from an untrusted source.
type SeedChecker = tables.SeedChecker

// Claimed returns the number of claimed seeds of a bank. A seed is claimed if it, or one of its
// rungs, was merged with a rating that this bank has not verified. Claimed seeds are in no
// selection until [Writer.RateClaimed] rates them.
func Claimed(ctx context.Context, bank *seedbank.Bank) (seeds int, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "counting the claimed seeds of")
	if file.HasDigests() {
		err = file.DB.QueryRowContext(ctx, `SELECT count(*) FROM claimed`).Scan(&seeds)
	}
	return seeds, err
}

// ClaimedOf tells which seeds are claimed, by their keys.
func ClaimedOf(ctx context.Context, bank *seedbank.Bank, seeds []seed.Seed) (claimed map[seed.Key]bool, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "looking for claimed seeds of")
	return claimedIn(ctx, file.DB, seeds)
}

func claimedIn(ctx context.Context, db tables.Querier, seeds []seed.Seed) (claimed map[seed.Key]bool, err error) {
	list, err := tables.Column[int64](ctx, db, "claimed", `SELECT key FROM claimed WHERE key IN (SELECT value FROM json_each(?))`, tables.ListOf(seed.Keys(seeds)))
	claimed = map[seed.Key]bool{}
	for _, key := range list {
		claimed[seed.Key(key)] = true
	}
	return claimed, err
}

// RateClaimed rates the claimed seeds of the bank and moves them to the ordinary seeds.
// Seeds beyond the scale stay claimed, and so do claims that have changed meanwhile. After an
// error, the seeds moved so far stay moved, and the next call continues.
func (w *Writer) RateClaimed(ctx context.Context, options MergeOptions) (_ Merged, err error) {
	defer w.file.Explain(&err, "rating claimed seeds of")
	options.Ratings = RateAnew
	m := &merger{bank: w, options: &options, runOf: sameRun, moves: true}
	err = w.eachClaimed(ctx, "main", func(seeds []foreign) error {
		if err := m.settle(ctx, seeds); err != nil {
			return err
		}
		return m.write(ctx, seeds, func(tx *sql.Tx) error { return dropClaimed(ctx, tx, seeds) })
	})
	return m.total, err
}

// FalseRating is why a contributor is refused that has claimed a false rating.
const FalseRating = "it claimed a false rating"

// Claims are some claimed seeds of a bank, to be rated, or to be stored as they are.
type Claims struct {
	seeds   []foreign
	bank    *Writer
	ratings Ratings
}

// NextClaims returns some claimed seeds of a bank, or none. It leaves out those that the given runs
// have claimed. The next call returns the same ones until they are stored.
func (w *Writer) NextClaims(ctx context.Context, except ...seedbank.RunID) (_ *Claims, err error) {
	defer w.file.Explain(&err, "reading claimed seeds of")
	seeds, err := w.claimedFrom(ctx, "main", math.MinInt64, except...)
	return &Claims{seeds: seeds[:min(len(seeds), claimsAtOnce)], bank: w}, err
}

// Claim identifies a seed as somebody has given it, with all of its ratings.
type Claim [sha256.Size]byte

// ClaimOf returns the claim of a seed.
func ClaimOf(s *seed.Seed) Claim {
	return sha256.Sum256(seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{*s}}))
}

// ClaimsAs returns claimed seeds that are as some runs have given them, by their keys. Store stores
// them with these ratings. Seeds of which others have claimed a part stay claimed.
func (w *Writer) ClaimsAs(ctx context.Context, given map[seed.Key]Claim, runs []seedbank.RunID) (_ *Claims, err error) {
	defer w.file.Explain(&err, "reading claimed seeds of")
	c := &Claims{bank: w, ratings: trusted}
	keys := tables.ListOf(slices.Collect(maps.Keys(given)))
	isOther := func(of tables.Credit) bool { return !slices.Contains(runs, of.Found) }
	err = tables.Each(ctx, w.file.DB, "claimed", `SELECT `+tables.ClaimedColumns+` FROM claimed WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key`, []any{keys}, func(row tables.Row) error {
		s, _, err := scanClaimed(row)
		if err == nil && !isOther(s.credits.Of) && !slices.ContainsFunc(s.credits.Rungs, isOther) && ClaimOf(&s.Seed) == given[s.key] {
			c.seeds = append(c.seeds, s)
		}
		return err
	})
	return c, err
}

// claimsAtOnce is the greatest number of claims that are stored in one transaction.
const claimsAtOnce = 100

// Len returns the number of claimed seeds.
func (c *Claims) Len() int { return len(c.seeds) }

// Rate rates claimed seeds on one core. It does not lock the bank.
func (c *Claims) Rate(ctx context.Context) error {
	m := &merger{bank: c.bank, options: &MergeOptions{Workers: 1}}
	return m.settle(ctx, c.seeds)
}

// Store moves claims to the ordinary seeds. The run is the one that has rated them. Seeds beyond the
// scale are dropped. Claims that were taken back since they were read are not stored, and those that
// have changed stay claimed. Store returns the new seeds by level, and the runs that have claimed false ratings.
func (c *Claims) Store(ctx context.Context, run seedbank.RunID) (stored [rating.NumLevels + 1]int, liars []seedbank.RunID, err error) {
	defer c.bank.file.Explain(&err, "storing rated seeds in")
	m := &merger{bank: c.bank, options: &MergeOptions{Ratings: c.ratings}, rated: run, runOf: sameRun, moves: true}
	err = m.write(ctx, c.seeds, func(tx *sql.Tx) error {
		for i := range c.seeds {
			s := &c.seeds[i]
			if s.gone {
				continue
			}
			liars = append(liars, s.liars...)
			if s.here == nil && s.beyond == nil {
				stored[s.Rating.Level()]++
			}
			s.beyond = nil
		}
		for _, liar := range liars { // so that a hub that is killed now does not forget it
			names, err := tables.Column[string](ctx, tx, "contributors", `SELECT name FROM contributors WHERE id = (SELECT contributor FROM runs WHERE id = ?)`, liar)
			for _, name := range names {
				_, err = refuse(ctx, tx, name, FalseRating)
			}
			if err != nil {
				return err
			}
		}
		return dropClaimed(ctx, tx, c.seeds)
	})
	return stored, liars, err
}

// eachClaimed calls do with all claimed seeds of this bank or of an attached one, in
// batches.
func (w *Writer) eachClaimed(ctx context.Context, schema string, do func([]foreign) error) error {
	for first := int64(math.MinInt64); ; {
		seeds, err := w.claimedFrom(ctx, schema, first)
		if err != nil || len(seeds) == 0 {
			return err
		}
		last := int64(seeds[len(seeds)-1].key)
		if err := do(seeds); err != nil || last == math.MaxInt64 {
			return err
		}
		first = last + 1
	}
}

// claimedFrom reads a batch of claimed seeds of this bank or of an attached one, from key
// first on. It leaves out those that the given runs have claimed.
func (w *Writer) claimedFrom(ctx context.Context, schema string, first int64, except ...seedbank.RunID) (seeds []foreign, err error) {
	rows, err := w.file.DB.QueryContext(ctx, `SELECT `+tables.ClaimedColumns+` FROM `+schema+`.claimed
		WHERE key >= ? AND run NOT IN (SELECT value FROM json_each(?)) ORDER BY key LIMIT ?`, first, tables.ListOf(except), ratedAtOnce)
	if err != nil {
		return nil, err
	}
	return foreignSeeds(rows, func(rows *sql.Rows) (foreign, int, error) { return scanClaimed(rows) })
}

// foreignSeeds reads seeds from rows, as many as may be read at once, and closes the rows. scan
// also returns the size of a row in bytes.
func foreignSeeds(rows *sql.Rows, scan func(*sql.Rows) (foreign, int, error)) (seeds []foreign, err error) {
	defer rows.Close()
	for bytes := 0; bytes < bounds.RowsAtOnce && rows.Next(); {
		s, size, err := scan(rows)
		if err != nil {
			return nil, err
		}
		bytes += size
		seeds = append(seeds, s)
	}
	return seeds, rows.Err()
}

// confirmClaim looks for a claim of a seed that the bank has found itself, with the same rating. If
// there is one, the seed gets the credit of the claim, and isCounted is true, because the run of the
// claim has counted the seed. A claim with the same rungs is confirmed whole and leaves. Another one
// stays, for its rungs.
func confirmClaim(ctx context.Context, tx *sql.Tx, s *seed.Seed, credits *tables.Credits) (isCounted bool, err error) {
	key := s.Key()
	claim, _, err := scanClaimed(tx.QueryRowContext(ctx, `SELECT `+tables.ClaimedColumns+` FROM claimed WHERE key = ?`, int64(key)))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil || claim.Rating != s.Rating || claim.Puzzle.Clues() != s.Puzzle.Clues():
		return false, err
	}
	own := *credits
	credits.Of.Found = claim.credits.Of.Found
	if ClaimOf(&claim.Seed) != ClaimOf(s) {
		credits.Rungs = slices.Repeat([]tables.Credit{own.Of}, len(s.Rungs))
		return true, nil
	}
	for _, rung := range claim.credits.Rungs {
		credits.Rungs = append(credits.Rungs, tables.Credit{Found: rung.Found, Rated: own.Of.Rated})
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ?`, int64(key))
	return true, err
}

// dropClaimed deletes claimed seeds that have been rated.
func dropClaimed(ctx context.Context, tx *sql.Tx, seeds []foreign) error {
	for i := range seeds {
		if seeds[i].beyond != nil || seeds[i].gone {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ?`, int64(seeds[i].key)); err != nil {
			return err
		}
	}
	return nil
}
