package fleet

import (
	"crypto/sha256"
	"slices"

	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// parts has what has come so far of the units that workers are doing, by worker and unit. A hub
// that was started again knows nothing of the parts before.
type parts map[string]*soFar

// mostParts is the greatest number of unfinished units.
const mostParts = 4096

// soFar are the parts of a unit that have come from a worker.
type soFar struct {
	parts  int          // number of them
	seeds  int          // number of their seeds
	before int          // number of seeds before the last part
	digest trust.Digest // of their texts
	broken bool         // a part is missing
	ended  bool         // the last part has come

	givers []seedbank.RunID          // see the method of contributed with this name
	held   map[seed.Key]change.Claim // seeds that stay claimed until the unit ends
	runs   []seedbank.RunID          // that have given these
}

// mostHeldBack is the greatest number of seeds of a unit that are held back. The hub rates others
// itself.
const mostHeldBack = 2 * UnitSize

// isWhole reports whether all parts have come, so that the digest can be compared.
func (u *soFar) isWhole() bool { return u.ended && !u.broken }

// hold notes seeds that stay claimed until the unit ends.
func (u *soFar) hold(seeds []seed.Seed, run seedbank.RunID) {
	if u.broken || len(u.held)+len(seeds) > mostHeldBack {
		return
	}
	if u.held == nil {
		u.held = map[seed.Key]change.Claim{}
	}
	for i := range seeds {
		u.held[seeds[i].Key()] = change.ClaimOf(&seeds[i])
	}
	if !slices.Contains(u.runs, run) {
		u.runs = append(u.runs, run)
	}
}

// add records a good result, and returns what has come of its unit with it. The first part of
// a unit begins it anew.
func (p parts) add(a *audit) *soFar {
	id := a.from + " " + a.Unit
	u := p[id]
	if u == nil || a.Part == 0 {
		u = &soFar{}
	}
	u.add(a.result, a.text)
	if delete(p, id); a.Done != nil {
		return u
	}
	if len(p) >= mostParts {
		for other := range p {
			delete(p, other)
			break
		}
	}
	p[id] = u
	return u
}

// add adds the next part and its text.
func (u *soFar) add(r *result, text []byte) {
	u.broken, u.ended = u.broken || r.Part != u.parts, r.Done != nil
	u.before = u.seeds
	u.parts, u.seeds, u.digest = u.parts+1, u.seeds+len(r.seeds), sha256.Sum256(append(u.digest[:], text...))
}
