package wish

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// datasetWishes returns the maker of wishes of this program.
func datasetWishes(t *testing.T) *Maker {
	m := &Maker{Random: rand.New(rand.NewPCG(28, 10)), Usual: Wish{{Flag: "train", Value: "12"}, {Flag: "test", Value: "6"}, {Flag: "seed", Value: "5"}}}
	m.Flags = flagsOf(t, "seedoku-dataset", "", "bank", "version", "help")
	m.Samples = map[string][]string{
		"train": {"1", "20"}, "test": {"1", "9"}, "validation": {"1", "7"}, "augment": {"1", "3"}, "split": {"class", "grid"},
		"level": {"2", "3-5", "moderate"}, "er": {"1.5", "2.0-2.8"}, "clues": {"24", "26-29", "minimal"}, "style": {"plain", "print"},
		"technique": {"naked-single", "x-wing"}, "hardest": {"claiming", "naked-single"}, "without": {"naked-single", "x-wing"}, "practice": {"x-wing", "naked-pair"},
		"pattern": {Heart}, "seed": {"1", "77"}, "format": {"csv", "jsonl", "npy", "csv-wide"}, "shard-size": {"4", "100"}, "workers": {"1", "2"},
	}
	return m
}

// tryWish runs a wish and reports whether it was kept. It fails if it was neither
// kept nor refused.
func tryWish(t *testing.T, w Wish) bool {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "set")
	o := runWish(t, "seedoku-dataset", folder, append(w.Arguments(), folder)...)
	refused, wrong := Refused(o)
	if !refused {
		wrong = CheckDataset(w, o)
	}
	for _, what := range wrong {
		t.Errorf("seedoku dataset %v (status %d, %s):\n  %s", w, o.Status, strings.TrimSpace(o.Stderr), what)
	}
	return !refused
}

// TestWishesOfDatasets asks for flags at random and, in its long form, for every flag alone and
// for all pairs of them, and looks whether what came is what was asked for.
func TestWishesOfDatasets(t *testing.T) {
	m := datasetWishes(t)
	kept, all := 0, 0
	try := func(w Wish) bool {
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

// TestCheckerFindsDefectsOfDatasets gives the checker what a broken program would write.
func TestCheckerFindsDefectsOfDatasets(t *testing.T) {
	table := func(flags ...string) []byte {
		folder := filepath.Join(t.TempDir(), "set")
		if o := runProgram(t, "seedoku-dataset", append([]string{folder, "--test", "4"}, flags...)...); o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		text, err := os.ReadFile(filepath.Join(folder, "test.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	asked := Wish{{Flag: "train", Value: "4"}, {Flag: "test", Value: "4"}, {Flag: "level", Value: "2"}, {Flag: "minimal"}}
	sound, other := table("--level", "2", "--minimal", "--seed", "3"), table("--level", "2", "--minimal", "--seed", "4")
	check := func(train, test []byte) []string {
		return CheckDataset(asked, Outcome{Files: map[string][]byte{"train.csv": train, "test.csv": test}})
	}
	if wrong := check(sound, other); len(wrong) > 0 {
		t.Errorf("a sound set is called wrong: %v", wrong)
	}
	added := runProgram(t, "seedoku", "gen", "--level", "2", "--clues", "34", "-n", "4", "--seed", "3", "--format", "csv")
	if added.Status != 0 {
		t.Fatal(added.Stderr)
	}
	head, rows, _ := strings.Cut(string(sound), "\n")
	for name, test := range map[string][]byte{
		"another level": table("--level", "3", "--minimal", "--seed", "3"),
		"not minimal":   []byte(added.Stdout),
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
