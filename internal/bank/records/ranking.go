package records

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Order defines an order of the seeds of a bank. Without a Value, the seeds with the
// highest ER come first, or those with the fewest clues.
type Order struct {
	// Name is the name of the visits. Seeds visited under this name are left out; see
	// package change.
	Name string

	FewestClues bool
	Symmetry    transform.Symmetry // rank the seeds and rungs that the bank lists for this symmetry; cannot be combined with Value

	// Value returns the value of a seed with a rating and a number of clues. The
	// highest values come first. Seeds with a value of 0 are left out.
	Value func(r *rating.Result, clues int) int
	Of    func(p *sudoku.Puzzle) int // if not nil, gives the value where Value is not 0
	ER    int                        // order of equal values: the highest ER first (+1) or the lowest (-1)
}

// Ranked is a seed or rung with its value in an order.
type Ranked struct {
	ID    seedbank.SeedID
	Place int // 0 for the seed itself, 1 for its first rung
	Value int // ER in tenths, number of clues, or the result of Order.Value

	// Stratum is the number of the stratum of the seed. Seeds of a stratum have the same
	// ER, number of clues, number of automorphisms and hardest technique. It is 0 for
	// orders with a symmetry.
	Stratum int
}

// Ranking is the seeds of a bank in an order. It includes seeds stored after it was
// made. It serves one goroutine at a time.
type Ranking struct {
	Order
	file   *tables.File
	values *valueRanking // nil if the order has no Value
}

// Rank returns the seeds of a bank in an order.
func Rank(bank *seedbank.Bank, order Order) *Ranking {
	r := &Ranking{Order: order, file: bank.Rows()}
	if order.Value != nil {
		r.values = &valueRanking{Ranking: r}
	}
	return r
}

// First returns the first n seeds that were not visited. In an order with a symmetry,
// only the best pick of each seed counts.
func (r *Ranking) First(ctx context.Context, n int) (list []Ranked, err error) {
	defer r.file.Explain(&err, "ranking the seeds of")
	switch {
	case r.values != nil:
		return r.values.first(ctx, n)
	case r.Symmetry != transform.NoSymmetry:
		return r.firstSymmetric(ctx, n)
	}
	return r.firstByColumn(ctx, n)
}

// Best returns the best value of all seeds, visited or not. It returns false if there are
// none.
func (r *Ranking) Best(ctx context.Context) (value int, ok bool, err error) {
	defer r.file.Explain(&err, "ranking the seeds of")
	if r.values != nil {
		err = r.values.update(ctx, 0)
		value, ok = r.values.top, r.values.top > 0
	} else {
		var all []int
		if all, err = r.columnValues(ctx); len(all) > 0 {
			value, ok = all[0], true
		}
	}
	return value, ok, err
}

// column returns the column of strata that has the values, the SQL direction with the best
// value first, and the order within a stratum. Within a stratum, seeds with high early
// ratings come first, because they have harder neighbors.
func (r *Ranking) column() (name, direction, equals string) {
	if r.FewestClues {
		return "clues", "ASC", "seeds.id DESC"
	}
	return "er", "DESC", "ep + ed DESC, seeds.id DESC"
}

// columnValues returns the existing values, the best first.
func (r *Ranking) columnValues(ctx context.Context) ([]int, error) {
	column, direction, _ := r.column()
	strata, arguments := `strata WHERE seeds > 0`, []any(nil)
	if r.Symmetry != transform.NoSymmetry {
		strata, arguments = `symmetric_strata WHERE picks > 0 AND symmetry = ?`, []any{r.Symmetry.String()}
	}
	query := fmt.Sprintf(`SELECT DISTINCT %s FROM %s ORDER BY 1 %s`, column, strata, direction)
	return tables.Column[int](ctx, r.file.DB, "strata", query, arguments...)
}

// firstByColumn returns, value by value, the best seed of every stratum, then the second
// best, and so on.
func (r *Ranking) firstByColumn(ctx context.Context, n int) (list []Ranked, err error) {
	column, _, equals := r.column()
	values, err := r.columnValues(ctx)
	for _, value := range values {
		if len(list) == n || err != nil {
			break
		}
		err = tables.Each(ctx, r.file.DB, "seeds", fmt.Sprintf(`
			SELECT id, stratum FROM (
				SELECT seeds.id, seeds.stratum, row_number() OVER (PARTITION BY seeds.stratum ORDER BY %s) AS turn
				FROM strata CROSS JOIN seeds ON seeds.stratum = strata.id
				WHERE strata.%s = ? AND NOT EXISTS (SELECT 1 FROM walked WHERE objective = ? AND seed = seeds.id))
			ORDER BY turn, id DESC LIMIT ?`, equals, column), []any{value, r.Name, n - len(list)}, func(row tables.Row) error {
			of := Ranked{Value: value}
			err := row.Scan(&of.ID, &of.Stratum)
			list = append(list, of)
			return err
		})
	}
	return list, err
}

// firstSymmetric is First for an order with a symmetry.
func (r *Ranking) firstSymmetric(ctx context.Context, n int) (list []Ranked, err error) {
	values, err := r.columnValues(ctx)
	if err != nil {
		return nil, err
	}
	been, err := r.visited(ctx)
	for _, value := range values {
		if len(list) >= n || err != nil {
			break
		}
		var places []tables.RungPlace
		places, err = r.symmetricPlaces(ctx, value)
		// The newest seed first, and of each seed the newest rung.
		slices.SortFunc(places, func(p, q tables.RungPlace) int {
			return cmp.Or(cmp.Compare(q.Seed, p.Seed), cmp.Compare(q.Place, p.Place))
		})
		for _, p := range places {
			if !been[p.Seed] {
				list = append(list, Ranked{ID: p.Seed, Place: p.Place, Value: value})
				been[p.Seed] = true
			}
		}
	}
	return list[:min(len(list), n)], err
}

// symmetricPlaces returns the seeds and rungs with a value that the bank lists for the
// symmetry.
func (r *Ranking) symmetricPlaces(ctx context.Context, value int) (places []tables.RungPlace, err error) {
	column, _, _ := r.column()
	query := fmt.Sprintf(`
		SELECT stratum, symmetric_pages.picks FROM symmetric_strata JOIN symmetric_pages ON stratum = id
		WHERE symmetry = ? AND %s = ?`, column)
	err = tables.Each(ctx, r.file.DB, "symmetric_pages", query, []any{r.Symmetry.String(), value}, func(row tables.Row) error {
		var stratum int64
		var page sql.RawBytes
		if err := row.Scan(&stratum, &page); err != nil {
			return err
		}
		some, err := tables.UnpackPlaces(page)
		if err != nil {
			return tables.DamagedRow("symmetric_pages", stratum, "%w", err)
		}
		places = append(places, some...)
		return nil
	})
	return places, err
}

// visited returns the numbers of the visited seeds.
func (r *Ranking) visited(ctx context.Context) (map[seedbank.SeedID]bool, error) {
	return tables.Pairs[seedbank.SeedID, bool](ctx, r.file.DB, "walked", `SELECT seed, true FROM walked WHERE objective = ?`, r.Name)
}

// valueRanking has the first seeds of an order with a Value. Reading a hundred thousand
// seeds takes about a second. So a ranking reads all seeds once, and later only the new
// ones.
type valueRanking struct {
	*Ranking
	read seedbank.SeedID // number of the newest seed read so far
	top  int             // the best value of all seeds, visited or not

	// best holds the seeds that were not visited. Once it has been cut, it lacks those
	// that come after bar.
	best   []rankedSeed
	cut    bool
	bar    rankedSeed
	fewest int // least number of seeds that a cut leaves; 0: fewestKept
}

// fewestKept is the least number of seeds that a cut leaves in a ranking.
const fewestKept = 4096

type rankedSeed struct {
	Ranked
	er rating.Tenths
}

func (r *valueRanking) first(ctx context.Context, n int) ([]Ranked, error) {
	if err := r.update(ctx, n); err != nil {
		return nil, err
	}
	if len(r.best) < n && r.cut { // too many of the kept seeds have been visited
		*r = valueRanking{Ranking: r.Ranking, fewest: r.fewest}
		if err := r.update(ctx, n); err != nil {
			return nil, err
		}
	}
	list := make([]Ranked, min(n, len(r.best)))
	for i := range list {
		list[i] = r.best[i].Ranked
	}
	return list, nil
}

// update adds the new seeds of the bank and removes visited ones. A cut leaves at least
// 2n seeds.
func (r *valueRanking) update(ctx context.Context, n int) error {
	been, err := r.visited(ctx)
	if err != nil {
		return err
	}
	r.best = slices.DeleteFunc(r.best, func(s rankedSeed) bool { return been[s.ID] })
	most := max(cmp.Or(r.fewest, fewestKept), 2*n)
	if err := r.readNew(ctx, been, most); err != nil {
		return err
	}
	r.sort(most)
	return nil
}

// readNew adds the new seeds that were not visited. It reads no seeds that are newer than
// its list of techniques. It reads everything else before the rows, because these may
// occupy the only connection.
func (r *valueRanking) readNew(ctx context.Context, been map[seedbank.SeedID]bool, most int) error {
	file := r.file
	var solver sudoku.Solver
	newest, err := file.LastSeed(ctx)
	if err != nil {
		return err
	}
	techniques, err := tables.ReadTechniques(ctx, file.DB)
	if err != nil {
		return err
	}
	return tables.Each(ctx, file.DB, "seeds", `
		SELECT seeds.id, stratum, clues, er, ep, ed, uses, puzzle FROM seeds JOIN strata ON strata.id = stratum
		WHERE seeds.id > ? AND seeds.id <= ? ORDER BY seeds.id`, []any{r.read, newest}, func(row tables.Row) error {
		var s rankedSeed
		var clues int
		var result rating.Result
		var uses, puzzle sql.RawBytes
		if err := row.Scan(&s.ID, &s.Stratum, &clues, &result.ER, &result.EP, &result.ED, &uses, &puzzle); err != nil {
			return err
		}
		if err := seed.UnpackUses(uses, &result, techniques.Named); err != nil {
			return tables.InPath(int64(s.ID), err)
		}
		r.read, s.Value, s.er = s.ID, r.Value(&result, clues), result.ER
		if r.Of != nil && s.Value != 0 {
			whole, err := seed.UnpackPuzzle(&solver, puzzle)
			if err != nil {
				return tables.DamagedRow("seeds", int64(s.ID), "%w", err)
			}
			s.Value = r.Of(&whole)
		}
		r.top = max(r.top, s.Value)
		if s.Value > 0 && !been[s.ID] && (!r.cut || r.order(s, r.bar) <= 0) {
			r.best = append(r.best, s)
		}
		if len(r.best) >= 2*most {
			r.sort(most)
		}
		return nil
	})
}

// order is negative if s comes before t. It compares values, then ER as the order says,
// then age, the newer seed first.
func (r *valueRanking) order(s, t rankedSeed) int {
	return cmp.Or(cmp.Compare(t.Value, s.Value), r.ER*cmp.Compare(t.er, s.er), cmp.Compare(t.ID, s.ID))
}

// sort puts the best seeds first, and cuts them to a number if there are more.
func (r *valueRanking) sort(most int) {
	slices.SortFunc(r.best, r.order)
	if len(r.best) > most {
		r.best, r.cut, r.bar = r.best[:most], true, r.best[most-1]
	}
}
