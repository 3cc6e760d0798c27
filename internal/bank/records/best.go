// Package records finds the record puzzles of a bank.
//
// [Read] returns all records: the highest ratings for each number of clues and each
// symmetry, the fewest clues of each level, pearls, diamonds, and the rarest techniques.
// [ReadHighlights] returns the few records that summaries of a bank show. [ReadGrowth]
// returns the history of the records, run by run. [Rank] orders the seeds of a bank, for
// searches that start from the best ones.
//
// These functions read few of the seeds, even in a large bank. A [Ranking] serves
// one goroutine at a time; other types are values.
//
// Start with [Read].
package records

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// mostRare is the largest number of techniques listed as rare, besides those that no
// seed uses.
const mostRare = 10

// Read returns the records of a bank. It reads few of the seeds, because all seeds of
// a stratum have the ER of the stratum.
func Read(ctx context.Context, bank *seedbank.Bank) (*Records, error) {
	r := &Records{}
	err := find(ctx, bank, func(s *search) (err error) {
		for _, part := range []func(context.Context, *Records) error{s.byClues, s.bySymmetry, s.byLevel, s.rare} {
			if err := part(ctx, r); err != nil {
				return err
			}
		}
		r.Early, err = s.pearlsAndDiamonds(ctx)
		return err
	})
	return r, err
}

// ReadHighlights returns the highlights of a bank.
func ReadHighlights(ctx context.Context, bank *seedbank.Bank) (*Highlights, error) {
	h := &Highlights{}
	err := find(ctx, bank, func(s *search) error { return s.highlights(ctx, h) })
	return h, err
}

// find searches a bank.
func find(ctx context.Context, bank *seedbank.Bank, do func(*search) error) (err error) {
	defer bank.Rows().Explain(&err, "looking for the records of")
	s, err := newSearch(ctx, bank)
	if err != nil {
		return err
	}
	return do(s)
}

// contests runs one contest for each group of strata. It skips strata for which group
// returns false.
func contests[G comparable](ctx context.Context, s *search, group func(*tables.Stratum) (G, bool)) (map[G]*contest, error) {
	all := map[G]*contest{}
	for i := range s.strata {
		st := &s.strata[i]
		of, ok := group(st)
		if !ok {
			continue
		}
		if all[of] == nil {
			all[of] = &contest{}
		}
		if err := s.enter(ctx, all[of], st); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// byClues finds the highest ratings for each number of clues.
func (s *search) byClues(ctx context.Context, to *Records) error {
	all, err := contests(ctx, s, func(st *tables.Stratum) (int, bool) { return st.Clues, true })
	for _, clues := range slices.Sorted(maps.Keys(all)) {
		var bests Bests
		if bests, err = s.bests(ctx, all[clues], transform.NoSymmetry); err != nil {
			break
		}
		to.ByClues = append(to.ByClues, BestsOfClues{clues, bests})
	}
	return err
}

// byLevel finds the seeds of each level with the fewest clues.
func (s *search) byLevel(ctx context.Context, to *Records) error {
	fewest := map[rating.Level]int{}
	for i := range s.strata {
		st := &s.strata[i]
		if known, ok := fewest[st.Level]; !ok || st.Clues < known {
			fewest[st.Level] = st.Clues
		}
	}
	all, err := contests(ctx, s, func(st *tables.Stratum) (rating.Level, bool) { return st.Level, st.Clues == fewest[st.Level] })
	for _, level := range slices.Sorted(maps.Keys(all)) {
		var best Record
		if best, err = s.record(ctx, &all[level].best[ER], transform.NoSymmetry); err != nil {
			break
		}
		to.ByLevel = append(to.ByLevel, FewestOfLevel{level, all[level].seeds, best})
	}
	return err
}

// highlights finds the highlights.
func (s *search) highlights(ctx context.Context, to *Highlights) (err error) {
	fewest := tables.MostClues
	for i := range s.strata {
		fewest = min(fewest, s.strata[i].Clues)
	}
	for _, of := range []struct {
		to    *Record
		group func(*tables.Stratum) bool
	}{
		{&to.Hardest, func(st *tables.Stratum) bool { return st.ER == s.strata[0].ER }},
		{&to.Fewest, func(st *tables.Stratum) bool { return st.Clues == fewest }},
	} {
		all, err := contests(ctx, s, func(st *tables.Stratum) (bool, bool) { return true, of.group(st) })
		if err != nil || len(all) == 0 {
			return err
		}
		if *of.to, err = s.record(ctx, &all[true].best[ER], transform.NoSymmetry); err != nil {
			return err
		}
	}
	to.Early, err = s.pearlsAndDiamonds(ctx)
	return err
}

// bySymmetry finds the highest ratings for each symmetry. Banks of old formats do
// not list symmetric picks; for them it finds none.
func (s *search) bySymmetry(ctx context.Context, to *Records) error {
	if !s.file.ListsSymmetric() {
		return nil
	}
	for symmetry := range transform.Symmetries() {
		strata, err := s.read(ctx, tables.SymmetricStrata, `WHERE picks > 0 AND symmetry = ?`, symmetry.String())
		if err != nil {
			return err
		}
		if len(strata) == 0 {
			continue
		}
		of, err := s.ofSymmetry(ctx, symmetry, strata)
		if err != nil {
			return err
		}
		to.BySymmetry = append(to.BySymmetry, of)
	}
	return nil
}

// ofSymmetry finds the highest ratings for a symmetry. Because there are many rungs,
// it only reads the rungs with the highest ER.
func (s *search) ofSymmetry(ctx context.Context, symmetry transform.Symmetry, strata []tables.Stratum) (of BestsOfSymmetry, err error) {
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

// rare finds the techniques that the fewest seeds use.
func (s *search) rare(ctx context.Context, to *Records) error {
	used, err := s.bank.Techniques(ctx)
	if err != nil {
		return err
	}
	for t := range rating.Techniques() {
		if !slices.ContainsFunc(used, func(c seedbank.TechniqueCount) bool { return c.Technique == t && c.Seeds > 0 }) {
			to.Rare = append(to.Rare, RareTechnique{TechniqueCount: seedbank.TechniqueCount{Technique: t}})
		}
	}
	used = slices.DeleteFunc(used, func(c seedbank.TechniqueCount) bool { return c.Seeds == 0 })
	slices.SortStableFunc(used, func(a, b seedbank.TechniqueCount) int { return cmp.Compare(a.Seeds, b.Seeds) })
	for _, count := range used[:min(len(used), mostRare)] {
		example, err := s.example(ctx, count.Technique)
		if err != nil {
			return err
		}
		to.Rare = append(to.Rare, RareTechnique{count, example})
	}
	return nil
}

// example returns the first seed of the lowest ER that uses a technique.
func (s *search) example(ctx context.Context, t rating.Technique) (Record, error) {
	using, err := s.bank.Select(ctx, seedbank.Filter{Uses: []rating.Technique{t}})
	if err != nil || using.Len() == 0 {
		return Record{}, err
	}
	pick, err := using.At(ctx, 0)
	if err != nil {
		return Record{}, err
	}
	return recordOf(pick), nil
}
