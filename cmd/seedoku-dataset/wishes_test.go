package main

import (
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/wish"
)

var (
	allWishes    = flag.Bool("all-wishes", false, "check every flag alone and every pair of flags")
	randomWishes = flag.Int("random-wishes", 5, "wishes of flags taken at random")
)

// datasetWishes returns the maker of wishes of this program.
func datasetWishes() *wish.Maker {
	m := &wish.Maker{Random: rand.New(rand.NewPCG(28, 10)), Usual: wish.Wish{{Flag: "train", Value: "12"}, {Flag: "test", Value: "6"}, {Flag: "seed", Value: "5"}}}
	for _, flag := range flags() {
		if name := flag.Names()[0]; name != "bank" && name != "version" && name != "help" {
			m.Flags = append(m.Flags, wish.Flag{Name: name, Switch: !flag.(cli.DocGenerationFlag).TakesValue()})
		}
	}
	m.Samples = map[string][]string{
		"train": {"1", "20"}, "test": {"1", "9"}, "validation": {"1", "7"}, "augment": {"1", "3"}, "split": {"class", "grid"},
		"level": {"2", "3-5", "moderate"}, "er": {"1.5", "2.0-2.8"}, "clues": {"24", "26-29", "minimal"}, "style": {"plain", "print"},
		"technique": {"naked-single", "x-wing"}, "hardest": {"claiming", "naked-single"}, "without": {"naked-single", "x-wing"}, "practice": {"x-wing", "naked-pair"},
		"pattern": {wish.Heart}, "seed": {"1", "77"}, "format": {"csv", "jsonl", "npy", "csv-wide"}, "shard-size": {"4", "100"}, "workers": {"1", "2"},
	}
	return m
}

// tryWish runs a wish and reports whether it was kept. It fails if it was neither
// kept nor refused.
func tryWish(t *testing.T, w wish.Wish) bool {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "set")
	o := wish.Outcome{Files: map[string][]byte{}}
	o.Status, o.Stdout, o.Stderr = run(t, append([]string{folder}, w.Arguments()...)...)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			o.Files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	refused, wrong := wish.Refused(o)
	if !refused {
		wrong = wish.CheckDataset(w, o)
	}
	for _, what := range wrong {
		t.Errorf("seedoku dataset %v (status %d, %s):\n  %s", w, o.Status, strings.TrimSpace(o.Stderr), what)
	}
	return !refused
}

// TestWishes asks for flags at random and, in its long form, for every flag alone and
// for all pairs of them, and looks whether what came is what was asked for.
func TestWishes(t *testing.T) {
	m := datasetWishes()
	kept, all := 0, 0
	try := func(w wish.Wish) bool {
		ok := tryWish(t, w)
		if all++; ok {
			kept++
		}
		return ok
	}
	for i := range m.Flags {
		flag := &m.Flags[i]
		if !*allWishes {
			break
		}
		if ok := slices.ContainsFunc(make([]int, 6), func(int) bool { return try(m.Of(flag)) }); !ok && flag.Name != "pattern" {
			t.Errorf("--%s alone was refused", flag.Name)
		}
	}
	for i := range m.Flags {
		for j := range i {
			if *allWishes {
				try(m.Of(&m.Flags[j], &m.Flags[i]))
			}
		}
	}
	for range *randomWishes {
		try(m.Some(5))
	}
	t.Logf("%d flags: %d wishes, %d kept", len(m.Flags), all, kept)
}

// TestCheckerFindsDefects gives the checker what a broken program would write.
func TestCheckerFindsDefects(t *testing.T) {
	table := func(flags ...string) []byte {
		folder := filepath.Join(t.TempDir(), "set")
		if status, _, errs := run(t, append([]string{folder, "--test", "4", "--seed", "3"}, flags...)...); status != 0 {
			t.Fatal(errs)
		}
		text, err := os.ReadFile(filepath.Join(folder, "test.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	asked := wish.Wish{{Flag: "train", Value: "4"}, {Flag: "test", Value: "4"}, {Flag: "level", Value: "2"}, {Flag: "minimal"}}
	sound, other := table("--level", "2", "--minimal"), table("--level", "2", "--minimal", "--seed", "4")
	check := func(train, test []byte) []string {
		return wish.CheckDataset(asked, wish.Outcome{Files: map[string][]byte{"train.csv": train, "test.csv": test}})
	}
	if wrong := check(sound, other); len(wrong) > 0 {
		t.Errorf("a sound set is called wrong: %v", wrong)
	}
	head, rows, _ := strings.Cut(string(sound), "\n")
	for name, test := range map[string][]byte{
		"another level": table("--level", "3", "--minimal"),
		"not minimal":   table("--level", "2", "--clues", "34"),
		"rows missing":  []byte(head + "\n"),
		"a row twice":   []byte(head + "\n" + strings.Repeat(strings.SplitAfter(rows, "\n")[0], 4)),
	} {
		if wrong := check(other, test); len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
	if wrong := check(sound, sound); len(wrong) == 0 {
		t.Error("a leak: nothing was found")
	}
}
