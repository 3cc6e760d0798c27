package fleet

import (
	"context"
	"strconv"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
)

// firstUnit is the unit that each worker does first, and the digest of its result. A worker
// that has another result is broken, or another program.
type firstUnit struct {
	unit   *work.Unit
	digest trust.Digest
}

// firstSize is the number of puzzles of the first unit.
const firstSize = 8

// joinReply is the reply of the lease for a first unit, which is in no stream.
const joinReply = "join"

// newFirstUnit makes the first unit of the workers of a bank. Its random seed is secret, so
// that nobody knows the result without doing the unit.
func newFirstUnit(s secret) (first firstUnit, err error) {
	random, _ := strconv.ParseUint(s.mark("join", "")[:15], 16, 64)
	first.unit = &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: random, Count: firstSize}
	first.digest, err = digestOf(context.Background(), first.unit)
	return first, err
}

// join takes the result of a first unit. Its worker joins the fleet, or is refused.
func (g *gate) join(from sender, head *result, packed []byte) *answer {
	first, err := g.joining()
	if err != nil || head.Undone != "" {
		return &answer{Later: laterMuch}
	}
	head.Lease = ""
	got := soFar{}
	got.add(head, append(head.encodeHead(), packed...))
	return &answer{Refused: g.crew.join(from.key, !got.broken && got.digest == first.digest)}
}
