package main

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/sudoku"
)

var (
	chaosFor  = flag.Duration("chaos", 0, "how long TestChaos kills the program; 0: a round of each kind")
	chaosSeed = flag.Uint64("chaosseed", 0, "random seed of TestChaos; 0: another one each time")
)

// A program that is killed at any moment leaves banks that hold every seed that
// anybody has seen in them, and no half files. The random seed decides what is
// done and when it is killed, not how fast the machine is meanwhile.
func TestChaos(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some 20 seconds: run without -short")
	}
	seed := *chaosSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	c := &chaos{
		T: t, program: realProgram(t), folder: t.TempDir(),
		random: rand.New(rand.NewPCG(seed, 0)),
	}
	t.Logf("-chaosseed %d", seed)
	c.other = c.path("other.db")
	others := 100
	if *chaosFor > 0 {
		others = 300
	}
	c.mustRun("import", "--bank", c.other, "--ladders", "none", c.puzzles(others))
	begun := time.Now()
	for round := 0; !t.Failed() && (round < len(ravages) || time.Since(begun) < *chaosFor); round++ {
		if c.bank == "" || len(c.seen) > mostSeeds {
			c.newBank(round)
		}
		ravage := &ravages[round%len(ravages)]
		if *chaosFor > 0 {
			ravage = &ravages[c.random.IntN(len(ravages))]
		}
		if _, err := os.Stat(c.bank); err != nil {
			ravage = &ravages[0] // it makes the bank; others need one
		}
		ravage.run(c)
		c.checkBank(ravage.name)
	}
	t.Logf("%d kills, and %d processes that ended before theirs; %d seeds in %d banks seen and never lost; %d puzzles proven; random seed %d",
		c.kills, c.ends, c.seeds+len(c.seen), c.banks, c.proven, seed)
	if c.kills == 0 {
		t.Error("nothing was killed")
	}
}

// mostSeeds is the size from which a bank makes place for a new one, so that a
// round takes about a second.
const mostSeeds = 500

// chaos kills processes and looks at what they leave.
type chaos struct {
	*testing.T
	program, folder string
	random          *rand.Rand
	bank, other     string         // the one that suffers, and one to merge
	seen            map[int64]bool // keys of seeds that somebody has seen in bank
	last            int64          // id of the last of them
	solver          sudoku.Solver

	kills, ends, banks, seeds, proven int
}

// ravages are the ways to maltreat a bank. The longest delays are about the time
// that the commands take.
var ravages = []struct {
	name string
	run  func(*chaos)
}{
	{"mine", func(c *chaos) { c.killAll(1500*time.Millisecond, c.mine("prune")) }},
	{"two miners", func(c *chaos) { c.killAll(1500*time.Millisecond, c.mine("prune"), c.mine("prune")) }},
	{"walk", func(c *chaos) { c.killAll(1500*time.Millisecond, c.mine("walk", "--toward", "er")) }},
	{"import", func(c *chaos) { c.killAll(300*time.Millisecond, c.importing()) }},
	{"import while mining", func(c *chaos) { c.killAll(time.Second, c.importing(), c.mine("prune")) }},
	{"merge", func(c *chaos) { c.killAll(150*time.Millisecond, c.onBank("bank", "merge", c.other)) }},
	{"merge while mining", func(c *chaos) {
		c.killAll(700*time.Millisecond, c.mine("prune"), c.onBank("bank", "merge", c.other))
	}},
	{"compact", func(c *chaos) { c.killAlone(60*time.Millisecond, c.onBank("bank", "compact")) }},
	{"open at once", (*chaos).openAtOnce},
	{"rerate", (*chaos).rerate},
	{"export", (*chaos).export},
	{"init", (*chaos).init},
	{"update", (*chaos).update},
}

func (c *chaos) path(name string) string { return filepath.Join(c.folder, name) }

// newBank begins with another bank, which may be made by the process that is
// killed first.
func (c *chaos) newBank(number int) {
	c.seeds += len(c.seen)
	c.banks++
	c.bank, c.seen, c.last = c.path(fmt.Sprintf("bank-%d.db", number)), map[int64]bool{}, 0
	if c.random.IntN(2) == 0 {
		c.mustRun("import", "--bank", c.bank, "--ladders", "none", c.puzzles(40))
	}
}

// puzzles returns a file of new puzzles.
func (c *chaos) puzzles(n int) string {
	path := c.path("puzzles.txt")
	c.mustRun("gen", "--levels", "1-5", "-n", fmt.Sprint(n), "--seed", fmt.Sprint(c.random.Uint64()), "--output", path)
	return path
}

func (c *chaos) onBank(args ...string) *process {
	return c.start(append(args, "--bank", c.bank)...)
}

func (c *chaos) mine(strategy string, args ...string) *process {
	return c.onBank(append([]string{"mine", "--workers", "1", "--seed", fmt.Sprint(c.random.Uint64()), "--strategy", strategy}, args...)...)
}

func (c *chaos) importing() *process {
	args := []string{"import", "--workers", "1", c.puzzles(60)}
	if c.random.IntN(3) > 0 {
		args = append(args, "--ladders", "none")
	}
	return c.onBank(args...)
}

// openAtOnce kills nobody: several processes that find a compacted bank all bring
// it into the mode in which it is written to, and none may be turned away.
func (c *chaos) openAtOnce() {
	for range 2 {
		c.mustRun("bank", "compact", "--bank", c.bank)
		var list []*process
		for range 3 {
			list = append(list, c.onBank("bank", "merge", c.other))
		}
		for _, p := range list {
			<-p.ended
			c.mustBeWell(p)
		}
	}
}

// rerate kills rerating, sometimes twice, and then lets it come to its end.
func (c *chaos) rerate() {
	if _, err := os.Stat(c.bank); err != nil {
		return
	}
	db := c.open("rw")
	if _, err := db.Exec(`UPDATE runs SET rater = 0`); err != nil {
		c.Fatal(err)
	}
	c.close(db)
	for range 1 + c.random.IntN(2) {
		c.killAlone(600*time.Millisecond, c.onBank("bank", "rerate", "--workers", "1"))
		c.checkBank("rerate")
	}
	c.mustRun("bank", "rerate", "--bank", c.bank)
	c.last = 0 // seeds may have other ids
}

// export kills an export and looks at its files. A later one takes away what was
// left.
func (c *chaos) export() {
	each := 1500
	if *chaosFor == 0 {
		each = 300
	}
	folder := c.path("packs")
	args := []string{"export", "--levels", "1-3", "--per-level", fmt.Sprint(each), "--format", "csv", "--dir", folder, "--force"}
	c.killAlone(120*time.Millisecond, c.start(args...))
	c.mustHoldWholeFiles(folder, each)
	c.age(folder)
	c.mustRun(args...)
	c.mustHoldWholeFiles(folder, each)
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 4 {
		c.Errorf("after an export that was not killed, its folder has %v (%v)", entries, err)
	}
	if err := os.RemoveAll(folder); err != nil {
		c.Fatal(err)
	}
}

// age makes what killed processes have left in a folder so old that nobody waits
// for them any more.
func (c *chaos) age(folder string) {
	c.Helper()
	left, err := filepath.Glob(filepath.Join(folder, ".seedoku-*"))
	if err != nil {
		c.Fatal(err)
	}
	long := time.Now().Add(-24 * time.Hour)
	for _, path := range left {
		err := filepath.WalkDir(path, func(path string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Chtimes(path, long, long))
		})
		if err != nil {
			c.Fatal(err)
		}
	}
}

// mustHoldWholeFiles looks at the packs in a folder, which may not exist.
func (c *chaos) mustHoldWholeFiles(folder string, each int) {
	c.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil {
		c.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			c.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil || len(rows) != each+1 {
			c.Errorf("%s: %d rows, %v; want %d", path, len(rows), err, each+1)
			continue
		}
		for _, row := range rows[1:] {
			c.mustBeTrue(row[1], row[2])
		}
	}
}

// mustBeTrue proves a puzzle and its solution.
func (c *chaos) mustBeTrue(clues, solution string) {
	c.Helper()
	grid, err := sudoku.ParseGrid(clues)
	if err != nil {
		c.Fatal(err)
	}
	puzzle, err := c.solver.Prove(grid)
	if err != nil || puzzle.Solution().String() != solution {
		c.Errorf("a false puzzle: %s, solution %s, %v", clues, solution, err)
	}
	c.proven++
}

// init kills the making of a bank: there is a whole one then, or none. When
// another one is made, what was left of it goes.
func (c *chaos) init() {
	path := filepath.Join(c.path("made"), "made.db")
	c.killAlone(80*time.Millisecond, c.start("bank", "init", "--bank", path))
	if _, err := os.Stat(path); err == nil {
		c.mustRun("bank", "verify", "--sample", "0.2%", "--bank", path)
	}
	if err := os.RemoveAll(path); err != nil {
		c.Fatal(err)
	}
	c.age(filepath.Dir(path))
	c.mustRun("bank", "init", "--empty", "--bank", path)
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		c.Errorf("beside a new bank there is %v (%v)", entries, err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		c.Fatal(err)
	}
}

// killAll kills processes one after the other while somebody reads the bank.
func (c *chaos) killAll(longest time.Duration, list ...*process) {
	c.Helper()
	reader := c.open("ro")
	staying := c.random.IntN(2) == 0 // a bank that is open needs no recovery
	for _, p := range list {
		c.waitToKill(longest, p, func() { c.read(reader) })
		if !staying {
			c.close(reader)
			reader = c.open("ro")
		}
		c.kill(p)
	}
	c.close(reader)
}

// killAlone kills a process that nobody may disturb.
func (c *chaos) killAlone(longest time.Duration, p *process) {
	c.Helper()
	c.waitToKill(longest, p, func() {})
	c.kill(p)
}

// waitToKill does something again and again until p ends or a random time is
// over: short ones are likelier, as more happens at the beginning. In the short form, each
// is half as long.
func (c *chaos) waitToKill(longest time.Duration, p *process, meanwhile func()) {
	share := c.random.Float64()
	if *chaosFor == 0 {
		longest /= 2
	}
	for begun := time.Now(); time.Since(begun) < time.Duration(share*share*float64(longest)); {
		select {
		case <-p.ended:
			return
		default:
			meanwhile()
			time.Sleep(time.Millisecond)
		}
	}
}

// read notes the seeds that have come to the bank.
func (c *chaos) read(db *sql.DB) {
	rows, err := db.Query(`SELECT id, key FROM seeds WHERE id > ? ORDER BY id`, c.last)
	if err != nil {
		if _, missing := os.Stat(c.bank); missing == nil && !strings.Contains(err.Error(), "unable to open") {
			c.Errorf("reading while others write: %v", err)
		}
		return
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&c.last, &key); err != nil {
			c.Fatal(err)
		}
		c.seen[key] = true
	}
	if err := rows.Err(); err != nil {
		c.Errorf("reading while others write: %v", err)
	}
}

// checkBank looks whether the bank is whole and holds all seeds that were seen.
func (c *chaos) checkBank(after string) {
	c.Helper()
	if _, err := os.Stat(c.bank); errors.Is(err, fs.ErrNotExist) && len(c.seen) == 0 {
		return
	}
	db := c.open("rw")
	defer c.close(db)
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		c.Fatalf("after %s: %s, %v", after, verdict, err)
	}
	now, before := map[int64]bool{}, c.seen
	c.seen, c.last = now, 0
	c.read(db)
	lost := 0
	for key := range before {
		if !now[key] {
			lost++
		}
	}
	if lost > 0 {
		c.Errorf("after %s: %d of %d seeds are lost", after, lost, len(before))
	}
	c.mustRun("bank", "verify", "--bank", c.bank)
	if len(now) == 0 {
		return
	}
	for line := range strings.Lines(c.mustRun("gen", "--bank", c.bank, "-n", "10", "--solution", "--seed", fmt.Sprint(c.random.Uint64()))) {
		clues, solution, _ := strings.Cut(strings.TrimSpace(line), "\t")
		c.mustBeTrue(clues, solution)
	}
}

// open opens the bank behind the program's back.
func (c *chaos) open(mode string) *sql.DB {
	c.Helper()
	return c.openFile(c.bank, mode)
}

func (c *chaos) openFile(path, mode string) *sql.DB {
	c.Helper()
	query := url.Values{"mode": {mode}, "_pragma": {"busy_timeout(30000)"}}
	db, err := sql.Open("sqlite", "file:"+path+"?"+query.Encode())
	if err != nil {
		c.Fatal(err)
	}
	return db
}

func (c *chaos) close(db *sql.DB) {
	c.Helper()
	if err := db.Close(); err != nil {
		c.Error(err)
	}
}
