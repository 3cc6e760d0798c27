package given_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/seedbank/seed"
)

var background = context.Background()

func mustOpen(t interface{ Fatal(...any) }, path string) *given.Collection {
	c, err := given.Open(background, path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A collection is what was added to it and committed, whatever was given up.
func TestCollectionIsWhatWasAdded(t *testing.T) {
	folder := t.TempDir()
	number := 0
	rapid.Check(t, func(t *rapid.T) {
		number++
		path := filepath.Join(folder, "made for it", fmt.Sprint(number)+" 100%?#"+given.Extension)
		var want []given.Volume
		for range rapid.IntRange(1, 6).Draw(t, "sessions") {
			c := mustOpen(t, path)
			volumes := slices.Clone(want)
			for range rapid.IntRange(0, 3).Draw(t, "steps") {
				volumes = step(t, c, volumes)
			}
			if rapid.Bool().Draw(t, "commit") {
				if err := c.Commit(); err != nil {
					t.Fatal(err)
				}
				want = volumes
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
		mustHold(t, path, want)
	})
}

// step adds a volume or takes one back.
func step(t *rapid.T, c *given.Collection, volumes []given.Volume) []given.Volume {
	name := rapid.SampledFrom([]string{"spring", "summer", "Herbst 'und\" Winter", ""}).Draw(t, "name")
	at := slices.IndexFunc(volumes, func(v given.Volume) bool { return v.Name == name })
	if rapid.Bool().Draw(t, "take back") {
		n, err := c.TakeBack(background, name)
		switch {
		case at < 0 && !errors.Is(err, given.ErrNoVolume):
			t.Fatalf("%d puzzles of a volume that is not there, %v", n, err)
		case at >= 0 && (err != nil || n != len(volumes[at].Puzzles)):
			t.Fatalf("%d puzzles, %v; want %d", n, err, len(volumes[at].Puzzles))
		case at >= 0:
			volumes = slices.Delete(volumes, at, at+1)
		}
		return volumes
	}
	v := given.Volume{Name: name, Made: time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "made"), 0).UTC()}
	for n := range rapid.IntRange(0, 5).Draw(t, "puzzles") {
		v.Puzzles = append(v.Puzzles, given.Puzzle{
			ID: seed.ID{Seed: seed.Key(rapid.Uint64().Draw(t, "seed"))}, Grid: seed.Key(rapid.SampledFrom([]uint64{0, 1, 1<<64 - 1, 1 << 63}).Draw(t, "grid")),
			File: "a.txt", Number: n + 1, Page: rapid.IntRange(0, 2).Draw(t, "page"),
		})
	}
	switch err := c.Add(background, &v); {
	case at >= 0 && !errors.Is(err, given.ErrIsThere), at < 0 && err != nil:
		t.Fatal(err)
	case at < 0:
		volumes = append(volumes, v)
	}
	return volumes
}

// mustHold compares a collection with the volumes that it should have.
func mustHold(t *rapid.T, path string, want []given.Volume) {
	c, err := given.OpenToRead(background, path)
	if err != nil {
		if len(want) == 0 && errors.Is(err, given.ErrNone) || errors.Is(err, given.ErrNotOne) && len(want) == 0 {
			return // nothing was ever committed
		}
		t.Fatal(err)
	}
	defer c.Close()
	volumes, err := c.Volumes(background)
	if err != nil || len(volumes) != len(want) {
		t.Fatalf("%d volumes, %v; want %d", len(volumes), err, len(want))
	}
	places := map[seed.Key][]given.Place{}
	for i, v := range want {
		if got := volumes[i]; got.Name != v.Name || !got.Made.Equal(v.Made) || got.Puzzles != len(v.Puzzles) {
			t.Fatalf("%+v, want %+v", got, v)
		}
		for n, p := range v.Puzzles {
			places[p.Grid] = append(places[p.Grid], given.Place{Volume: v.Name, File: "a.txt", Number: n + 1, ID: p.ID.String(), Page: p.Page})
		}
		others := map[seed.Key]bool{}
		for j := range want {
			for _, p := range want[j].Puzzles {
				if j != i {
					others[p.Grid] = true
				}
			}
		}
		grids, err := c.Grids(background, v.Name)
		if err != nil || len(grids) != len(others) || slices.ContainsFunc(grids, func(g seed.Key) bool { return !others[g] }) {
			t.Fatalf("grids %v without %q, %v; want %v", grids, v.Name, err, others)
		}
	}
	for grid, want := range places {
		if got, err := c.On(background, grid); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, %v; want %v", got, err, want)
		}
	}
}

// Two programs cannot add at the same time. Whoever reads sees what was committed.
func TestOneWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "year"+given.Extension)
	c := mustOpen(t, path)
	if err := errors.Join(c.Add(background, &given.Volume{Name: "spring"}), c.Commit(), c.Close()); err != nil {
		t.Fatal(err)
	}
	c = mustOpen(t, path)
	defer c.Close()
	if err := c.Add(background, &given.Volume{Name: "summer"}); err != nil {
		t.Fatal(err)
	}
	if _, err := given.Open(background, path); !errors.Is(err, given.ErrInUse) {
		t.Fatal(err)
	}
	reader, err := given.OpenToRead(background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if volumes, err := reader.Volumes(background); err != nil || len(volumes) != 1 {
		t.Fatal(volumes, err)
	}
}

// add adds a volume of n puzzles to a collection and closes it.
func add(t *testing.T, path, name string, n int) {
	c := mustOpen(t, path)
	v := given.Volume{Name: name}
	for i := range n {
		v.Puzzles = append(v.Puzzles, given.Puzzle{Grid: seed.Key(i), File: name, Number: i + 1})
	}
	if err := errors.Join(c.Add(background, &v), c.Commit(), c.Close()); err != nil {
		t.Fatal(err)
	}
}

// Whoever reads a collection keeps nobody from adding to it, and sees what was added. Whoever
// has it open to write keeps nobody from reading, however much was taken back.
func TestReadersAndWriter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "year"+given.Extension)
	add(t, path, "spring", 100_000)
	reader, err := given.OpenToRead(background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	mustBeOn := func(want int) {
		t.Helper()
		if places, err := reader.On(background, 0); err != nil || len(places) != want {
			t.Fatalf("%v, %v; want %d places", places, err, want)
		}
	}
	mustBeOn(1)
	add(t, path, "summer", 1)
	mustBeOn(2)
	c := mustOpen(t, path)
	defer c.Close()
	if _, err := c.TakeBack(background, "spring"); err != nil {
		t.Fatal(err)
	}
	mustBeOn(2)
}

// The error of a commit tells a reader from a writer.
func TestCommitUnderReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "year"+given.Extension)
	add(t, path, "spring", 1)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT * FROM puzzles`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	c := mustOpen(t, path)
	defer c.Close()
	if err := errors.Join(c.Add(background, &given.Volume{Name: "summer"}), c.Commit()); !errors.Is(err, given.ErrRead) {
		t.Fatal(err)
	}
}

// A collection that gets no volume leaves no file. Who has waited for it begins a new one.
func TestNothingLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "year"+given.Extension)
	c := mustOpen(t, path)
	opened := make(chan *given.Collection)
	go func() {
		c, err := given.Open(background, path)
		if err != nil {
			t.Error(err)
		}
		opened <- c
	}()
	time.Sleep(100 * time.Millisecond) // the other one waits by now; if not, it begins afterwards
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c = <-opened; c == nil {
		return
	}
	if err := errors.Join(c.Add(background, &given.Volume{Name: "spring"}), c.Commit(), c.Close()); err != nil {
		t.Fatal(err)
	}
	if c = mustOpen(t, path); c.Close() != nil || !given.Exists(path) {
		t.Error("the collection with a volume is gone")
	}
	path = filepath.Join(t.TempDir(), "none"+given.Extension)
	mustOpen(t, path).Close()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what is left of a collection without volumes: %v", err)
	}
}

// What is no collection is refused and stays as it is.
func TestWhatIsNoCollection(t *testing.T) {
	for name, text := range map[string]string{"text": "53..7....", "half": "SQLite format 3\x00"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := given.OpenToRead(background, path); !errors.Is(err, given.ErrNotOne) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := given.Open(background, path); !errors.Is(err, given.ErrNotOne) {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("%s: %q, %v", name, left, err)
		}
	}
	if _, err := given.OpenToRead(background, filepath.Join(t.TempDir(), "nothing")); !errors.Is(err, given.ErrNone) {
		t.Error(err)
	}
}

func ExampleCollection_Add() {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "year"+given.Extension)
	c, err := given.Open(background, path)
	if err != nil {
		panic(err)
	}
	volume := &given.Volume{Name: "spring.pdf", Puzzles: []given.Puzzle{{ID: seed.ID{Seed: 7}, Grid: 42, File: "spring.pdf", Number: 1, Page: 12}}}
	err = errors.Join(c.Add(background, volume), c.Commit(), c.Close())
	if err != nil {
		panic(err)
	}
	c, err = given.OpenToRead(background, path)
	if err != nil {
		panic(err)
	}
	defer c.Close()
	fmt.Println(c.On(background, 42))
	// Output: [{spring.pdf spring.pdf 1 0000000000007-000000000R 12}] <nil>
}
