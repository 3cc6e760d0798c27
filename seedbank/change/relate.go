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

// Relation is the relation of a puzzle to the seeds of a bank, up to isomorphism.
type Relation int

// The relations, from the closest to the least close.
const (
	IsSeed    Relation = iota // it is a seed
	IsRung                    // it is a rung
	HasSeed                   // it is a seed with clues added that no rung adds
	IsForeign                 // none of these
)

// String returns the name of r.
func (r Relation) String() string {
	return [...]string{"seed", "rung", "contains a seed", "new"}[r]
}

// Relate returns the closest relation of a puzzle to the seeds of a bank, and the key
// of the oldest seed with this relation. It reads only seeds that share the solution
// of the puzzle.
func Relate(ctx context.Context, b *seedbank.Bank, canonizer *transform.Canonizer, p sudoku.Puzzle) (Relation, seed.Key, error) {
	canonical := canonizer.Canonical(p.Solution())
	keys, err := b.Rows().SeedsOf(ctx, seed.KeyOf(canonical.Grid))
	if err != nil {
		return IsForeign, 0, fmt.Errorf("looking for a seed in %s: %w", b.Path(), tables.Plain(err))
	}
	var images []sudoku.Cells // images of the clues under all isomorphisms that make the solution canonical
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

// relationTo returns the relation of a puzzle to a seed. The images are the
// possible cells of the clues of the puzzle, and to maps the solution of the seed
// to the same canonical form.
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
