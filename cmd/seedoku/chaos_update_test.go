package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// update kills an update at a random moment: the bank is the old one then, or the new one.
func (c *chaos) update() {
	folder := c.path("updated")
	bank := filepath.Join(folder, "updated.db")
	if err := os.Mkdir(folder, 0o777); err != nil {
		c.Fatal(err)
	}
	c.mustRun("bank", "snapshot", "--bank", c.other, bank)
	args := []string{"bank", "update", "--bank", bank, "--workers", "1"}
	if _, err := os.Stat(c.bank); err == nil && c.random.IntN(2) == 0 {
		args = append(args, c.bank) // it is rated beforehand, in a copy
	}
	before := c.census(bank)
	c.killAlone(20*time.Second, c.start(args...))
	verify := []string{"bank", "verify", "--bank", bank}
	switch after := c.census(bank); {
	case after == before:
	case after.kept != before.kept || after.seeds < starterSeeds || after.taken != starterDigest:
		c.Errorf("before a killed update %+v, after it %+v", before, after)
	default:
		verify = append(verify, "--sample", "0.2%")
	}
	c.mustRun(verify...)
	if err := os.RemoveAll(folder); err != nil {
		c.Fatal(err)
	}
}

// census is what a killed update may change in a bank.
type census struct {
	seeds int   // their number
	kept  int   // number of seeds that the bank had at first and still has, with the same numbers
	taken int64 // digest of the starter bank that it has taken in, or 0
}

// starterSeeds is fewer than the starter bank has.
const starterSeeds = 70_000

// starterDigest is the digest of the starter bank, as banks note it.
var starterDigest = int64(userbank.TakenIn()["starter"])

func (c *chaos) census(path string) (is census) {
	c.Helper()
	db := c.openFile(path, "rw")
	defer c.close(db)
	if _, err := db.Exec(`ATTACH ? AS other`, c.other); err != nil {
		c.Fatal(err)
	}
	err := db.QueryRow(`
		SELECT count(*), coalesce((SELECT place FROM bookmarks WHERE name = 'starter'), 0),
			(SELECT count(*) FROM main.seeds AS a JOIN other.seeds AS b USING (id, key, puzzle))
		FROM main.seeds`).Scan(&is.seeds, &is.taken, &is.kept)
	if err != nil {
		c.Fatal(err)
	}
	return is
}
