package records_test

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// anyRatings are ratings of which many puzzles share some, so that records are
// held by several.
var anyRatings = rapid.Custom(func(t *rapid.T) [records.NumRatings]rating.Tenths {
	three := rapid.SliceOfN(rapid.SampledFrom([]rating.Tenths{12, 26, 69, 70, 71, 93, 110}), 3, 3).Draw(t, "ratings")
	slices.Sort(three)
	return [records.NumRatings]rating.Tenths{records.ER: three[2], records.EP: three[1], records.ED: three[0]}
})

// storedSeed is a seed with the run that stored it.
type storedSeed struct {
	seed.Seed
	run int // from 0
}

// anyStored stores some seeds in a bank, with ratings as they come, in several
// runs. It returns them in the order in which they were stored.
func anyStored(t *rapid.T, bank *change.Writer) (stored []storedSeed) {
	seeds := slices.Clone(seedtest.SomeSeeds())
	left := rapid.Permutation(seeds).Draw(t, "seeds")[:rapid.IntRange(0, 40).Draw(t, "number")]
	for run := 0; len(left) > 0 || run == 0; run++ {
		if run > 0 { // seedtest.BankOf has begun the first
			if _, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test", Started: time.Unix(int64(run), 0)}); err != nil {
				t.Fatal(err)
			}
		}
		some := left[:rapid.IntRange(0, len(left)).Draw(t, "seeds of a run")]
		left = left[len(some):]
		for i := range some {
			rated := anyRatings.Draw(t, "rated")
			some[i].Rating.ER, some[i].Rating.EP, some[i].Rating.ED = rated[records.ER], rated[records.EP], rated[records.ED]
			stored = append(stored, storedSeed{some[i], run})
		}
		if _, err := bank.Insert(seedtest.Background, seedbank.RunID(run+1), some); err != nil {
			t.Fatal(err)
		}
	}
	return stored
}

// plainRecord returns the record that a seed would be.
func plainRecord(s *seed.Seed) records.Record {
	return records.Record{s.PickSymmetric(0, transform.NoSymmetry).Isomorph(0).ID(), s.Puzzle, s.Puzzle.NumClues(), s.Rating.ER, s.Rating.EP, s.Rating.ED}
}

// ranksOf is what seeds are compared by: the first number that differs decides.
func ranksOf(r records.Record, m records.Measure) []int {
	return []int{r.Value(m), int(r.ER), int(r.EP), int(r.ED)}
}

// mustBeBest fails unless a record is held by one of some seeds, and no other one
// is better.
func mustBeBest(t *rapid.T, what string, got records.Record, m records.Measure, of []seed.Seed) {
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
		bank := seedtest.BankOf(t)
		stored := anyStored(t, bank)
		found, err := records.Read(seedtest.Background, bank.Bank)
		if err != nil {
			t.Fatal(err)
		}
		checkClues(t, found, stored)
		checkLevels(t, found, stored)
		checkEarly(t, &found.Early, stored)
		checkRare(t, found, stored)
		highlights, err := records.ReadHighlights(seedtest.Background, bank.Bank)
		if err != nil {
			t.Fatal(err)
		}
		all := those(stored, func(*seed.Seed) bool { return true })
		mustBeBest(t, "highlights", highlights.Hardest, records.ER, all)
		mustBeBest(t, "highlights", highlights.Fewest, records.ER, withFewestClues(all))
		checkEarly(t, &highlights.Early, stored)
		checkGrowth(t, bank, stored)
		if _, err := bank.Rows().DB.Exec(`DROP INDEX seeds_early`); err != nil {
			t.Fatal(err)
		}
		if older, err := records.Read(seedtest.Background, bank.Bank); err != nil || !reflect.DeepEqual(older, found) {
			t.Fatalf("without the index of early ratings: %+v, want %+v, error %v", older, found, err)
		}
	})
}

// Pearls and diamonds are found by their index.
func TestEarlySeedsAreIndexed(t *testing.T) {
	bank := seedtest.BankOf(t)
	plan, err := tables.All(seedtest.Background, bank.Rows().DB, "seeds", `
		EXPLAIN QUERY PLAN SELECT strata.id, ed FROM strata CROSS JOIN seeds ON stratum = strata.id AND ep = er AND `+tables.IsEarly, nil,
		func(row tables.Row) (detail string, err error) {
			var number int
			err = row.Scan(&number, &number, &number, &detail)
			return detail, err
		})
	if err != nil || !strings.Contains(strings.Join(plan, "\n"), "COVERING INDEX seeds_early") {
		t.Errorf("%q, error %v", plan, err)
	}
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

func checkClues(t *rapid.T, all *records.Records, stored []storedSeed) {
	seeds := 0
	for _, of := range all.ByClues {
		some := those(stored, func(s *seed.Seed) bool { return s.Puzzle.NumClues() == of.Clues })
		if of.Seeds != len(some) {
			t.Fatalf("%d clues: %d seeds, want %d", of.Clues, of.Seeds, len(some))
		}
		for m := range records.NumRatings {
			mustBeBest(t, fmt.Sprint(of.Clues, " clues"), of.Highest[m], m, some)
		}
		seeds += of.Seeds
	}
	if seeds != len(stored) {
		t.Fatalf("%d seeds have a number of clues, want %d", seeds, len(stored))
	}
}

func checkLevels(t *rapid.T, all *records.Records, stored []storedSeed) {
	levels := map[rating.Level]bool{}
	for _, of := range all.ByLevel {
		levels[of.Level] = true
		some := withFewestClues(those(stored, func(s *seed.Seed) bool { return s.Rating.Level() == of.Level }))
		mustBeBest(t, fmt.Sprint("level ", of.Level), of.Best, records.ER, some)
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

func checkEarly(t *rapid.T, early *records.EarlyRecords, stored []storedSeed) {
	pearls := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= records.EarlyER && s.Rating.EP == s.Rating.ER })
	diamonds := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= records.EarlyER && s.Rating.ED == s.Rating.ER })
	hard := those(stored, func(s *seed.Seed) bool { return s.Rating.ER >= records.EarlyER })
	if got, want := early.Total(), (records.EarlyCount{0, len(hard), len(pearls), len(diamonds)}); got != want {
		t.Fatalf("pearls and diamonds: %+v, want %+v", got, want)
	}
	mustBeBest(t, "pearls", early.Pearl, records.ER, pearls)
	mustBeBest(t, "diamonds", early.Diamond, records.ER, diamonds)
	for i := range early.ByER {
		if of := early.ByER[i]; i > 0 && of.ER <= early.ByER[i-1].ER || of.Seeds == 0 {
			t.Fatalf("counts by ER: %+v", early.ByER)
		}
	}
}

func checkRare(t *rapid.T, all *records.Records, stored []storedSeed) {
	told := map[rating.Technique]bool{}
	most := 0
	for i, rare := range all.Rare {
		users := those(stored, func(s *seed.Seed) bool { return s.Rating.Uses[rare.Technique] > 0 })
		if rare.Seeds != len(users) || i > 0 && rare.Seeds < all.Rare[i-1].Seeds {
			t.Fatalf("%v: %d seeds, want %d", rare.Technique, rare.Seeds, len(users))
		}
		if known := slices.ContainsFunc(users, func(s seed.Seed) bool { return plainRecord(&s) == rare.Example }); known != rare.Example.Held() || known != (len(users) > 0) {
			t.Fatalf("%v: the example is %+v, of %d", rare.Technique, rare.Example, len(users))
		}
		for j := range users {
			if users[j].Rating.ER < rare.Example.ER {
				t.Fatalf("%v: the example is %+v, and there is one of records.ER %v", rare.Technique, rare.Example, users[j].Rating.ER)
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
func checkGrowth(t *rapid.T, of seedtest.AnyBank, stored []storedSeed) {
	bank := seedtest.BankIn(of)
	growth, err := records.ReadGrowth(seedtest.Background, bank)
	if err != nil {
		t.Fatal(err)
	}
	for m := range records.NumMeasures {
		var want []records.GrowthStep
		for i := range stored {
			step := records.GrowthStep{Record: plainRecord(&stored[i].Seed), Run: stored[i].run}
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

func surpasses(r, other records.Record, m records.Measure) bool {
	if m == records.FewestClues {
		return r.Clues < other.Clues
	}
	return r.Value(m) > other.Value(m)
}

// The part of a run that a record stands at is the part of its seeds before it.
func TestGrowthWithinARun(t *testing.T) {
	seeds := slices.Clone(seedtest.SomeSeeds()[:10])
	slices.SortFunc(seeds, func(a, b seed.Seed) int { return cmp.Compare(a.Rating.ER, b.Rating.ER) })
	for i := range seeds { // each is harder than all before
		seeds[i].Rating.ER = 120 + rating.Tenths(i)
	}
	bank := seedtest.BankOf(t)
	if _, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test"}); err != nil {
		t.Fatal(err)
	}
	for run, some := range [][]seed.Seed{seeds[:4], seeds[4:]} {
		if _, err := bank.Insert(seedtest.Background, seedbank.RunID(run+1), some); err != nil {
			t.Fatal(err)
		}
	}
	growth, err := records.ReadGrowth(seedtest.Background, bank.Bank)
	if err != nil || len(growth.Steps[records.ER]) != 10 || len(growth.Runs) != 2 {
		t.Fatal("growth:", growth, err)
	}
	for i, step := range growth.Steps[records.ER] {
		run, part := 0, float64(i)/4
		if i >= 4 {
			run, part = 1, float64(i-4)/6
		}
		if step.Run != run || step.Part != part || growth.Runs[run].ID != seedbank.RunID(run+1) {
			t.Errorf("step %d is at %v of run %d, want %v of %d", i, step.Part, step.Run, part, run)
		}
	}
}

// The records of a symmetry are the best of the seeds that can be arranged so, and
// the puzzles that their IDs name have it.
func TestRecordsOfSymmetries(t *testing.T) {
	seeds := seedtest.AllSymmetric()
	bank := seedtest.BankOf(t, seeds)
	all, err := records.Read(seedtest.Background, bank.Bank)
	if err != nil {
		t.Fatal(err)
	}
	told := map[transform.Symmetry]records.BestsOfSymmetry{}
	for _, of := range all.BySymmetry {
		told[of.Symmetry] = of
	}
	for s := range transform.Symmetries() {
		of := told[s]
		number, most, mostAdded := 0, [records.NumRatings]rating.Tenths{}, rating.Tenths(0)
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
					most = [records.NumRatings]rating.Tenths{max(most[records.ER], r.ER), max(most[records.EP], r.EP), max(most[records.ED], r.ED)}
				}
			}
		}
		if of.Seeds != number {
			t.Errorf("%v: %d seeds, want %d", s, of.Seeds, number)
		}
		for m, highest := range of.Highest {
			if rating.Tenths(highest.Value(records.Measure(m))) != most[m] {
				t.Errorf("%v: the highest %v is %+v, want %v", s, records.Measure(m), highest, most[m])
			}
			mustHave(t, bank, highest, s)
		}
		if mostAdded <= most[records.ER] {
			mostAdded = 0
		}
		if of.Added.ER != mostAdded {
			t.Errorf("%v: the highest records.ER of a rung is %v, want %v", s, of.Added.ER, mostAdded)
		}
		mustHave(t, bank, of.Added, s)
	}
}

// mustHave fails unless the puzzle of a record has a symmetry, and the clues and
// ratings that the record says.
func mustHave(t *testing.T, of seedtest.AnyBank, r records.Record, symmetry transform.Symmetry) {
	bank := seedtest.BankIn(of)
	t.Helper()
	if !r.Held() {
		return
	}
	m, err := bank.Recall(seedtest.Background, r.ID, seedtest.NotHeld)
	if err != nil {
		t.Fatal(err)
	}
	clues, rated := m.Puzzle().Clues(), m.Rating()
	if !seedtest.LooksSymmetric(clues, symmetry) {
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
		bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:50])
		if _, err := bank.Rows().DB.Exec(`PRAGMA foreign_keys = OFF; ` + change); err != nil {
			t.Fatal(err)
		}
		_, err := records.Read(seedtest.Background, bank.Bank)
		_, growthErr := records.ReadGrowth(seedtest.Background, bank.Bank)
		if err == nil && growthErr == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
