package records

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// search looks for records among the seeds that the bank had when the search
// began.
type search struct {
	bank   *seedbank.Bank
	file   *tables.File
	strata []tables.Stratum // of all seeds, the highest ER first
}

func newSearch(ctx context.Context, bank *seedbank.Bank) (s *search, err error) {
	s = &search{bank: bank, file: bank.Rows()}
	s.strata, err = s.read(ctx, tables.SeedStrata, `WHERE seeds > 0`)
	return s, err
}

// read reads strata, the highest ER first, and equals in the order of selections.
func (s *search) read(ctx context.Context, table *tables.StrataTable, where string, arguments ...any) ([]tables.Stratum, error) {
	strata, err := tables.ReadStrata(ctx, s.file, table, where, arguments, nil)
	slices.SortStableFunc(strata, func(a, b tables.Stratum) int {
		return cmp.Or(cmp.Compare(b.ER, a.ER), a.Compare(&b))
	})
	return strata, err
}

// record returns the record of a candidate, as an isomorph with the given
// symmetry.
func (s *search) record(ctx context.Context, c *candidate, symmetry transform.Symmetry) (r Record, err error) {
	if !c.found() {
		return r, nil
	}
	of, err := s.seedWith(ctx, c.seed, c.place)
	if err != nil {
		return r, err
	}
	pick := of.PickSymmetric(c.place, symmetry)
	if pick.Isomorphs() == 0 {
		return r, tables.DamagedRow("seeds", int64(c.seed), "it cannot have the symmetry that it is listed for")
	}
	r = recordOf(pick)
	if r.ER != c.er || r.EP != c.ep || r.ED != c.ed {
		return r, tables.DamagedRow("seeds", int64(c.seed), "it does not have the values by which it was found")
	}
	return r, nil
}

// recordOf returns the record of a pick.
func recordOf(pick *seed.Pick) Record {
	rated := pick.Rating()
	return Record{pick.Isomorph(0).ID(), pick.Puzzle(), pick.NumClues(), rated.ER, rated.EP, rated.ED}
}

// candidate is a seed or rung that may hold a record.
type candidate struct {
	seed       seedbank.SeedID
	place      int // 0 for the seed itself, 1 for its first rung
	er, ep, ed rating.Tenths
}

// found reports whether c is not the zero candidate.
func (c *candidate) found() bool { return c.seed != 0 }

// ranks returns the ratings that decide a comparison by a measure: first the
// rating of the measure, then all ratings.
func (c *candidate) ranks(m Measure) [1 + NumRatings]rating.Tenths {
	all := [NumRatings]rating.Tenths{c.er, c.ep, c.ed}
	return [1 + NumRatings]rating.Tenths{all[m], c.er, c.ep, c.ed}
}

// beats reports whether c is better than other by a measure.
func (c *candidate) beats(m Measure, other *candidate) bool {
	mine, theirs := c.ranks(m), other.ranks(m)
	return !other.found() || slices.Compare(mine[:], theirs[:]) > 0
}

// contest holds the best candidates so far, by measure. Among equals it keeps the one
// that came first.
type contest struct {
	seeds int // that take part
	best  [NumRatings]candidate
}

func (k *contest) offer(c candidate) {
	for m := range NumRatings {
		if c.beats(m, &k.best[m]) {
			k.best[m] = c
		}
	}
}

// open reports whether a puzzle of an ER could be better than the best so far. No
// EP and no ED is higher than the ER.
func (k *contest) open(er rating.Tenths) bool {
	most := candidate{er: er, ep: er, ed: er}
	for m := range NumRatings {
		if most.beats(m, &k.best[m]) {
			return true
		}
	}
	return false
}

// bests returns the records of a finished contest.
func (s *search) bests(ctx context.Context, k *contest, symmetry transform.Symmetry) (bests Bests, err error) {
	bests.Seeds = k.seeds
	for m := range NumRatings {
		if bests.Highest[m], err = s.record(ctx, &k.best[m], symmetry); err != nil {
			return bests, err
		}
	}
	return bests, nil
}

// enter adds the seeds of a stratum to a contest. Strata must come with the highest
// ER first. So a seed with a lower EP and a lower ED than the best so far cannot win,
// and enter does not read it. No ED is higher than the EP.
func (s *search) enter(ctx context.Context, k *contest, st *tables.Stratum) error {
	k.seeds += int(st.Number)
	if !k.open(st.ER) {
		return nil
	}
	least := min(k.best[EP].ep, k.best[ED].ed)
	condition := `ep >= ? AND (ep >= ? OR ed >= ?)`
	if least >= EarlyER {
		condition += ` AND ` + tables.IsEarly
	}
	return tables.Each(ctx, s.file.DB, "seeds", `SELECT id, ep, ed FROM seeds WHERE stratum = ? AND `+condition+` ORDER BY slot`,
		[]any{st.ID, least, k.best[EP].ep, k.best[ED].ed}, func(row tables.Row) error {
			c := candidate{er: st.ER}
			err := row.Scan(&c.seed, &c.ep, &c.ed)
			if err == nil {
				k.offer(c)
			}
			return err
		})
}

// enterListed is enter for a stratum that lists its picks on pages.
func (s *search) enterListed(ctx context.Context, k *contest, st *tables.Stratum) error {
	for page := uint64(0); page*tables.PageRungs < st.Number && k.open(st.ER); page++ {
		places, err := tables.ReadPlaces(ctx, s.file.DB, tables.PickPage{Table: st.Table, Stratum: st.ID, Page: page})
		if err != nil {
			return err
		}
		for _, p := range places {
			c, err := s.listed(ctx, p)
			if err != nil {
				return err
			}
			if c.er == st.ER { // else the page is wrong; drawing from it reports the error
				k.offer(c)
			}
		}
	}
	return nil
}

// listed returns the candidate at a place, with its ratings.
func (s *search) listed(ctx context.Context, p tables.RungPlace) (candidate, error) {
	of, err := s.seedWith(ctx, p.Seed, p.Place)
	if err != nil {
		return candidate{}, err
	}
	r := of.RungAt(p.Place)
	return candidate{p.Seed, p.Place, r.ER, r.EP, r.ED}, nil
}

// seedWith returns a seed that has a rung at a place; place 0 is the seed itself.
func (s *search) seedWith(ctx context.Context, id seedbank.SeedID, place int) (seed.Seed, error) {
	of, err := s.bank.Seed(ctx, id)
	switch {
	case errors.Is(err, seedbank.ErrNoMatch):
		err = tables.DamagedRow("seeds", int64(id), "it is missing")
	case err == nil && place > len(of.Rungs):
		err = tables.DamagedRow("seeds", int64(id), "it has no rung at place %d", place-1)
	}
	return of, err
}
