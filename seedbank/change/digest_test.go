package change_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

func digestOf(t *testing.T, of seedtest.AnyBank, filter seedbank.Filter) string {
	bank := seedtest.BankIn(of)
	t.Helper()
	selection, err := bank.Select(seedtest.Background, filter)
	if err != nil {
		t.Fatal(err)
	}
	return selection.Digest()
}

// digestFilters are selections of every kind.
var digestFilters = []seedbank.Filter{
	{}, {Rungs: true}, {Early: seedbank.Pearl}, {Symmetry: transform.Rotate180, Rungs: true},
}

// The digest is the same for banks that came to the same order in another way, and
// another one if the order is.
func TestDigestIsOfTheOrder(t *testing.T) {
	seeds := slices.Concat(seedtest.SomeSeeds()[:150], seedtest.AllSymmetric())
	bank, again := seedtest.BankOf(t, seeds), seedtest.MakeBank(t)
	for some := range slices.Chunk(seeds, 3) {
		seedtest.Insert(t, again, some)
	}
	backward := slices.Clone(seeds)
	slices.Reverse(backward)
	other := seedtest.BankOf(t, backward)
	for _, filter := range digestFilters {
		digest := digestOf(t, bank, filter)
		if got := digestOf(t, again, filter); got != digest {
			t.Errorf("%+v: the digest of the same order is %s, then %s", filter, digest, got)
		}
		if got := digestOf(t, other, filter); got == digest {
			t.Errorf("%+v: another order has the digest %s too", filter, got)
		}
	}
}

// Seeds of other strata leave a digest as it is.
func TestDigestIsOfWhatIsDrawnFrom(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	low := slices.DeleteFunc(slices.Clone(seeds), func(s seed.Seed) bool { return s.Rating.ER != seeds[0].Rating.ER })
	high := slices.DeleteFunc(slices.Clone(seeds), func(s seed.Seed) bool { return s.Rating.ER == seeds[0].Rating.ER })
	filter := seedbank.Filter{ER: seedbank.Only(seeds[0].Rating.ER)}
	bank := seedtest.BankOf(t, low)
	before, all := digestOf(t, bank, filter), digestOf(t, bank, seedbank.Filter{})
	seedtest.Insert(t, bank, high)
	if after := digestOf(t, bank, filter); after != before {
		t.Errorf("the digest was %s and is %s", before, after)
	}
	if digestOf(t, bank, seedbank.Filter{}) == all {
		t.Error("the digest of all seeds has not changed")
	}
}

// A bank of format 3 has the digests that it gets when it is brought up to date.
func TestDigestOfAnOlderBank(t *testing.T) {
	bank := seedtest.BankOf(t, slices.Concat(seedtest.SomeSeeds(), seedtest.AllSymmetric()))
	var want []string
	for _, filter := range digestFilters {
		want = append(want, digestOf(t, bank, filter))
	}
	toFormat3(t, bank)
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func() (*seedbank.Bank, error){
		func() (*seedbank.Bank, error) { return seedbank.Open(seedtest.Background, bank.Path()) },
		func() (*seedbank.Bank, error) { return toWrite(seedtest.Background, bank.Path()) },
	} {
		opened, err := open()
		if err != nil {
			t.Fatal(err)
		}
		for i, filter := range digestFilters {
			if got := digestOf(t, opened, filter); got != want[i] {
				t.Errorf("format %d, %+v: %s, want %s", opened.Rows().Format, filter, got, want[i])
			}
		}
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestVerifyProvesDigests(t *testing.T) {
	for _, table := range tables.StrataTables {
		bank := seedtest.BankOf(t, slices.Concat(trulyRated(t, 3), seedtest.AllSymmetric()))
		if _, err := bank.Rows().DB.Exec(`UPDATE ` + table.Name + ` SET digest = digest + 1 WHERE id = 1`); err != nil {
			t.Fatal(err)
		}
		found := false
		_, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Problem: func(problem error) {
			found = found || strings.Contains(problem.Error(), "its digest")
		}})
		if err != nil || !found {
			t.Errorf("a false digest in %s: found %t, %v", table.Name, found, err)
		}
	}
}
