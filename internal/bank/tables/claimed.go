package tables

import (
	"fmt"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Claimed is a seed that is not rated yet, with its claimed rating.
type Claimed struct {
	seed.Seed
	Key     seed.Key
	Credits Credits
	Row     string // what the bank stores of it, to see whether that has changed
}

// ClaimedColumns are the columns that [ScanClaimed] reads.
const ClaimedColumns = `key, seed, run, rung_runs`

// ScanClaimed reads a claimed seed.
func ScanClaimed(row interface{ Scan(...any) error }) (c Claimed, err error) {
	var key int64
	var packed, rungRuns []byte
	var run RunID
	if err := row.Scan(&key, &packed, &run, &rungRuns); err != nil {
		return c, Scanned("claimed", key, err)
	}
	batch, err := seed.Unmarshal(packed)
	if err == nil && (len(batch.Seeds) != 1 || batch.Seeds[0].Key() != seed.Key(key)) {
		err = ErrOtherKey
	}
	if err == nil {
		c = Claimed{Seed: batch.Seeds[0], Key: seed.Key(key), Row: fmt.Sprintf("%s %s %d", packed, rungRuns, run)}
		c.Credits, err = UnpackCredits(By(run), rungRuns, len(c.Rungs))
	}
	if err != nil {
		return c, DamagedRow("claimed", key, "%w", err)
	}
	return c, nil
}
