package change

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// NumDerived returns for how many seeds values are computed under a context.
func NumDerived(ctx context.Context, seeds []seed.Seed) (n int, err error) {
	all, list := make([]derived, len(seeds)), []underived{}
	for i := range seeds {
		list = append(list, underived{seed: &seeds[i], to: &all[i]})
	}
	err = deriveAll(ctx, list, 1, 0)
	for _, d := range all {
		if d != nil {
			n++
		}
	}
	return n, err
}
