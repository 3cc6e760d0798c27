package seedbank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/transform"
)

// mostRare is how many techniques are told as rare, besides those that no seed uses.
const mostRare = 10

// Records returns the records of the bank. It reads few of the seeds: a stratum
// has no seed that is rated higher than its ER.
func (b *Bank) Records(ctx context.Context) (*Records, error) {
	records, err := b.records(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for the records of %s: %w", b.file.Path, tables.Plain(err))
	}
	return records, nil
}

func (b *Bank) records(ctx context.Context) (*Records, error) {
	search, err := b.newRecordSearch(ctx)
	if err != nil {
		return nil, err
	}
	var r Records
	for _, part := range []func(context.Context, *Records) error{
		search.byClues, search.bySymmetry, search.byLevel, search.rare, search.early,
	} {
		if err := part(ctx, &r); err != nil {
			return nil, err
		}
	}
	return &r, nil
}

// rare finds the techniques that the fewest seeds use.
func (s *recordSearch) rare(ctx context.Context, to *Records) error {
	counts, err := s.bank.techniqueCounts(ctx)
	if err != nil {
		return err
	}
	var used []RareTechnique
	for t := range rating.Techniques() {
		if count := counts[t]; count.Seeds > 0 {
			used = append(used, RareTechnique{TechniqueCount: count})
		} else {
			to.Rare = append(to.Rare, RareTechnique{TechniqueCount: TechniqueCount{Technique: t}})
		}
	}
	slices.SortStableFunc(used, func(a, b RareTechnique) int { return cmp.Compare(a.Seeds, b.Seeds) })
	for _, one := range used[:min(len(used), mostRare)] {
		if one.Example, err = s.example(ctx, one.Technique); err != nil {
			return err
		}
		to.Rare = append(to.Rare, one)
	}
	return nil
}

// example returns the first seed of the lowest ER that uses a technique.
func (s *recordSearch) example(ctx context.Context, t rating.Technique) (Record, error) {
	using, err := s.bank.Select(ctx, Filter{Uses: []rating.Technique{t}})
	if err != nil || using.Len() == 0 {
		return Record{}, err
	}
	pick, err := using.At(ctx, 0)
	if err != nil {
		return Record{}, err
	}
	return recordOf(pick), nil
}

// Highlights are the few records that are told with the numbers of a bank.
type Highlights struct {
	Hardest Record // highest ER
	Fewest  Record // fewest clues, and among equals the highest ER
	Early   EarlyRecords
}

// Highlights returns the highlights of the bank.
func (b *Bank) Highlights(ctx context.Context) (*Highlights, error) {
	h, err := b.highlights(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for the records of %s: %w", b.file.Path, tables.Plain(err))
	}
	return h, nil
}

func (b *Bank) highlights(ctx context.Context) (*Highlights, error) {
	s, err := b.newRecordSearch(ctx)
	if err != nil {
		return nil, err
	}
	fewest := tables.MostClues
	for i := range s.strata {
		fewest = min(fewest, s.strata[i].Clues)
	}
	var hardest, sparsest contest
	for i := range s.strata {
		st := &s.strata[i]
		if st.ER == s.strata[0].ER {
			err = s.enter(ctx, &hardest, st)
		}
		if err == nil && st.Clues == fewest {
			err = s.enter(ctx, &sparsest, st)
		}
		if err != nil {
			return nil, err
		}
	}
	var h Highlights
	if h.Hardest, err = s.record(ctx, &hardest.best[ER], transform.NoSymmetry); err != nil {
		return nil, err
	}
	if h.Fewest, err = s.record(ctx, &sparsest.best[ER], transform.NoSymmetry); err != nil {
		return nil, err
	}
	h.Early, err = s.pearlsAndDiamonds(ctx)
	return &h, err
}

// early finds the pearls and diamonds.
func (s *recordSearch) early(ctx context.Context, to *Records) (err error) {
	to.Early, err = s.pearlsAndDiamonds(ctx)
	return err
}
