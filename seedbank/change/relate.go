package change

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Relation is what a puzzle is to the seeds of a bank, up to symmetry.
type Relation int

// The relations, from the closest to the least close.
const (
	IsSeed    Relation = iota // it is a seed
	IsRung                    // it is a rung
	HasSeed                   // it is a seed with clues added that no rung adds
	IsForeign                 // none of these
)

// String returns a word for r.
func (r Relation) String() string {
	return [...]string{"seed", "rung", "contains a seed", "new"}[r]
}

// Relate returns what a puzzle is to the seeds of a bank, and the seed that makes it
// so. Of several seeds with the same relation it is the oldest. It looks only at seeds
// that have the solution of the puzzle.
func Relate(ctx context.Context, b *seedbank.Bank, canonizer *transform.Canonizer, p sudoku.Puzzle) (Relation, seed.Key, error) {
	canonical := canonizer.Canonical(p.Solution())
	keys, err := b.Rows().SeedsOf(ctx, seed.KeyOf(canonical.Grid))
	if err != nil {
		return IsForeign, 0, fmt.Errorf("looking for a seed in %s: %w", b.Path(), tables.Plain(err))
	}
	var images []sudoku.Cells // the clues, in all the ways in which the solution is canonical
	closest, of := IsForeign, seed.Key(0)
	for _, key := range keys {
		s, err := b.SeedNamed(ctx, key)
		if err != nil {
			return IsForeign, 0, err
		}
		if images == nil {
			images = imagesOf(canonical.To.Cells(p.Clues().Filled()), canonizer.Automorphisms(canonical.Grid))
		}
		to := canonizer.Canonical(s.Puzzle.Solution()).To
		if relation := relationTo(&s, &to, images); relation < closest {
			closest, of = relation, key
		}
	}
	return closest, of, nil
}

// imagesOf returns the images of a set of cells.
func imagesOf(cells sudoku.Cells, under []transform.Isomorphism) (images []sudoku.Cells) {
	for i := range under {
		images = append(images, under[i].Cells(cells))
	}
	return images
}

// relationTo returns what a puzzle with clues in one of some sets of cells is to
// a seed that to brings to the same solution.
func relationTo(s *seed.Seed, to *transform.Isomorphism, images []sudoku.Cells) Relation {
	clues := to.Cells(s.Puzzle.Clues().Filled())
	closest := IsForeign
	for _, image := range images {
		added := image.AndNot(clues)
		switch {
		case !clues.Within(image):
			continue
		case added.Empty():
			return IsSeed
		}
		closest = min(closest, HasSeed)
		for i := range s.Rungs {
			if to.Cells(s.Rungs[i].Added) == added {
				closest = IsRung
			}
		}
	}
	return closest
}
