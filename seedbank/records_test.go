package seedbank

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// anyRatings are ratings of which many puzzles share some, so that records are
// held by several.
var anyRatings = rapid.Custom(func(t *rapid.T) [NumRatings]rating.Tenths {
	three := rapid.SliceOfN(rapid.SampledFrom([]rating.Tenths{12, 26, 69, 70, 71, 93, 110}), 3, 3).Draw(t, "ratings")
	slices.Sort(three)
	return [NumRatings]rating.Tenths{ER: three[2], EP: three[1], ED: three[0]}
})

// storedSeed is a seed with the run that stored it.
type storedSeed struct {
	seed.Seed
	run int // from 0
}

// anyStored stores some seeds in a bank, with ratings as they come, in several
// runs. It returns them in the order in which they were stored.
func anyStored(t *rapid.T, bank *Writer) (stored []storedSeed) {
	seeds := slices.Clone(someSeeds())
	left := rapid.Permutation(seeds).Draw(t, "seeds")[:rapid.IntRange(0, 40).Draw(t, "number")]
	for run := 0; len(left) > 0 || run == 0; run++ {
		if run > 0 { // bankOf has begun the first
			if _, err := bank.StartRun(background, &Run{Program: "test", Started: time.Unix(int64(run), 0)}); err != nil {
				t.Fatal(err)
			}
		}
		some := left[:rapid.IntRange(0, len(left)).Draw(t, "seeds of a run")]
		left = left[len(some):]
		for i := range some {
			rated := anyRatings.Draw(t, "rated")
			some[i].Rating.ER, some[i].Rating.EP, some[i].Rating.ED = rated[ER], rated[EP], rated[ED]
			stored = append(stored, storedSeed{some[i], run})
		}
		if _, err := bank.Insert(background, RunID(run+1), some); err != nil {
			t.Fatal(err)
		}
	}
	return stored
}

// plainRecord returns the record that a seed would be.
func plainRecord(s *seed.Seed) Record {
	return Record{s.PickSymmetric(0, transform.NoSymmetry).Isomorph(0).ID(), s.Puzzle.NumClues(), s.Rating.ER, s.Rating.EP, s.Rating.ED}
}

// ranksOf is what seeds are compared by: the first number that differs decides.
func ranksOf(r Record, m Measure) []int { return []int{r.Value(m), int(r.ER), int(r.EP), int(r.ED)} }

// mustBeBest fails unless a record is held by one of some seeds, and no other one
// is better.
func mustBeBest(t *rapid.T, what string, got Record, m Measure, of []seed.Seed) {
	t.Helper()
	known := false
	for i := range of {
		one := plainRecord(&of[i])
		known = known || one == got
		if slices.Compare(ranksOf(one, m), ranksOf(got, m)) > 0 {
			t.Fatalf("%s: the best %v is %+v, and there is %+v", what, m, got, one)
		}
	}
	if known != (len(of) > 0) || !known && got.Held() {
		t.Fatalf("%s: the best %v is %+v, of %d seeds", what, m, got, len(of))
	}
}

// those returns the seeds that pass a test.
func those(stored []storedSeed, pass func(*seed.Seed) bool) (some []seed.Seed) {
	for i := range stored {
		if pass(&stored[i].Seed) {
			some = append(some, stored[i].Seed)
		}
	}
	return some
}

func TestRecordsAreThoseOfAPlainScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bank := bankOf(t)
		stored := anyStored(t, bank)
		records, err := bank.Records(background)
		if err != nil {
			t.Fatal(err)
		}
		checkClues(t, records, stored)
		checkLevels(t, records, stored)
		checkEarly(t, &records.Early, stored)
		checkRare(t, records, stored)
		highlights, err := bank.Highlights(background)
		if err != nil {
			t.Fatal(err)
		}
		all := those(stored, func(*seed.Seed) bool { return true })
		mustBeBest(t, "highlights", highlights.Hardest, ER, all)
		mustBeBest(t, "highlights", highlights.Fewest, ER, withFewestClues(all))
		checkEarly(t, &highlights.Early, stored)
		checkGrowth(t, bank, stored)
	})
}

func withFewestClues(seeds []seed.Seed) (fewest []seed.Seed) {
	for i := range seeds {
		if len(fewest) > 0 && seeds[i].Puzzle.NumClues() < fewest[0].Puzzle.NumClues() {
			fewest = nil
		}
		if len(fewest) == 0 || seeds[i].Puzzle.NumClues() == fewest[0].Puzzle.NumClues() {
			fewest = append(fewest, seeds[i])
		}
	}
	return fewest
}

func checkClues(t *rapid.T, records *Records, stored []storedSeed) {
	seeds := 0
	for _, of := range records.ByClues {
		some := those(stored, func(s *seed.Seed) bool { return s.Puzzle.NumClues() == of.Clues })
		if of.Seeds != len(some) {
			t.Fatalf("%d clues: %d seeds, want %d", of.Clues, of.Seeds, len(some))
		}
		for m := range NumRatings {
			mustBeBest(t, fmt.Sprint(of.Clues, " clues"), of.Highest[m], m, some)
		}
		seeds += of.Seeds
	}
	if seeds != len(stored) {
		t.Fatalf("%d seeds have a number of clues, want %d", seeds, len(stored))
	}
}

func checkLevels(t *rapid.T, records *Records, stored []storedSeed) {
	levels := map[rating.Level]bool{}
	for _, of := range records.ByLevel {
		levels[of.Level] = true
		some := withFewestClues(those(stored, func(s *seed.Seed) bool { return s.Rating.Level() == of.Level }))
		mustBeBest(t, fmt.Sprint("level ", of.Level), of.Best, ER, some)
		if of.Seeds != len(some) {
			t.Fatalf("level %d: %d seeds with %d clues, want %d", of.Level, of.Seeds, of.Best.Clues, len(some))
		}
	}
	for i := range stored {
		if level := stored[i].Rating.Level(); !levels[level] {
			t.Fatalf("level %d is missing", level)
		}
	}
}

func checkEarly(t *rapid.T, early *EarlyRecords, stored []storedSeed) {
	pearls := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= EarlyER && s.Rating.EP == s.Rating.ER })
	diamonds := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= EarlyER && s.Rating.ED == s.Rating.ER })
	hard := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= EarlyER })
	if got, want := early.Total(), (EarlyCount{0, len(hard), len(pearls), len(diamonds)}); got != want {
		t.Fatalf("pearls and diamonds: %+v, want %+v", got, want)
	}
	mustBeBest(t, "pearls", early.Pearl, ER, pearls)
	mustBeBest(t, "diamonds", early.Diamond, ER, diamonds)
	for i := range early.ByER {
		if of := early.ByER[i]; i > 0 && of.ER <= early.ByER[i-1].ER || of.Seeds == 0 {
			t.Fatalf("counts by ER: %+v", early.ByER)
		}
	}
}

func checkRare(t *rapid.T, records *Records, stored []storedSeed) {
	told := map[rating.Technique]bool{}
	most := 0
	for i, rare := range records.Rare {
		users := those(stored, func(s *seed.Seed) bool { return s.Rating.Uses[rare.Technique] > 0 })
		if rare.Seeds != len(users) || i > 0 && rare.Seeds < records.Rare[i-1].Seeds {
			t.Fatalf("%v: %d seeds, want %d", rare.Technique, rare.Seeds, len(users))
		}
		if known := slices.ContainsFunc(users, func(s seed.Seed) bool { return plainRecord(&s) == rare.Example }); known != rare.Example.Held() || known != (len(users) > 0) {
			t.Fatalf("%v: the example is %+v, of %d", rare.Technique, rare.Example, len(users))
		}
		for j := range users {
			if users[j].Rating.ER < rare.Example.ER {
				t.Fatalf("%v: the example is %+v, and there is one of ER %v", rare.Technique, rare.Example, users[j].Rating.ER)
			}
		}
		told[rare.Technique], most = true, rare.Seeds
	}
	for technique := range rating.Techniques() {
		if users := those(stored, func(s *seed.Seed) bool { return s.Rating.Uses[technique] > 0 }); !told[technique] && len(users) < most {
			t.Fatalf("%v is not told, and has %d seeds", technique, len(users))
		}
	}
}

// checkGrowth fails unless the records grew as the seeds say, one after the other.
func checkGrowth(t *rapid.T, of anyBank, stored []storedSeed) {
	bank := of.opened()
	growth, err := bank.Growth(background)
	if err != nil {
		t.Fatal(err)
	}
	for m := range NumMeasures {
		var want []GrowthStep
		for i := range stored {
			step := GrowthStep{Record: plainRecord(&stored[i].Seed), Run: stored[i].run}
			if len(want) == 0 || surpasses(step.Record, want[len(want)-1].Record, m) {
				want = append(want, step)
			}
		}
		got := slices.Clone(growth.Steps[m])
		for i := range got {
			if part := got[i].Part; part < 0 || part >= 1 || i > 0 && got[i].Run == got[i-1].Run && part <= growth.Steps[m][i-1].Part {
				t.Fatalf("%v: step %d is at %v of its run", m, i, part)
			}
			got[i].Part = 0
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v: the steps are\n%+v\nwant\n%+v", m, got, want)
		}
	}
}

func surpasses(r, other Record, m Measure) bool {
	if m == FewestClues {
		return r.Clues < other.Clues
	}
	return r.Value(m) > other.Value(m)
}

// The part of a run that a record stands at is the part of its seeds before it.
func TestGrowthWithinARun(t *testing.T) {
	seeds := slices.Clone(someSeeds()[:10])
	slices.SortFunc(seeds, func(a, b seed.Seed) int { return cmp.Compare(a.Rating.ER, b.Rating.ER) })
	for i := range seeds { // each is harder than all before
		seeds[i].Rating.ER = 120 + rating.Tenths(i)
	}
	bank := bankOf(t)
	if _, err := bank.StartRun(background, &Run{Program: "test"}); err != nil {
		t.Fatal(err)
	}
	for run, some := range [][]seed.Seed{seeds[:4], seeds[4:]} {
		if _, err := bank.Insert(background, RunID(run+1), some); err != nil {
			t.Fatal(err)
		}
	}
	growth, err := bank.Growth(background)
	if err != nil || len(growth.Steps[ER]) != 10 || len(growth.Runs) != 2 {
		t.Fatal("growth:", growth, err)
	}
	for i, step := range growth.Steps[ER] {
		run, part := 0, float64(i)/4
		if i >= 4 {
			run, part = 1, float64(i-4)/6
		}
		if step.Run != run || step.Part != part || growth.Runs[run].ID != RunID(run+1) {
			t.Errorf("step %d is at %v of run %d, want %v of %d", i, step.Part, step.Run, part, run)
		}
	}
}

// The records of a symmetry are the best of the seeds that can be arranged so, and
// the puzzles that their IDs name have it.
func TestRecordsOfSymmetries(t *testing.T) {
	seeds := allSymmetric()
	bank := bankOf(t, seeds)
	records, err := bank.Records(background)
	if err != nil {
		t.Fatal(err)
	}
	told := map[transform.Symmetry]BestsOfSymmetry{}
	for _, of := range records.BySymmetry {
		told[of.Symmetry] = of
	}
	for s := range transform.Symmetries() {
		of := told[s]
		number, most, mostAdded := 0, [NumRatings]rating.Tenths{}, rating.Tenths(0)
		for i := range seeds {
			for place := range len(seeds[i].Rungs) + 1 {
				pick := seeds[i].PickSymmetric(place, s)
				r := pick.Rating()
				switch {
				case pick.Isomorphs() == 0:
				case place > 0:
					mostAdded = max(mostAdded, r.ER)
				default:
					number++
					most = [NumRatings]rating.Tenths{max(most[ER], r.ER), max(most[EP], r.EP), max(most[ED], r.ED)}
				}
			}
		}
		if of.Seeds != number {
			t.Errorf("%v: %d seeds, want %d", s, of.Seeds, number)
		}
		for m, highest := range of.Highest {
			if rating.Tenths(highest.Value(Measure(m))) != most[m] {
				t.Errorf("%v: the highest %v is %+v, want %v", s, Measure(m), highest, most[m])
			}
			mustHave(t, bank, highest, s)
		}
		if mostAdded <= most[ER] {
			mostAdded = 0
		}
		if of.Added.ER != mostAdded {
			t.Errorf("%v: the highest ER of a rung is %v, want %v", s, of.Added.ER, mostAdded)
		}
		mustHave(t, bank, of.Added, s)
	}
}

// mustHave fails unless the puzzle of a record has a symmetry, and the clues and
// ratings that the record says.
func mustHave(t *testing.T, of anyBank, r Record, symmetry transform.Symmetry) {
	bank := of.opened()
	t.Helper()
	if !r.Held() {
		return
	}
	m, err := bank.Recall(background, r.ID, notHeld)
	if err != nil {
		t.Fatal(err)
	}
	clues, rated := m.Puzzle().Clues(), m.Rating()
	if !looksSymmetric(clues, symmetry) {
		t.Errorf("%v: %v does not look so", symmetry, clues)
	}
	if clues.Filled().Len() != r.Clues || rated.ER != r.ER || rated.EP != r.EP || rated.ED != r.ED {
		t.Errorf("%v is rated %+v, the record says %+v", r.ID, rated, r)
	}
}

// A bank that says other ratings of a seed in one place than in another has no
// records, but an error.
func TestFalseRecords(t *testing.T) {
	for name, change := range map[string]string{
		"ep":      `UPDATE seeds SET ep = ep + 1 WHERE id = (SELECT seeds.id FROM seeds JOIN strata ON strata.id = stratum ORDER BY er DESC, ep DESC LIMIT 1)`,
		"puzzle":  `UPDATE seeds SET puzzle = (SELECT puzzle FROM seeds ORDER BY id LIMIT 1)`,
		"a run":   `UPDATE seeds SET run = 1000`,
		"stratum": `UPDATE strata SET er = er + 1, level = 9 WHERE er = (SELECT max(er) FROM strata)`,
	} {
		bank := bankOf(t, someSeeds()[:50])
		if _, err := bank.file.DB.Exec(`PRAGMA foreign_keys = OFF; ` + change); err != nil {
			t.Fatal(err)
		}
		_, err := bank.Records(background)
		_, growthErr := bank.Growth(background)
		if err == nil && growthErr == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
