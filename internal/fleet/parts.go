package fleet

import (
	"crypto/sha256"

	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank"
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

	givers []seedbank.RunID // see the method of contributed with this name
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
	u.broken = u.broken || r.Part != u.parts
	u.before = u.seeds
	u.parts, u.seeds, u.digest = u.parts+1, u.seeds+len(r.seeds), sha256.Sum256(append(u.digest[:], text...))
}
