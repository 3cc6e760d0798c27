package seedbank

import (
	"context"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// Run describes one run of a miner or an import that fills a bank.
type Run struct {
	Started    time.Time
	Arguments  string // of the command line
	RandomSeed uint64 // of its random choices; without any, it tells the run from others of the same second when banks are merged
	Program    string // version of the program
	Rater      int    // version of the rating rules

	// Contributor is the name of the person whose run it was; "" is the owner of
	// the bank.
	Contributor string
}

// RunRecord is a run as the bank has recorded it.
type RunRecord struct {
	ID RunID
	Run
	Ended  time.Time // zero if it has not ended, or was killed
	Made   int       // number of puzzles examined
	Stored int       // number of new seeds among them
}

// Runs returns up to limit runs that filled the bank, the last first, and all for a limit
// below 0.
func (b *Bank) Runs(ctx context.Context, limit int) (list []RunRecord, err error) {
	defer b.file.Explain(&err, "reading the runs of")
	contributor := `''`
	if b.file.HasDigests() {
		contributor = `coalesce((SELECT name FROM contributors WHERE contributors.id = contributor), '')`
	}
	return tables.All(ctx, b.file.DB, "runs", `
		SELECT id, started, coalesce(ended, ''), arguments, random_seed, program, rater, made, stored, `+contributor+`
		FROM runs ORDER BY id DESC LIMIT ?`, []any{limit}, func(row tables.Row) (r RunRecord, err error) {
		var randomSeed int64
		var started, ended string
		if err := row.Scan(&r.ID, &started, &ended, &r.Arguments, &randomSeed, &r.Program, &r.Rater, &r.Made, &r.Stored, &r.Contributor); err != nil {
			return r, err
		}
		r.RandomSeed = uint64(randomSeed)
		r.Started, err = time.Parse(time.RFC3339, started)
		if err == nil && ended != "" {
			r.Ended, err = time.Parse(time.RFC3339, ended)
		}
		if err != nil {
			err = tables.DamagedRow("runs", int64(r.ID), "%w", err)
		}
		return r, err
	})
}
