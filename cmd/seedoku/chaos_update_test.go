package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// update kills an update at a random moment, more often while it stores: the bank is the old
// one then, or the new one.
func (c *chaos) update() {
	folder := c.path("updated")
	bank := filepath.Join(folder, "updated.db")
	if err := os.Mkdir(folder, 0o777); err != nil {
		c.Fatal(err)
	}
	c.mustRun("bank", "snapshot", "--bank", c.other, bank)
	args := []string{"bank", "update", "--bank", bank, "--workers", "1"}
	if _, err := os.Stat(c.bank); *chaosFor > 0 && err == nil && c.random.IntN(2) == 0 {
		args = append(args, c.bank) // it is rated beforehand, in a copy, which takes long
	}
	before := c.census(bank)
	if p := c.start(args...); *chaosFor > 0 && c.random.IntN(4) == 0 {
		c.killAlone(20*time.Second, p)
	} else {
		c.killStoring(bank, p)
	}
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

// killStoring kills a process when a bank and its log have grown by a random number of bytes.
// If that number is large, the process ends before. The greatest number is one and a half
// times the size of the seeds that come, because the log holds them too. In the short form,
// only what is stored first is seen.
func (c *chaos) killStoring(bank string, p *process) {
	c.Helper()
	size := func() (sum int64) {
		for _, path := range []string{bank, bank + "-wal"} {
			if info, err := os.Stat(path); err == nil {
				sum += info.Size()
			}
		}
		return sum
	}
	greatest := int64(starterBytes * 3 / 2)
	if *chaosFor == 0 {
		greatest /= 8
	}
	for most := size() + c.random.Int64N(greatest); size() < most; time.Sleep(time.Millisecond) {
		select {
		case <-p.ended:
			most = 0
		default:
		}
	}
	c.kill(p)
}

// starterBytes is about the size of the starter bank.
const starterBytes = 24_000_000

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
