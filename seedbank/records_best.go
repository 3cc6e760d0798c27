package seedbank

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// candidate is a seed or rung that may hold a record.
type candidate struct {
	seed       SeedID
	place      int // 0 for the seed itself, 1 for its first rung
	er, ep, ed rating.Tenths
}

// found reports whether c is not the zero candidate.
func (c *candidate) found() bool { return c.seed != 0 }

// ranks returns the ratings by which candidates are compared for a measure: the
// rating that it is about, then all of them.
func (c *candidate) ranks(m Measure) [1 + NumRatings]rating.Tenths {
	all := [NumRatings]rating.Tenths{c.er, c.ep, c.ed}
	return [1 + NumRatings]rating.Tenths{all[m], c.er, c.ep, c.ed}
}

// beats reports whether c is better than another candidate.
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

// bests returns the records that a contest ends with.
func (s *recordSearch) bests(ctx context.Context, k *contest, symmetry transform.Symmetry) (bests Bests, err error) {
	bests.Seeds = k.seeds
	for m := range NumRatings {
		if bests.Highest[m], err = s.record(ctx, &k.best[m], symmetry); err != nil {
			return bests, err
		}
	}
	return bests, nil
}

// enter lets the seeds of a stratum take part in a contest. Strata must come with the
// highest ER first. Then a seed that is worse than the best so far both in EP and in
// ED cannot win anything, and is not read.
func (s *recordSearch) enter(ctx context.Context, k *contest, st *stratum) error {
	if !k.open(st.er) {
		return nil
	}
	rows, err := s.bank.db.QueryContext(ctx, `
		SELECT id, ep, ed FROM seeds WHERE stratum = ? AND (ep >= ? OR ed >= ?) ORDER BY slot`,
		st.id, k.best[EP].ep, k.best[ED].ed)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		c := candidate{er: st.er}
		if err := rows.Scan(&c.seed, &c.ep, &c.ed); err != nil {
			return scanned("seeds", int64(c.seed), err)
		}
		k.offer(c)
	}
	return rows.Err()
}

// byClues finds the bests of each number of clues.
func (s *recordSearch) byClues(ctx context.Context, to *Records) error {
	contests := map[int]*contest{}
	for i := range s.strata {
		st := &s.strata[i]
		if contests[st.clues] == nil {
			contests[st.clues] = &contest{}
		}
		contests[st.clues].seeds += int(st.number)
		if err := s.enter(ctx, contests[st.clues], st); err != nil {
			return err
		}
	}
	for _, clues := range slices.Sorted(maps.Keys(contests)) {
		bests, err := s.bests(ctx, contests[clues], transform.NoSymmetry)
		if err != nil {
			return err
		}
		to.ByClues = append(to.ByClues, BestsOfClues{clues, bests})
	}
	return nil
}

// byLevel finds the seeds of each level with the fewest clues.
func (s *recordSearch) byLevel(ctx context.Context, to *Records) error {
	fewest := map[rating.Level]int{}
	for i := range s.strata {
		st := &s.strata[i]
		if known, ok := fewest[st.level]; !ok || st.clues < known {
			fewest[st.level] = st.clues
		}
	}
	contests := map[rating.Level]*contest{}
	for i := range s.strata {
		st := &s.strata[i]
		if st.clues > fewest[st.level] {
			continue
		}
		if contests[st.level] == nil {
			contests[st.level] = &contest{}
		}
		contests[st.level].seeds += int(st.number)
		if err := s.enter(ctx, contests[st.level], st); err != nil {
			return err
		}
	}
	for _, level := range slices.Sorted(maps.Keys(contests)) {
		best, err := s.record(ctx, &contests[level].best[ER], transform.NoSymmetry)
		if err != nil {
			return err
		}
		to.ByLevel = append(to.ByLevel, FewestOfLevel{level, contests[level].seeds, best})
	}
	return nil
}

// bySymmetry finds the bests of each symmetry. An old bank does not list them.
func (s *recordSearch) bySymmetry(ctx context.Context, to *Records) error {
	if !s.bank.listsSymmetric() {
		return nil
	}
	for symmetry := range transform.Symmetries() {
		selection, err := s.bank.Select(ctx, Filter{Symmetry: symmetry, Rungs: true})
		if err != nil {
			return err
		}
		if selection.Len() == 0 {
			continue
		}
		of, err := s.ofSymmetry(ctx, symmetry, hardestFirst(selection.strata))
		if err != nil {
			return err
		}
		to.BySymmetry = append(to.BySymmetry, of)
	}
	return nil
}

// ofSymmetry finds the bests of a symmetry. There are many rungs, so it looks only at
// the rungs with the highest ER.
func (s *recordSearch) ofSymmetry(ctx context.Context, symmetry transform.Symmetry, strata []stratum) (of BestsOfSymmetry, err error) {
	of.Symmetry = symmetry
	var seeds, rungs contest
	for i := range strata {
		st := &strata[i]
		switch {
		case st.minimal:
			seeds.seeds += int(st.number)
			err = s.enterListed(ctx, &seeds, st)
		case st.er > seeds.best[ER].er && st.er >= rungs.best[ER].er:
			err = s.enterListed(ctx, &rungs, st)
		}
		if err != nil {
			return of, err
		}
	}
	if of.Bests, err = s.bests(ctx, &seeds, symmetry); err != nil {
		return of, err
	}
	if rungs.best[ER].er > seeds.best[ER].er {
		of.Added, err = s.record(ctx, &rungs.best[ER], symmetry)
	}
	return of, err
}

// enterListed is enter for a stratum that lists its picks on pages.
func (s *recordSearch) enterListed(ctx context.Context, k *contest, st *stratum) error {
	for page := uint64(0); page*pageRungs < st.number && k.open(st.er); page++ {
		packed, err := readPage(ctx, s.bank.db, pickPage{st.table, st.id, page})
		if err != nil {
			return err
		}
		places, err := unpackPlaces(packed)
		if err != nil {
			return damagedRow(st.table.pages, st.id, "page %d: %w", page, err)
		}
		for _, p := range places {
			c, err := s.bank.listed(ctx, p)
			if err != nil {
				return err
			}
			if c.er == st.er { // otherwise the page is false, and a draw will say so
				k.offer(c)
			}
		}
	}
	return nil
}

// listed returns the candidate at a place, with its ratings.
func (b *Bank) listed(ctx context.Context, p rungPlace) (candidate, error) {
	var one seed.Seed
	var packed []byte
	r := &one.Rating
	err := b.db.QueryRowContext(ctx, `
		SELECT er, ep, ed, automorphisms, rungs FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id = ?`, p.seed).
		Scan(&r.ER, &r.EP, &r.ED, &one.Automorphisms, &packed)
	switch {
	case err == sql.ErrNoRows:
		return candidate{}, damagedRow("seeds", int64(p.seed), "it is missing")
	case err != nil:
		return candidate{}, scanned("seeds", int64(p.seed), err)
	case p.place == 0:
		return candidate{p.seed, 0, r.ER, r.EP, r.ED}, nil
	}
	technique := func(number uint64) (rating.Technique, error) { return b.technique(ctx, number) }
	if err := seed.UnpackRungs(packed, &one, technique); err != nil {
		return candidate{}, inRow("seeds", int64(p.seed), err)
	}
	if p.place > len(one.Rungs) {
		return candidate{}, damagedRow("seeds", int64(p.seed), "it has no rung at place %d", p.place-1)
	}
	rung := &one.Rungs[p.place-1]
	return candidate{p.seed, p.place, rung.ER, rung.EP, rung.ED}, nil
}
