package web_test

import (
	"flag"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/web"
	"github.com/seedoku/seedoku/transform"
)

// growing is a bank to which seeds are added, and a server of it.
type growing struct {
	*client
	bank *change.Writer
	run  seedbank.RunID
}

// growingBank returns an empty bank.
func growingBank(t *testing.T) *growing {
	t.Helper()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Started: time.Now(), Arguments: "test", Program: "test", Rater: rating.Version})
	if err != nil {
		t.Fatal(err)
	}
	return &growing{&client{TB: t, headers: http.Header{}}, bank, run}
}

// add adds seeds some at a time, and has another server begin.
func (g *growing) add(t *testing.T, seeds []seed.Seed) {
	t.Helper()
	for some := range slices.Chunk(seeds, 50) {
		if _, err := g.bank.Insert(t.Context(), g.run, some); err != nil {
			t.Fatal(err)
		}
	}
	g.server = web.New(g.bank.Bank, web.Options{})
}

// starterSeeds returns seeds of the starter bank of some levels: of each the first
// ones by their keys, and as many with symmetric rungs.
func starterSeeds(t *testing.T, each int, levels ...rating.Level) (seeds []seed.Seed) {
	t.Helper()
	bank := banktest.Starter(t)
	known := map[seed.Key]bool{}
	for _, level := range levels {
		for _, filter := range []seedbank.Filter{{Levels: seedbank.Only(level)}, {Levels: seedbank.Only(level), Symmetry: transform.Rotate180, Rungs: true}} {
			selection, err := bank.Select(t.Context(), filter)
			if err != nil {
				t.Fatal(err)
			}
			stream := selection.Distinct(uint64(level))
			for range each {
				puzzle, err := stream.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				key := puzzle.Pick().Key()
				if known[key] {
					continue
				}
				known[key] = true
				s, err := bank.SeedNamed(t.Context(), key)
				if err != nil {
					t.Fatal(err)
				}
				seeds = append(seeds, s)
			}
		}
	}
	return seeds
}

func shuffled(seeds []seed.Seed) []seed.Seed {
	other := slices.Clone(seeds)
	random := rand.New(rand.NewPCG(3, 4))
	random.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
	return other
}

// A series that began with one bank goes on with another if what it is drawn from has
// the same order there, and is refused if it has not.
func TestSeriesOverBanks(t *testing.T) {
	seeds := starterSeeds(t, 40, 4, 7)
	level4 := slices.DeleteFunc(slices.Clone(seeds), func(s seed.Seed) bool { return s.Rating.Level() != 4 })
	level7 := slices.DeleteFunc(slices.Clone(seeds), func(s seed.Seed) bool { return s.Rating.Level() != 7 })
	first, alike, other := growingBank(t), growingBank(t), growingBank(t)
	first.add(t, seeds)
	alike.add(t, level4)
	other.add(t, shuffled(seeds))

	const kinds = "level=4,level=4&clues=26-30,level=4&symmetry=rotate180,level=4&distinct=true,level=4&clues=24-28&symmetry=rotate180,level=4&without=x-wing"
	for kind := range strings.SplitSeq(kinds, ",") {
		begun := decode[puzzlesObject](first.client, first.get("/api/v1/puzzles?seed=4&n=5&"+kind))
		next := begun.Next
		if a := other.get(next); a.StatusCode != http.StatusConflict {
			t.Errorf("%s: a bank with another order goes on: status %d", kind, a.StatusCode)
		} else {
			other.wantProblem(a, http.StatusConflict, "digest", "begin a new series")
		}
		// Rungs of seeds of level 7 can be of level 4.
		if !strings.Contains(kind, "clues") && !strings.Contains(kind, "symmetry") {
			want, got := first.get(next), alike.get(next)
			if want.StatusCode != http.StatusOK || string(got.body) != string(want.body) {
				t.Errorf("%s: a bank with other seeds of other levels: status %d, %s", kind, got.StatusCode, got.body)
			}
		}
	}

	// Seeds of another level do not end a series, those of its own level do.
	before := decode[puzzlesObject](alike.client, alike.get("/api/v1/puzzles?seed=4&n=5&level=4"))
	alike.add(t, level7)
	if a := alike.get(before.Next); a.StatusCode != http.StatusOK {
		t.Errorf("a bank that got seeds of another level: status %d, %s", a.StatusCode, a.body)
	}
	alike.add(t, starterSeeds(t, 60, 4))
	alike.wantProblem(alike.get(before.Next), http.StatusConflict, "digest", "begin a new series")
}

var dailies = flag.Int("dailies", 8, "how many days TestDailyOverBanks compares")

// The puzzle of a day is the same from all banks with the same seeds.
func TestDailyOverBanks(t *testing.T) {
	seeds := starterSeeds(t, 40, 2, 4, 5, 7)
	one, other := growingBank(t), growingBank(t)
	one.add(t, seeds)
	other.add(t, shuffled(seeds))
	days := *dailies
	if testing.Short() {
		days = 5
	}
	kinds := []string{"", "level=4", "level=4-7", "clues=27", "level=2&clues=28-34", "technique=x-wing", "technique=last-cell&without=bug-plus-one&level=1-6", "hardest=x-wing", "without=x-wing&level=5",
		"symmetry=rotate180", "level=7&symmetry=rotate180", "style=print", "style=print&level=2", "style=print&level=4-5&symmetry=none", "practice=x-wing", "er=2.0-3.0",
		"pattern=" + patternOf(&seeds[0])}
	for _, kind := range kinds {
		different := map[string]bool{}
		for day := range days {
			date := time.Date(2026, 11, 21+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			address := "/api/v1/daily?" + url.Values{"date": {date}}.Encode() + "&" + kind
			a, b := one.get(address), other.get(address)
			if a.StatusCode != http.StatusOK || string(a.body) != string(b.body) {
				t.Fatalf("%s: %.200s, from another order %.200s", address, a.body, b.body)
			}
			different[string(a.body)] = true
		}
		if len(different) != days {
			t.Errorf("%s: %d days have %d puzzles", kind, days, len(different))
		}
	}
}

// patternOf returns the cells of the clues of a seed as a pattern.
func patternOf(s *seed.Seed) string {
	return strings.Map(func(r rune) rune {
		if r == '.' {
			return r
		}
		return 'x'
	}, s.Puzzle.Clues().String())
}

// swapped returns the seeds with two of one level and one stratum in each other's place,
// the last ones, so that nothing else depends on which comes first.
func swapped(t *testing.T, seeds []seed.Seed, level rating.Level) (one, other []seed.Seed) {
	t.Helper()
	for i := range seeds {
		for j := range i {
			a, b := &seeds[i], &seeds[j]
			if a.Rating.Level() != level || a.Rating.ER != b.Rating.ER || a.Rating.Hardest != b.Rating.Hardest ||
				a.Puzzle.NumClues() != b.Puzzle.NumClues() || a.Automorphisms != b.Automorphisms {
				continue
			}
			others := slices.Delete(slices.Delete(slices.Clone(seeds), i, i+1), j, j+1)
			return slices.Concat(others, []seed.Seed{*a, *b}), slices.Concat(others, []seed.Seed{*b, *a})
		}
	}
	t.Fatalf("no two seeds of level %d share a stratum", level)
	return nil, nil
}

// ids returns the puzzles of an answer, and where they go on.
func (g *growing) ids(t *testing.T, address string) (ids []string, next string) {
	t.Helper()
	object := decode[struct {
		Puzzles []struct{ ID string }
		Next    string
	}](g.client, g.get(address))
	for _, p := range object.Puzzles {
		ids = append(ids, p.ID)
	}
	return ids, object.Next
}

// Two seeds of level 4 that changed places refuse the series of level 4 and of all
// levels, and no others. The series would have puzzles twice otherwise: a digest that
// was forged shows them.
func TestSeriesOverSwappedSlots(t *testing.T) {
	seeds, changed := swapped(t, starterSeeds(t, 40, 4, 7), 4)
	one, other := growingBank(t), growingBank(t)
	one.add(t, seeds)
	other.add(t, changed)
	for kind, refused := range map[string]bool{"level=4": true, "": true, "level=4&distinct=true": true, "level=7": false, "level=7&distinct=true": false} {
		_, next := one.ids(t, "/api/v1/puzzles?seed=4&n=20&"+kind)
		a := other.get(next)
		if refused {
			other.wantProblem(a, http.StatusConflict, "digest", "begin a new series")
		} else if a.StatusCode != http.StatusOK || string(a.body) != string(one.get(next).body) {
			t.Errorf("%s: status %d, %.200s", kind, a.StatusCode, a.body)
		}
	}

	other = growingBank(t)
	other.add(t, shuffled(seeds))
	const kind = "/api/v1/puzzles?seed=4&n=20&level=4&distinct=true"
	first, next := one.ids(t, kind)
	_, foreign := other.ids(t, kind)
	more, _ := other.ids(t, strings.Replace(next, digestIn(t, next), digestIn(t, foreign), 1))
	if !slices.ContainsFunc(more, func(id string) bool {
		return slices.ContainsFunc(first, func(of string) bool { return of[:13] == id[:13] })
	}) {
		t.Error("the banks are not an example: a series that goes on at the other one repeats no puzzle")
	}
}

func digestIn(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || !u.Query().Has("digest") {
		t.Fatalf("%q has no digest: %v", address, err)
	}
	return u.Query().Get("digest")
}

// A bank whose strata were made in another order, but hold the same seeds in the same
// slots, goes on with series, and gives nothing twice.
func TestSeriesOverStrataInAnotherOrder(t *testing.T) {
	seeds := starterSeeds(t, 40, 4, 7)
	later := slices.Clone(seeds)
	slices.SortStableFunc(later, func(a, b seed.Seed) int { return int(b.Rating.ER) - int(a.Rating.ER) })
	one, other := growingBank(t), growingBank(t)
	one.add(t, seeds)
	other.add(t, later)
	for _, kind := range []string{"level=4", "level=7", "", "level=4&distinct=true"} {
		known := map[string]bool{}
		next := "/api/v1/puzzles?seed=9&n=18&" + kind
		for i := range 3 {
			var ids []string
			ids, next = []*growing{one, other}[i%2].ids(t, next)
			for _, id := range ids {
				if known[id] {
					t.Errorf("%s: %s comes twice", kind, id)
				}
				known[id] = true
			}
		}
		if len(known) != 3*18 {
			t.Errorf("%s: %d puzzles", kind, len(known))
		}
	}
}

// The series of the report: level 8 with full symmetry, far from its beginning.
func TestFarSeriesOverBanks(t *testing.T) {
	selection, err := banktest.Starter(t).Select(t.Context(), seedbank.Filter{Levels: seedbank.Only(rating.Level(8)), Symmetry: transform.Full, Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	stream := selection.Distinct(1)
	var seeds []seed.Seed
	for len(seeds) < 12 {
		puzzle, err := stream.Next(t.Context())
		if err != nil {
			break
		}
		s, err := banktest.Starter(t).SeedNamed(t.Context(), puzzle.Pick().Key())
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, s)
	}
	if len(seeds) < 3 {
		t.Fatalf("only %d seeds of level 8 have full symmetry", len(seeds))
	}
	backward := slices.Clone(seeds)
	slices.Reverse(backward)
	one, other := growingBank(t), growingBank(t)
	one.add(t, seeds)
	other.add(t, backward)
	_, next := one.ids(t, "/api/v1/puzzles?level=8&seed=4&symmetry=full&n=5")
	far := strings.Replace(next, "after=5&", "after=100000&", 1)
	if a := one.get(far); a.StatusCode != http.StatusOK {
		t.Errorf("%s: status %d: %s", far, a.StatusCode, a.body)
	}
	other.wantProblem(other.get(far), http.StatusConflict, "digest", "begin a new series")
}

// A parameter without a value, and options that contradict each other, are errors.
func TestContradictingWishes(t *testing.T) {
	c := sharedClient(t)
	for query, want := range map[string]string{
		"level=":             "it is empty",
		"technique=&level=4": "it is empty",
		"format=pdf&no-solutions=true&solutions=parts":   "contradict each other",
		"format=pdf&neutral=true&show=program":           "contradict each other",
		"format=pdf&solutions=none&solutions-per-page=3": "contradict each other",
	} {
		if a := c.get("/api/v1/packs?n=1&seed=1&" + query); a.StatusCode < 400 || a.StatusCode > 499 || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %d %.200s", query, a.StatusCode, a.body)
		}
	}
	if a := c.get("/api/v1/packs?n=1&seed=1&format=pdf&no-solutions=true&solutions=none&neutral=true&show=id"); a.StatusCode != 200 {
		t.Errorf("wishes that agree: %d %.200s", a.StatusCode, a.body)
	}
}
