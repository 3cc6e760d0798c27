package change_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// listOf returns what a query finds in a bank.
func listOf(t *testing.T, of seedtest.AnyBank, query string) (list []string) {
	bank := seedtest.BankIn(of)
	t.Helper()
	rows, err := bank.Rows().DB.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// strataKeys returns the strata that a seed and its rungs belong to.
func strataKeys(s *seed.Seed) (keys []tables.PickKey) {
	keys = append(keys, tables.SeedKeyOf(s))
	for i := range s.Rungs {
		keys = append(keys, tables.RungKeyOf(s, &s.Rungs[i]))
	}
	return keys
}

// These describe the techniques and the strata of a bank: the numbers of their rows, and
// what the seeds of a stratum have in common, the hardest technique by its number.
const (
	allTechniques = `SELECT id || ' ' || name FROM techniques ORDER BY id`
	allStrata     = `SELECT id || ' ' || er || ' ' || clues || ' ' || automorphisms || ' ' || hardest FROM strata ORDER BY id`
	keysOfStrata  = `SELECT er || ' ' || clues || ' ' || automorphisms || ' ' || hardest FROM strata ORDER BY id`
)

// Two seeds of one stratum that changed places, and nothing else, change the digest: the
// numbers of techniques and of strata are the same in both banks. Selections of other
// strata keep theirs.
func TestDigestIsOfSlots(t *testing.T) {
	all := seedtest.SomeSeeds()[:100]
	tried := 0
	for i := range all {
		for j := range i {
			if tables.SeedKeyOf(&all[i]) != tables.SeedKeyOf(&all[j]) {
				continue
			}
			others := slices.Clone(all)
			others = slices.Delete(others, i, i+1)
			others = slices.Delete(others, j, j+1)
			one := seedtest.BankOf(t, others, []seed.Seed{all[i], all[j]})
			other := seedtest.BankOf(t, others, []seed.Seed{all[j], all[i]})
			for _, query := range []string{allTechniques, allStrata} {
				if a, b := listOf(t, one, query), listOf(t, other, query); !slices.Equal(a, b) {
					t.Fatalf("%s: %v and %v", query, a, b)
				}
			}
			er := all[i].Rating.ER
			for _, filter := range []seedbank.Filter{{}, {ER: seedbank.Only(er)}, {ER: seedbank.Only(er), Rungs: true}} {
				if a, b := digestOf(t, one, filter), digestOf(t, other, filter); a == b {
					t.Errorf("seeds %d and %d changed places, and %+v has the digest %s still", i, j, filter, a)
				}
			}
			for of := er - 5; of <= er+5; of++ {
				if of != er {
					if a, b := digestOf(t, one, seedbank.Filter{ER: seedbank.Only(of)}), digestOf(t, other, seedbank.Filter{ER: seedbank.Only(of)}); a != b {
						t.Errorf("seeds %d and %d of ER %v changed places, and the digest of ER %v is %s and %s", i, j, er, of, a, b)
					}
				}
			}
			if tried++; tried == 3 {
				return
			}
		}
	}
	t.Fatalf("only %d pairs of seeds share a stratum", tried)
}

// Rungs that changed places in their stratum change the digest too, though all seeds
// have the slots that they had.
func TestDigestIsOfSlotsOfRungs(t *testing.T) {
	all := seedtest.SomeSeeds()[:100]
	for i := range all {
		for j := range i {
			a, b := all[i], all[j]
			shared := slices.IndexFunc(strataKeys(&a)[1:], func(k tables.PickKey) bool { return slices.Contains(strataKeys(&b)[1:], k) })
			if shared < 0 || tables.SeedKeyOf(&a) == tables.SeedKeyOf(&b) || a.Solution == b.Solution {
				continue
			}
			others := slices.Clone(all)
			others = slices.Delete(others, i, i+1)
			others = slices.Delete(others, j, j+1)
			one, other := seedtest.BankOf(t, others, []seed.Seed{a, b}), seedtest.BankOf(t, others, []seed.Seed{b, a})
			if listed := listOf(t, one, allTechniques); !slices.Equal(listed, listOf(t, other, allTechniques)) {
				continue
			}
			if x, y := digestOf(t, one, seedbank.Filter{}), digestOf(t, other, seedbank.Filter{}); x != y {
				t.Errorf("seeds of different strata changed places, and the digest of seeds is %s and %s", x, y)
			}
			filter := seedbank.Filter{Rungs: true, Clues: seedbank.Only(tables.RungKeyOf(&a, &a.Rungs[shared]).Clues)}
			if x, y := digestOf(t, one, filter), digestOf(t, other, filter); x == y {
				t.Errorf("rungs changed places, and %+v has the digest %s still", filter, x)
			}
			return
		}
	}
	t.Fatal("no two seeds have rungs of one stratum")
}

// Banks whose strata have the same order have the same digests and the same streams,
// whatever numbers their rows and techniques have.
func TestDigestIsNotOfRows(t *testing.T) {
	all := seedtest.SomeSeeds()[:100]
	tried := 0
	for i := range all {
		for j := range i {
			a, b := all[i], all[j]
			if a.Solution == b.Solution || slices.ContainsFunc(strataKeys(&a), func(k tables.PickKey) bool { return slices.Contains(strataKeys(&b), k) }) {
				continue
			}
			one, other := seedtest.BankOf(t, []seed.Seed{a, b}), seedtest.BankOf(t, []seed.Seed{b, a})
			if slices.Equal(listOf(t, one, keysOfStrata), listOf(t, other, keysOfStrata)) {
				t.Fatal("the strata have the same rows")
			}
			for _, filter := range []seedbank.Filter{{}, {Rungs: true}, {Rungs: true, Clues: seedbank.Range[int]{Low: 17, High: 80}}} {
				x, y := seedtest.SelectFrom(t, one, filter), seedtest.SelectFrom(t, other, filter)
				if x.Digest() != y.Digest() {
					t.Errorf("%+v: seeds %d and %d share no stratum, and the digest is %s and %s", filter, i, j, x.Digest(), y.Digest())
				}
				if fmt.Sprint(firstOf(t, x)) != fmt.Sprint(firstOf(t, y)) {
					t.Errorf("%+v: equal digests, and other streams", filter)
				}
			}
			if tried++; tried == 5 {
				return
			}
		}
	}
	t.Fatalf("only %d pairs of seeds share no stratum", tried)
}

// firstOf returns the first puzzles of a stream.
func firstOf(t *testing.T, s *seedbank.Selection) (lines []string) {
	t.Helper()
	stream := s.Stream(7)
	for range 50 {
		puzzle, err := stream.Next(seedtest.Background)
		if err != nil {
			t.Fatal(err)
		}
		drawn := puzzle.Puzzle()
		lines = append(lines, drawn.Clues().String())
	}
	return lines
}
