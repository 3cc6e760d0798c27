package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Notes are what a bank knows of a seed besides its rating. What another version of the program
// computed counts as not known.
type Notes struct {
	Minutes     int // that a regular solver takes, as package rating/minutes estimates; 0 if not known
	Bottlenecks int // rounds with one way on, without the last

	Labels rating.LabelSet // of the steps of the path; none if not known
	Turn   rating.LabelSet // the label that the puzzle turns on, alone; see [rating.PathLabels]
}

// Notes returns what b knows of seeds, in their order. The seeds are in the order of their keys,
// as [Bank.Batches] yields them. Nothing is known of a seed that b does not have.
func (b *Bank) Notes(ctx context.Context, seeds []seed.Seed) (_ []Notes, err error) {
	if len(seeds) == 0 {
		return nil, nil
	}
	defer b.file.Explain(&err, "reading the notes on seeds of")
	notes, index := make([]Notes, len(seeds)), make(map[seed.Key]int, len(seeds))
	for i := range seeds {
		index[seeds[i].Key()] = i
	}
	for _, kind := range tables.DerivedKinds {
		err := kind.EachOfSeeds(ctx, b.file, seeds[0].Key(), seeds[len(seeds)-1].Key(), func(key seed.Key, v tables.Value) {
			if i, ok := index[key]; ok {
				notes[i].add(kind, v)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return notes, nil
}

// add notes a value of a kind.
func (n *Notes) add(kind *tables.Derived, v tables.Value) {
	if kind == tables.Minutes {
		n.Minutes, n.Bottlenecks = v.Minutes(), v.Bottlenecks()
	} else {
		n.Labels, n.Turn = v.Labels(), v.Turn()
	}
}
