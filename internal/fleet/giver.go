package fleet

import (
	"cmp"
	"math"
	"slices"

	"github.com/seedoku/seedoku/internal/trust"
)

// ContributorStatus is what a hub has counted of a contributor since it began. Names of workers
// can change at will; a contributor has the name of its token.
type ContributorStatus struct {
	Name     string  `json:"name"`
	Workers  int     `json:"workers"`            // number of workers that work for the hub
	Cores    int     `json:"cores"`              // number of their cores, as they say
	Units    int     `json:"units"`              // number of units done
	Found    int     `json:"found"`              // seeds sent
	Seeds    int     `json:"seeds"`              // new seeds that the bank took at once
	Residual float64 `json:"residual,omitempty"` // of its oddest worker; see [Odd]
	Refused  string  `json:"refused,omitempty"`  // why the hub refuses it, or empty

	lost   int // units that it took and did not do in time, less those that it has done since
	asking int // questions for a unit that are not answered yet
}

// mostContributors is the greatest number of contributors in a status.
const mostContributors = 200

// givers are the counts of contributors by name. Only contributors whom the hub has let in have
// any, so there are no more of them than tokens.
type givers map[string]*ContributorStatus

// of returns the counts of the contributor of a worker, nil for the owner.
func (g givers) of(key string) *ContributorStatus {
	name := contributorOf(key)
	if name == trust.Owner {
		return nil
	}
	if g[name] == nil {
		g[name] = &ContributorStatus{Name: name}
	}
	return g[name]
}

// count adds to the counts of the contributor of a worker.
func (g givers) count(key string, units, found, seeds int) {
	if of := g.of(key); of != nil {
		of.Units, of.Found, of.Seeds = of.Units+units, of.Found+found, of.Seeds+seeds
		of.lost = max(0, of.lost-units)
	}
}

// list returns the contributors by name, with their workers. If there are too many, it lists
// those who have sent most seeds, and returns the number of the others.
func (g givers) list(workers map[string]*member, barred map[string]string) (list []ContributorStatus, more int) {
	for _, of := range g {
		of.Workers, of.Cores, of.Residual, of.Refused = 0, 0, 0, cut(barred[of.Name], mostReason)
	}
	for key, w := range workers {
		of := g.of(key)
		if of == nil {
			continue
		}
		if w.There() {
			of.Workers, of.Cores = of.Workers+1, of.Cores+w.Cores
		}
		if w.Odd != nil && math.Abs(w.Odd.Residual) > math.Abs(of.Residual) {
			of.Residual = w.Odd.Residual
		}
	}
	for _, of := range g {
		list = append(list, *of)
	}
	slices.SortFunc(list, func(a, b ContributorStatus) int {
		return cmp.Or(cmp.Compare(b.Found, a.Found), cmp.Compare(a.Name, b.Name))
	})
	more = max(0, len(list)-mostContributors)
	list = list[:len(list)-more]
	slices.SortFunc(list, func(a, b ContributorStatus) int { return cmp.Compare(a.Name, b.Name) })
	return list, more
}
