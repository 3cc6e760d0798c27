//go:build linux

package main

import (
	"cmp"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/export"
)

var powerLosses = flag.Int("powerloss", 0, "how often TestPowerLoss cuts the power; 0: some 20 times, and less is done meanwhile")

// A power cut at any moment leaves a bank that opens, is whole, and holds every
// seed that somebody had seen in it by then; and no half files.
//
// The program runs under strace; what it wrote and synced is done again on a disk
// that forgets what was not synced.
func TestPowerLoss(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it takes seconds: leave out -short")
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("SKIPPED: strace is not installed, so that nobody can tell what the program writes and syncs; .ci/run installs it")
	}
	seed := *chaosSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-chaosseed %d", seed)
	c := &chaos{T: t, program: realProgram(t), folder: t.TempDir(), random: rand.New(rand.NewPCG(seed, 1))}
	c.other = c.path("other.db")
	each, share := *powerLosses/len(powered), 1
	if *powerLosses == 0 {
		each, share = 10, 10
	}
	for _, what := range powered {
		if *powerLosses == 0 && what.long {
			continue
		}
		t.Run(what.name, func(t *testing.T) {
			folder := t.TempDir()
			c.T, c.bank, c.seen, c.last = t, filepath.Join(folder, "bank.db"), map[int64]bool{}, 0
			p := &powerLoss{chaos: c, strace: strace, folder: folder}
			p.record(what.commands(c, func(n int) int { return n / share }))
			p.replay(each)
		})
	}
}

// powered are what the program does while the power may be cut.
var powered = []struct {
	name string
	long bool // only where somebody asks for many cuts

	// commands prepares the folder, too. The function some tells how many to make
	// where n are made in the long run.
	commands func(c *chaos, some func(n int) int) [][]string
}{
	{"a new bank", false, func(c *chaos, some func(int) int) [][]string {
		return [][]string{
			{"mine", "--bank", c.bank, "--count", fmt.Sprint(some(150)), "--workers", "1", "--seed", "1"},
			{"import", "--bank", c.bank, "--ladders", "none", c.puzzles(some(200))},
			{"mine", "--bank", c.bank, "--count", fmt.Sprint(some(60)), "--workers", "1", "--strategy", "walk", "--toward", "er"},
			{"bank", "compact", "--bank", c.bank},
			{"mine", "--bank", c.bank, "--count", fmt.Sprint(some(30)), "--workers", "1", "--seed", "2"},
		}
	}},
	{"a bank of an older rater", true, func(c *chaos, some func(int) int) [][]string {
		c.mustRun("import", "--bank", c.other, "--ladders", "none", c.puzzles(400))
		c.mustRun("mine", "--bank", c.bank, "--count", fmt.Sprint(some(80)), "--workers", "1", "--seed", "3", "--levels", "1-4")
		db := c.open("rw")
		if _, err := db.Exec(`UPDATE runs SET rater = rater - 1`); err != nil {
			c.Fatal(err)
		}
		c.read(db)
		c.close(db)
		c.mustRun("bank", "compact", "--bank", c.bank)
		return [][]string{
			{"bank", "rerate", "--bank", c.bank, "--workers", "1"},
			{"bank", "merge", "--bank", c.bank, c.other},
			{"mine", "--bank", c.bank, "--count", fmt.Sprint(some(60)), "--workers", "1", "--seed", "4"},
		}
	}},
	{"files", false, func(c *chaos, some func(int) int) [][]string {
		output := filepath.Join(filepath.Dir(c.bank), "puzzles.txt")
		return [][]string{
			{"gen", "-n", fmt.Sprint(some(3000)), "--seed", "1", "--output", output},
			{"gen", "-n", fmt.Sprint(some(1000)), "--seed", "2", "--output", output},
			{"gen", "-n", fmt.Sprint(some(2000)), "--seed", "3", "--output", output},
		}
	}},
	{"packs of a collection", false, func(c *chaos, some func(int) int) [][]string {
		collection := filepath.Join(filepath.Dir(c.bank), "year.collection")
		export := func(name, seed string, more ...string) []string {
			return append([]string{"export", "--level", "4", "-n", "5", "--name", name, "--seed", seed, "--dir", c.path("packs"), "--collection", collection}, more...)
		}
		return [][]string{export("spring", "1"), export("summer", "2"), export("summer", "3", "--force"), export("autumn", "4")}
	}},
}

// powerLoss is a record of what processes did in a folder.
type powerLoss struct {
	*chaos
	strace, folder string
	before         map[string][]byte // files at the beginning
	calls          []call
	sightings      []sighting
	outputs        []output
	packs          []packed
}

// packed is a pack that stood when a process had ended.
type packed struct {
	at     time.Time
	volume string
	places []export.Place
}

// sighting is what somebody had seen at a time.
type sighting struct {
	at    time.Time
	seeds []int64 // keys of those that nobody had seen before
}

// output is a file that a process had written when it ended.
type output struct {
	at   time.Time
	text string
}

// record runs commands one after the other, and notes when somebody saw which
// seeds.
func (p *powerLoss) record(commands [][]string) {
	p.Helper()
	p.before = p.files()
	p.see()
	for i, args := range commands {
		trace := p.path(fmt.Sprintf("trace-%d", i))
		alone := args[0] == "bank" && args[1] != "merge"
		run := startProgram(p.T, p.strace, slices.Concat(straceArguments(trace), []string{p.program}, args)...)
		for done := false; !done; {
			select {
			case <-run.ended:
				done = true
			case <-time.After(5 * time.Millisecond):
				if !alone {
					p.see()
				}
			}
		}
		p.mustBeWell(run)
		p.see()
		if text, err := os.ReadFile(filepath.Join(p.folder, "puzzles.txt")); err == nil {
			p.outputs = append(p.outputs, output{time.Now(), string(text)})
		}
		p.packs = append(p.packs, p.standing()...)
		calls, err := readCalls(trace)
		if err != nil {
			p.Fatal(err)
		}
		p.calls = append(p.calls, calls...)
	}
}

// files returns the files of the folder.
func (p *powerLoss) files() map[string][]byte {
	p.Helper()
	found, err := filepath.Glob(filepath.Join(p.folder, "*"))
	if err != nil {
		p.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range found {
		if files[path], err = os.ReadFile(path); err != nil {
			p.Fatal(err)
		}
	}
	return files
}

// see notes which seeds the bank has.
func (p *powerLoss) see() {
	p.Helper()
	if _, err := os.Stat(p.bank); err != nil {
		return
	}
	db := p.open("ro")
	defer p.close(db)
	var keys []int64
	rows, err := db.Query(`SELECT key FROM seeds`)
	if err != nil {
		return // at the moment of an exclusive lock
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			p.Fatal(err)
		}
		if !p.seen[key] {
			p.seen[key] = true
			keys = append(keys, key)
		}
	}
	if len(keys) > 0 {
		p.sightings = append(p.sightings, sighting{time.Now(), keys})
	}
}

// replay cuts the power some times, at random calls, and then looks whether the
// test can fail: on a disk that never syncs, seeds must be lost.
func (p *powerLoss) replay(cuts int) {
	p.Helper()
	points := make([]int, cuts)
	for i := range points {
		points[i] = p.random.IntN(len(p.calls) + 1)
	}
	slices.Sort(points)
	wrong := p.cutAt(points, true)
	for _, problem := range wrong[:min(len(wrong), 20)] {
		p.Error(problem)
	}
	seeds := len(p.seen)
	late := append(slices.Clone(points[len(points)/2:]), slices.Repeat([]int{len(p.calls)}, 5)...)
	lying := p.cutAt(late, false)
	if len(lying) == 0 {
		p.Error("without any sync nothing was lost: the test cannot fail")
	}
	p.Logf("%d calls, %d seeds, seen %d times; %d power cuts, %d of them with losses (on a disk that does not sync: %d of %d)",
		len(p.calls), seeds, len(p.sightings), len(points), len(wrong), len(lying), len(late))
}

// cutAt cuts the power before each of some calls, which are in order, and returns
// what was wrong then.
func (p *powerLoss) cutAt(points []int, syncs bool) (wrong []string) {
	p.Helper()
	d := newDisk()
	for path, content := range p.before {
		d.load(path, slices.Clone(content))
	}
	w := &replayer{disk: d, folder: p.folder, syncs: syncs, at: map[string]int64{}}
	done := 0
	for _, point := range points {
		for ; done < point; done++ {
			if err := w.do(&p.calls[done]); err != nil {
				p.Fatalf("%s %.200v: %v", p.calls[done].name, p.calls[done].args, err)
			}
		}
		moment := time.Now()
		if point < len(p.calls) {
			moment = p.calls[point].begun
		}
		if problem := p.look(d, moment); problem != "" {
			wrong = append(wrong, fmt.Sprintf("power cut before call %d of %d: %s", point, len(p.calls), problem))
		}
	}
	return wrong
}

// look returns what is wrong with what the disk has after a power cut.
func (p *powerLoss) look(d *disk, moment time.Time) string {
	p.Helper()
	after, err := os.MkdirTemp(p.path(""), "after-*")
	if err != nil {
		p.Fatal(err)
	}
	defer os.RemoveAll(after)
	if err := d.cut(p.random, p.folder, after); err != nil {
		p.Fatal(err)
	}
	if problem := cmp.Or(p.lookAtOutput(after, moment), p.lookAtPacks(after, moment)); problem != "" {
		return problem
	}
	var seen []int64
	for _, s := range p.sightings {
		if s.at.Before(moment) {
			seen = append(seen, s.seeds...)
		}
	}
	path := filepath.Join(after, filepath.Base(p.bank))
	if _, err := os.Stat(path); err != nil {
		if len(seen) > 0 {
			return fmt.Sprintf("no bank, and %d seeds lost", len(seen))
		}
		return ""
	}
	return p.lookAtBank(path, seen)
}

// lookAtBank returns what is wrong with a bank that should hold some seeds.
func (p *powerLoss) lookAtBank(path string, seen []int64) string {
	bank, err := change.Open(context.Background(), path)
	if err != nil {
		return err.Error()
	}
	defer bank.Close()
	if p.random.IntN(20) == 0 {
		var problems []string
		_, err := repair.Verify(context.Background(), bank, repair.VerifyOptions{Workers: 1, Problem: func(err error) { problems = append(problems, err.Error()) }})
		if err != nil || len(problems) > 0 {
			return fmt.Sprintf("verify: %v %v", err, problems)
		}
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		return fmt.Sprintf("integrity: %s, %v", verdict, err)
	}
	has, err := db.Prepare(`SELECT EXISTS (SELECT 1 FROM seeds WHERE key = ?)`)
	if err != nil {
		return err.Error()
	}
	defer has.Close()
	lost := 0
	for _, key := range seen {
		var there bool
		if err := has.QueryRow(key).Scan(&there); err != nil {
			return err.Error()
		}
		if !there {
			lost++
		}
	}
	if lost > 0 {
		return fmt.Sprintf("%d of %d seeds lost", lost, len(seen))
	}
	return ""
}

// standing returns the packs that commands have written, on another disk.
func (p *powerLoss) standing() (packs []packed) {
	p.Helper()
	manifests, err := filepath.Glob(filepath.Join(p.path("packs"), "*"+export.ManifestSuffix))
	if err != nil {
		p.Fatal(err)
	}
	for _, path := range manifests {
		m, err := readManifest(path)
		if err != nil {
			p.Fatal(err)
		}
		packs = append(packs, packed{time.Now(), strings.TrimSuffix(filepath.Base(path), export.ManifestSuffix), m.Places()})
	}
	return packs
}

// lookAtPacks returns which pack that stood at the moment is none that its collection knows. A
// pack that is being replaced may be the later one already.
func (p *powerLoss) lookAtPacks(after string, moment time.Time) string {
	first := map[string]int{} // by volume, the index of the first of p.packs that it may be
	for i := range p.packs {
		if p.packs[i].at.Before(moment) {
			first[p.packs[i].volume] = i
		}
	}
	if len(first) == 0 {
		return ""
	}
	collection, err := given.OpenToRead(p.Context(), filepath.Join(after, "year.collection"))
	if err != nil {
		return fmt.Sprintf("%d packs, and their collection: %v", len(first), err)
	}
	defer collection.Close()
	for volume, i := range first {
		known := func(pack packed) bool {
			return pack.volume == volume && !slices.ContainsFunc(pack.places, func(place export.Place) bool {
				is, err := collection.Holds(p.Context(), volume, place.ID)
				was, wrong := collection.Holds(p.Context(), volume+replaced, place.ID)
				return cmp.Or(err, wrong) != nil || !is && !was
			})
		}
		if !slices.ContainsFunc(p.packs[i:], known) {
			return fmt.Sprintf("the puzzles of %s may come again", volume)
		}
	}
	return ""
}

// lookAtOutput returns what is wrong with the file that commands write: it must
// be the one of the last that had ended, or of a later one.
func (p *powerLoss) lookAtOutput(after string, moment time.Time) string {
	least := 0
	for least < len(p.outputs) && p.outputs[least].at.Before(moment) {
		least++
	}
	text, err := os.ReadFile(filepath.Join(after, "puzzles.txt"))
	if err != nil {
		if least > 0 {
			return fmt.Sprintf("no output after %d commands", least)
		}
		return ""
	}
	for i := max(least-1, 0); i < len(p.outputs); i++ {
		if p.outputs[i].text == string(text) {
			return ""
		}
	}
	return fmt.Sprintf("the output is none that was written: %d bytes", len(text))
}
