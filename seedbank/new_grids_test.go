package seedbank_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// place names a pick of a bank.
type place struct {
	seed  seed.Key
	added string
}

func placesOf(t seedtest.Cleaner, selection *seedbank.Selection) (list []place) {
	for i := range selection.Len() {
		pick := seedtest.PickAt(t, selection, i)
		list = append(list, place{pick.Key(), pick.Puzzle().Clues().String()})
	}
	return list
}

// idsOf returns the numbers of the seeds of a bank, which ascend as the bank gets them.
func idsOf(t *testing.T, bank *change.Writer) map[seed.Key]int64 {
	rows, err := bank.Rows().DB.Query(`SELECT key, id FROM seeds`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ids := map[seed.Key]int64{}
	for rows.Next() {
		var key, id int64
		if err := rows.Scan(&key, &id); err != nil {
			t.Fatal(err)
		}
		ids[seed.Key(key)] = id
	}
	return ids
}

// A selection on new grids has the picks that brute force leaves, in the same order.
func TestOnNewGrids(t *testing.T) {
	all := slices.Concat(seedtest.MakeSeeds(20), seedtest.Relatives(), seedtest.AllSymmetric())
	bank := seedtest.BankOf(t, all)
	seeds, ids := seedtest.ByKey(all), idsOf(t, bank)
	shared := 0
	rapid.Check(t, func(t *rapid.T) {
		filter := seedbank.Filter{Rungs: rapid.Bool().Draw(t, "rungs")}
		if rapid.Bool().Draw(t, "of some levels") {
			filter.Levels.Low = rating.Level(rapid.IntRange(1, 9).Draw(t, "low"))
			filter.Levels.High = rating.Level(rapid.IntRange(int(filter.Levels.Low), 9).Draw(t, "high"))
		}
		if filter.Rungs && rapid.Bool().Draw(t, "symmetric") {
			filter.Symmetry = transform.Rotate180
		}
		var taken []seed.Key
		for range rapid.IntRange(0, 20).Draw(t, "taken") {
			taken = append(taken, rapid.SampledFrom(all).Draw(t, "seed").Solution)
		}
		each := rapid.Bool().Draw(t, "each")

		whole := placesOf(t, seedtest.SelectFrom(t, bank, filter))
		first := map[seed.Key]seed.Key{} // of each grid
		for _, at := range whole {
			grid := seeds[at.seed].Solution
			if had, ok := first[grid]; !ok || ids[at.seed] < ids[had] {
				first[grid] = at.seed
			}
		}
		want := slices.DeleteFunc(slices.Clone(whole), func(at place) bool {
			grid := seeds[at.seed].Solution
			return slices.Contains(taken, grid) || each && first[grid] != at.seed
		})
		shared += len(whole) - len(want)

		on, err := seedtest.SelectFrom(t, bank, filter).OnNewGrids(seedtest.Background, taken, each)
		if err != nil {
			t.Fatal(err)
		}
		if got := placesOf(t, on); !slices.Equal(got, want) {
			t.Fatalf("%d picks, want %d", len(got), len(want))
		}
		mustCountSeeds(t, on, want)
	})
	if shared == 0 {
		t.Error("nothing was left out")
	}
}

// mustCountSeeds counts the seeds of picks.
func mustCountSeeds(t *rapid.T, selection *seedbank.Selection, picks []place) {
	different := map[seed.Key]bool{}
	for _, at := range picks {
		different[at.seed] = true
	}
	if n, err := selection.Seeds(seedtest.Background); err != nil || n != uint64(len(different)) {
		t.Fatalf("%d seeds, want %d; %v", n, len(different), err)
	}
}

// Grids and seeds may be given in any number: many keys are longer than a row of a bank.
func TestManyKeys(t *testing.T) {
	all := seedtest.MakeSeeds(20)
	bank := seedtest.BankOf(t, all)
	var keys []seed.Key
	for i := range uint64(150_000) {
		keys = append(keys, seed.Key(i*0x9e3779b97f4a7c15))
	}
	taken, own := keys, slices.Clone(keys)
	for i := range all[:5] {
		taken, own = append(taken, all[i].Solution), append(own, all[i].Key())
	}
	selection, err := bank.Select(t.Context(), seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	left, err := selection.OnNewGrids(t.Context(), taken, false)
	if err != nil || left.Len() >= selection.Len() || left.Len() < selection.Len()-5 {
		t.Errorf("%d of %d seeds are left, %v", left.Len(), selection.Len(), err)
	}
	grids, err := bank.GridsOf(t.Context(), own)
	if err != nil || len(grids) != 5 || grids[all[4].Key()] != all[4].Solution {
		t.Errorf("%d grids, %v", len(grids), err)
	}
}
