package seedbank

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// byClues finds the bests of each number of clues.
func (s *recordSearch) byClues(ctx context.Context, to *Records) error {
	contests := map[int]*contest{}
	for i := range s.strata {
		st := &s.strata[i]
		if contests[st.Clues] == nil {
			contests[st.Clues] = &contest{}
		}
		contests[st.Clues].seeds += int(st.Number)
		if err := s.enter(ctx, contests[st.Clues], st); err != nil {
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
		if known, ok := fewest[st.Level]; !ok || st.Clues < known {
			fewest[st.Level] = st.Clues
		}
	}
	contests := map[rating.Level]*contest{}
	for i := range s.strata {
		st := &s.strata[i]
		if st.Clues > fewest[st.Level] {
			continue
		}
		if contests[st.Level] == nil {
			contests[st.Level] = &contest{}
		}
		contests[st.Level].seeds += int(st.Number)
		if err := s.enter(ctx, contests[st.Level], st); err != nil {
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
	if !s.bank.file.ListsSymmetric() {
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
		case st.Minimal:
			seeds.seeds += int(st.Number)
			err = s.enterListed(ctx, &seeds, st)
		case st.ER > seeds.best[ER].er && st.ER >= rungs.best[ER].er:
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
	for page := uint64(0); page*tables.PageRungs < st.Number && k.open(st.ER); page++ {
		packed, err := tables.ReadPage(ctx, s.bank.file.DB, tables.PickPage{Table: st.Table, Stratum: st.ID, Page: page})
		if err != nil {
			return err
		}
		places, err := tables.UnpackPlaces(packed)
		if err != nil {
			return tables.DamagedRow(st.Table.Pages, st.ID, "page %d: %w", page, err)
		}
		for _, p := range places {
			c, err := s.bank.listed(ctx, p)
			if err != nil {
				return err
			}
			if c.er == st.ER { // otherwise the page is false, and a draw will say so
				k.offer(c)
			}
		}
	}
	return nil
}

// listed returns the candidate at a place, with its ratings.
func (b *Bank) listed(ctx context.Context, p tables.RungPlace) (candidate, error) {
	var one seed.Seed
	var packed []byte
	r := &one.Rating
	err := b.file.DB.QueryRowContext(ctx, `
		SELECT er, ep, ed, automorphisms, rungs FROM seeds JOIN strata ON strata.id = stratum WHERE seeds.id = ?`, p.Seed).
		Scan(&r.ER, &r.EP, &r.ED, &one.Automorphisms, &packed)
	switch {
	case err == sql.ErrNoRows:
		return candidate{}, tables.DamagedRow("seeds", int64(p.Seed), "it is missing")
	case err != nil:
		return candidate{}, tables.Scanned("seeds", int64(p.Seed), err)
	case p.Place == 0:
		return candidate{p.Seed, 0, r.ER, r.EP, r.ED}, nil
	}
	technique := func(number uint64) (rating.Technique, error) { return b.file.Technique(ctx, number) }
	if err := seed.UnpackRungs(packed, &one, technique); err != nil {
		return candidate{}, tables.InRow("seeds", int64(p.Seed), err)
	}
	if p.Place > len(one.Rungs) {
		return candidate{}, tables.DamagedRow("seeds", int64(p.Seed), "it has no rung at place %d", p.Place-1)
	}
	rung := &one.Rungs[p.Place-1]
	return candidate{p.Seed, p.Place, rung.ER, rung.EP, rung.ED}, nil
}
