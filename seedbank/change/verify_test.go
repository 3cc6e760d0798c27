package change_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Every kind of damage is found, and nothing is found where there is none.
func TestVerify(t *testing.T) {
	mustFind(t, seedtest.BankOf(t, seedtest.SomeSeeds()[:80]), "", "") // several seeds in a stratum
	sound := fileOf(t, seedtest.SomeSeeds()[:30])
	for _, test := range []struct{ damage, want string }{
		{`UPDATE seeds SET puzzle = (SELECT max(puzzle) FROM seeds) WHERE (stratum, slot) = (1, 0)`, "its key does not belong to its puzzle"},
		{`UPDATE seeds SET puzzle = x'0102' WHERE (stratum, slot) = (1, 0)`, "packed grid of 2 bytes: it is cut short"},
		{`UPDATE seeds SET puzzle = zeroblob(11) WHERE (stratum, slot) = (1, 0)`, "more than one solution"},
		{`UPDATE seeds SET slot = 1000000 WHERE (stratum, slot) = (1, 0)`, "without a gap"},
		{`UPDATE strata SET seeds = seeds - 1 WHERE id = 1`, "without a gap"},
		{`UPDATE seeds SET uses = x'01' WHERE (stratum, slot) = (1, 0)`, "its techniques cannot be read"},
		{`UPDATE seeds SET uses = x'6401' WHERE (stratum, slot) = (1, 0)`, "there is no technique 100"},
		{`UPDATE seeds SET rungs = x'01' WHERE (stratum, slot) = (1, 0)`, "its rungs cannot be read"},
		{`UPDATE seeds SET rungs = x'00' WHERE id = 5`, "its checksum is wrong"},
		{`UPDATE seeds SET rungs = x'010001d1' WHERE id = 5`, "its rungs cannot be read"},
		{`UPDATE seeds SET rungs = (SELECT rungs FROM seeds WHERE id = 6) WHERE id = 5`, "adds a clue to a filled cell"},
		{`UPDATE seeds SET solution = 7 WHERE id = 5`, "its checksum is wrong"},
		{`UPDATE seeds SET solution = (SELECT solution FROM seeds WHERE id = 6) WHERE id = 5`, "its checksum is wrong"},
		{`DELETE FROM rung_pages WHERE stratum = 1`, "the strata list its rungs wrongly"},
		{`DELETE FROM rung_pages WHERE stratum = 1`, "stratum 1 of rungs: it claims to have "},
		{`UPDATE rung_pages SET page = 1 WHERE stratum = 1`, "stratum 1 of rungs: page 1 begins with rung 0"},
		{`UPDATE rung_pages SET rungs = x'80' WHERE stratum = 1`, "a page of rungs cannot be read"},
		{`UPDATE rung_strata SET rungs = rungs + 1 WHERE id = 1`, "stratum 1 of rungs: it claims to have "},
		{`UPDATE rung_strata SET rungs = rungs - 1 WHERE id = 1`, "stratum 1 of rungs: it claims to have "},
		{`UPDATE rung_strata SET er = er + 1 WHERE id = 1`, "the strata list its rungs wrongly"},
		{`UPDATE rung_strata SET clues = 79 WHERE id = 1`, "the strata list its rungs wrongly"},
		{`UPDATE rung_strata SET level = level % 9 + 1 WHERE id = 1`, "row 1 of table rung_strata: its level does not fit its ER"},
		{`UPDATE strata SET automorphisms = 7 WHERE id = 1`, "its checksum is wrong"},
		{`UPDATE strata SET clues = 79 WHERE id = 1`, "its clues are miscounted"},
		{`UPDATE strata SET level = level % 9 + 1 WHERE id = 1`, "its level does not fit its ER"},
		{`UPDATE techniques SET name = 'guessing' WHERE id = 1`, `technique "guessing" is not known`},
		{`UPDATE technique_slots SET slots = x'55' WHERE (technique, stratum) = (1, 1)`, "page 0 of technique 1 in stratum 1 differs from the seeds"},
		{`DELETE FROM technique_slots WHERE (technique, stratum) = (1, 1)`, "page 0 of technique 1 in stratum 1 is missing"},
		{`PRAGMA foreign_keys = OFF; UPDATE seeds SET run = 99 WHERE (stratum, slot) = (1, 0)`, "a reference to nothing in table: seeds"},
	} {
		bank := openCopy(t, sound)
		if _, err := bank.Rows().DB.Exec(test.damage); err != nil {
			t.Fatalf("%s: %v", test.damage, err)
		}
		mustFind(t, bank, test.damage, test.want)
	}
}

// Checks go on from a number of a seed, the first from 0. A seed that has no such number is found.
func TestVerifyFindsASeedWithoutANumber(t *testing.T) {
	bare := slices.Clone(seedtest.SomeSeeds()[:2])
	for i := range bare {
		bare[i].Rungs = nil
	}
	bank := seedtest.BankOf(t, bare)
	if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET id = -id WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	var problems []string
	_, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Problem: func(problem error) { problems = append(problems, problem.Error()) }})
	if want := []string{"a seed whose number is not above 0, so that no check reads it: -1"}; err != nil || !slices.Equal(problems, want) {
		t.Errorf("found %q (%v), want %q", problems, err, want)
	}
}

// mustFind fails unless there is a problem with a text in it, or none for none.
func mustFind(t *testing.T, of seedtest.AnyBank, damage, want string) {
	bank := seedtest.BankIn(of)
	t.Helper()
	problems := verify(t, bank)
	has := func(p error) bool { return strings.Contains(p.Error(), want) }
	if want == "" && len(problems) > 0 || want != "" && !slices.ContainsFunc(problems, has) {
		t.Errorf("after %q: found %v, want %q", damage, problems, want)
	}
}

// A wrong count of rungs is one problem, not one for each seed.
func TestVerifyFindsAWrongCountOnce(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:50])
	if _, err := bank.Rows().DB.Exec(`UPDATE rung_strata SET rungs = rungs + 1 WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	if problems := verify(t, bank); len(problems) != 1 {
		t.Errorf("found %v", problems)
	}
}

// The index of rungs is damaged rung by rung, with the counts of the strata kept
// right. There are seeds that share their solution with others, and seeds that do
// not; seeds whose solution has automorphisms, and seeds whose solution has none.
func TestVerifyFindsRungsOutOfPlace(t *testing.T) {
	const elsewhere = "the strata list its rungs wrongly"
	for name, seeds := range map[string][]seed.Seed{
		"strangers":                    seedtest.SomeSeeds()[:10],
		"relatives":                    seedtest.Relatives(),
		"with automorphisms and alone": seedtest.Relatives()[9:],
	} {
		t.Run(name, func(t *testing.T) {
			sound := fileOf(t, seeds)
			for _, test := range []struct {
				damage string
				do     func(*damagedIndex)
				want   string
			}{
				{"nothing", func(*damagedIndex) {}, ""},
				{"a rung is missing", func(x *damagedIndex) { x.remove(0, 0) }, elsewhere},
				{"the last rung is missing", func(x *damagedIndex) { x.remove(len(x.places)-1, -1) }, elsewhere},
				{"a rung is there twice", func(x *damagedIndex) { x.add(0, x.places[0][0]) }, elsewhere},
				{"a rung is also in another stratum", func(x *damagedIndex) { x.add(1, x.places[0][0]) }, elsewhere},
				{"a rung is in another stratum", func(x *damagedIndex) { x.add(1, x.remove(0, 0)) }, elsewhere},
				{"rungs have changed strata", func(x *damagedIndex) { x.places[0][0], x.places[1][0] = x.places[1][0], x.places[0][0] }, elsewhere},
				{"a place that there is not", func(x *damagedIndex) { x.places[0][0].Place = 1000 }, elsewhere},
				{"a seed that there is not", func(x *damagedIndex) { x.add(0, tables.RungPlace{Seed: 1000, Place: 0}) }, "rungs of 1 seed not in the bank"},
			} {
				bank := openCopy(t, sound)
				index := readIndex(t, bank)
				test.do(index)
				index.write(t)
				mustFind(t, bank, test.damage, test.want)
			}
		})
	}
}

// A rung that is left out because another one is its isomorph must not be in the
// index as well.
func TestVerifyFindsIsomorphsInTheIndex(t *testing.T) {
	sound := fileOf(t, seedtest.Relatives())
	index := readIndex(t, openCopy(t, sound))
	left := index.leftOut(t)
	if len(left) < 10 {
		t.Fatalf("only %d rungs are left out", len(left))
	}
	for key, p := range left {
		bank := openCopy(t, sound)
		index := readIndex(t, bank)
		index.add(slices.Index(index.keys, key), p)
		index.write(t)
		mustFind(t, bank, fmt.Sprint(p, " is in the index"), "the strata list its rungs wrongly")
	}
}

// Rungs of another seed are found, if they cannot be told by their clues, by
// rating them anew.
func TestVerifyFindsExchangedRungs(t *testing.T) {
	const exchange = `
		UPDATE seeds SET rungs = (SELECT rungs FROM seeds AS other WHERE other.id = ?1 + ?2 - seeds.id) WHERE id IN (?1, ?2)`
	sound := fileOf(t, seedtest.SomeSeeds()[:20])
	for first := 1; first < 20; first++ {
		bank := openCopy(t, sound)
		if _, err := bank.Rows().DB.Exec(exchange, first, first+1); err != nil {
			t.Fatal(err)
		}
		if problems := verify(t, bank); len(problems) == 0 {
			t.Errorf("exchanged rungs of seeds %d and %d are not found", first, first+1)
		}
	}
}

// What only rating tells is found with Ratings, and true ratings pass.
func TestVerifyRatings(t *testing.T) {
	const plain = "its rating is different" // as far as only rating tells
	for _, test := range []struct {
		damage        string
		do            func(*seed.Seed)
		without, want string
	}{
		{"nothing", func(*seed.Seed) {}, "", ""},
		{"a wrong ER", func(s *seed.Seed) { s.Rating.ER = 99 }, "", plain},
		{"the solution of another", func(s *seed.Seed) { s.Solution = 7 }, "the key of its solution is wrong", "the key of its solution is wrong"},
		{"automorphisms", func(s *seed.Seed) { s.Automorphisms = 2 }, "its number of automorphisms is wrong", "its number of automorphisms is wrong"},
		{"an impossible EP", func(s *seed.Seed) { s.Rating.EP = s.Rating.ER + 1 }, "no puzzle has the ratings", "no puzzle has the ratings"},
		{"a wrong ED", func(s *seed.Seed) { s.Rating.ED-- }, "", plain},
		{"a use too many", func(s *seed.Seed) { s.Rating.Uses[s.Rating.Hardest]++ }, "", plain},
		{"no uses", func(s *seed.Seed) { s.Rating.Uses = [rating.NumTechniques]uint16{} }, "is not among those", "is not among those"},
		{"a wrong rung", func(s *seed.Seed) { s.Rungs[2].ED-- }, "", "the rating of rung"},
	} {
		seeds := trulyRated(t, 4)
		test.do(&seeds[1])
		bank := seedtest.MakeBank(t)
		if err := bank.InsertUnchecked(seedtest.Background, 1, seeds); err != nil {
			t.Fatal(err)
		}
		mustFind(t, bank, test.damage+", without ratings", test.without)
		var problems []error
		_, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Ratings: true, Problem: func(p error) { problems = append(problems, p) }})
		found := fmt.Sprint(errors.Join(problems...))
		if err != nil || (test.want == "") != (len(problems) == 0) || !strings.Contains(found, test.want) {
			t.Errorf("after %q: found %s, %v; want %q", test.damage, found, err, test.want)
		}
	}
}

// Names of visits that the program does not know are told, if it says which it knows.
func TestVerifyVisits(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:2])
	seedtest.Visit(t, bank, "er", seedtest.SomeSeeds()[0].Key())
	seedtest.Visit(t, bank, "nowhere", seedtest.SomeSeeds()[0].Key(), seedtest.SomeSeeds()[1].Key())
	for _, test := range []struct {
		known []string
		want  string
	}{
		{nil, ""},
		{[]string{"er", "clues"}, "not known to this version of the program: nowhere"},
		{[]string{"clues", "nowhere", "er"}, ""},
	} {
		var problems []error
		options := repair.VerifyOptions{Visits: test.known, Problem: func(p error) { problems = append(problems, p) }}
		if _, err := repair.Verify(seedtest.Background, bank, options); err != nil {
			t.Fatal(err)
		}
		found := fmt.Sprint(errors.Join(problems...))
		if (test.want == "") != (len(problems) == 0) || !strings.Contains(found, test.want) {
			t.Errorf("known are %v, found %s; want %q", test.known, found, test.want)
		}
	}
}

// trulyRated makes seeds whose rungs have true ratings.
func trulyRated(t *testing.T, n int) []seed.Seed {
	var m seedtest.SeedMaker
	seeds := seedtest.MakeSeeds(n)
	for i := range seeds {
		s := &seeds[i]
		s.Rungs = slices.Clone(s.Rungs)
		for j := range s.Rungs {
			r := &s.Rungs[j]
			p := s.Puzzle.With(r.Added)
			turned := m.Canonizer.Canonical(p.Clues()).To.Puzzle(p)
			got, err := m.Rater.Rate(&turned)
			if err != nil {
				t.Fatal(err)
			}
			r.ER, r.EP, r.ED, r.Hardest = got.ER, got.EP, got.ED, got.Hardest
		}
	}
	return seeds
}

func TestVerifyReports(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:120]
	bank, n := seedtest.BankOf(t, seeds), uint64(len(seeds))
	for _, options := range []repair.VerifyOptions{{}, {Workers: 3}, {After: 100}, {After: seedbank.SeedID(n)}} {
		var last, of uint64
		options.Report = func(done, all uint64) { last, of = max(last, done), all }
		checked, err := repair.Verify(seedtest.Background, bank, options)
		if want := n - uint64(options.After); err != nil || checked != want || last != want || of != want {
			t.Errorf("%+v: checked %d of %d, reported %d of %d, %v", options, checked, want, last, of, err)
		}
		options.Report = nil
		if again, err := repair.Verify(seedtest.Background, bank, options); err != nil || again != checked {
			t.Errorf("without a report: %d, %v", again, err)
		}
	}
	for _, options := range []repair.VerifyOptions{{Sample: 1e-300}, {After: 1, Again: 2}, {Sample: -1}, {Sample: 2}, {Sample: math.NaN()}} {
		if checked, err := repair.Verify(seedtest.Background, bank, options); err == nil || checked != 0 {
			t.Errorf("%+v: checked %d, %v; want an error", options, checked, err)
		}
	}
	if checked, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Sample: 0.5}); err != nil || checked == 0 || checked == n {
		t.Errorf("a half: %d, %v", checked, err)
	}
	if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET solution = 7`); err != nil {
		t.Fatal(err)
	}
	if _, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{}); err != nil { // nobody to tell
		t.Error(err)
	}
}

// A check that is ended reports no problem for that, and a later one can go on
// where it was.
func TestVerifyEnded(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:100])
	ctx, cancel := context.WithCancel(seedtest.Background)
	defer cancel()
	var last uint64
	var reached seedbank.SeedID
	checked, err := repair.Verify(ctx, bank, repair.VerifyOptions{
		Workers: 3,
		Reached: func(id seedbank.SeedID) { reached = id },
		Problem: func(p error) { t.Error(p) },
		Report: func(done, _ uint64) {
			if last = done; done >= 20 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) || last < 20 || checked < last || checked == 100 {
		t.Fatalf("checked %d, reported %d, %v", checked, last, err)
	}
	if rest, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{After: reached}); err != nil || rest != 100-last {
		t.Errorf("%d seeds were left, %v; want %d", rest, err, 100-last)
	}
}

// damagedIndex is the strata of rungs of a bank, unpacked.
type damagedIndex struct {
	bank   *seedbank.Bank
	ids    []int64
	keys   []tables.PickKey
	places [][]tables.RungPlace
}

func readIndex(t *testing.T, of seedtest.AnyBank) *damagedIndex {
	bank := seedtest.BankIn(of)
	t.Helper()
	x := &damagedIndex{bank: bank}
	strata, err := tables.ReadStrata(seedtest.Background, bank.Rows(), tables.RungStrata, "", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	techniques := seedtest.Must(tables.ReadTechniques(seedtest.Background, bank.Rows().DB))
	for _, st := range strata {
		packed, err := tables.ReadPage(seedtest.Background, bank.Rows().DB, tables.PickPage{Table: tables.RungStrata, Stratum: st.ID, Page: 0})
		if err != nil || st.Number >= tables.PageRungs {
			t.Fatalf("%d rungs, %v", st.Number, err)
		}
		places, err := tables.UnpackPlaces(packed)
		if err != nil {
			t.Fatal(err)
		}
		x.ids, x.keys, x.places = append(x.ids, st.ID), append(x.keys, st.Key(seedtest.Must(techniques.Named(st.Hardest)))), append(x.places, places)
	}
	return x
}

// remove takes rung i away, or the last one for -1.
func (x *damagedIndex) remove(stratum, i int) tables.RungPlace {
	places := x.places[stratum]
	if i < 0 {
		i = len(places) - 1
	}
	p := places[i]
	x.places[stratum] = slices.Delete(places, i, i+1)
	return p
}

func (x *damagedIndex) add(stratum int, p tables.RungPlace) {
	x.places[stratum] = append(x.places[stratum], p)
}

// write stores the strata, with right counts.
func (x *damagedIndex) write(t *testing.T) {
	t.Helper()
	for i, id := range x.ids {
		var page []byte
		last := seedbank.SeedID(0)
		for _, p := range x.places[i] {
			page = tables.AppendPlace(page, last, p)
			last = p.Seed
		}
		if page == nil {
			page = []byte{}
		}
		_, err := x.bank.Rows().DB.Exec(`
			UPDATE rung_pages SET rungs = ?1 WHERE stratum = ?2;
			UPDATE rung_strata SET rungs = ?3 WHERE id = ?2`, page, id, len(x.places[i]))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// leftOut returns rungs that are not in the index, one for each stratum.
func (x *damagedIndex) leftOut(t *testing.T) map[tables.PickKey]tables.RungPlace {
	t.Helper()
	in := map[tables.RungPlace]bool{}
	for _, places := range x.places {
		for _, p := range places {
			in[p] = true
		}
	}
	left := map[tables.PickKey]tables.RungPlace{}
	for key, s := range contents(t, x.bank, seedbank.Filter{}) {
		var id tables.SeedID
		if err := x.bank.Rows().DB.QueryRow(`SELECT id FROM seeds WHERE key = ?`, int64(key)).Scan(&id); err != nil {
			t.Fatal(err)
		}
		for i := range s.Rungs {
			if p := (tables.RungPlace{Seed: id, Place: i}); !in[p] {
				left[tables.RungKeyOf(&s, &s.Rungs[i])] = p
			}
		}
	}
	return left
}
