package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// A walk finds puzzles that pruning hardly ever finds: with 17 to 19 clues, rated 10 and
// more, with many steps of a rare technique, or with much work for their level. Such
// puzzles have others like them as neighbors. A step begins at one of the best seeds
// that no walk toward the same objective has visited. It looks at neighbors of this
// starting point, goes on to the neighbors of the most promising ones, and so on. It rates the
// most promising neighbors, and stores those that are no worse than the starting points of
// the next steps. So a walk climbs, and on a plateau it spreads.
//
// The strata of the bank are the map of a walk: seeds of one stratum are alike in ER,
// number of clues, number of automorphisms and hardest technique. Toward higher ER and
// fewer clues, starting points of one value come from all of their strata in turn. So a
// walk does not stay in one corner. Toward other objectives, the seeds of one stratum differ
// in value, and they come in the order of their values. A walk learns which moves and
// strata pay, and tries those more often; see [Lessons]. When the bank has plenty of
// starting points, only better seeds are stored. So the bank does not fill up with the
// equal seeds of a plateau.
//
// The bank records which seeds walks have visited and which moves have paid. So a walk goes
// on where the last one stopped. A walk with one worker finds the same seeds again from the
// same bank and random seed. With several workers, the seeds depend on which step ends
// first.
//
// If a walk has no starting point, as on an empty bank, the plan makes puzzles from random
// grids first.
//
// A walk with a symmetry leads from symmetric puzzles to symmetric puzzles. These are rungs
// or seeds, and their values count.

// drawnFrom is the number of best seeds from which a step draws its starting
// point, better ones more often.
const drawnFrom = 50

// walking plans the steps of a walk.
type walking struct {
	walk.Aim
	store    *store
	ranking  *records.Ranking // of the starting points; nil: rank them anew
	taken    uint64           // withdrawals from the bank when they were ranked
	goal     *walk.Goal
	lessons  walk.Lessons
	random   *rand.Rand
	number   uint64                      // number of the last step
	under    map[seed.Key]records.Ranked // starting points of the steps under way
	progress WalkProgress
}

func newWalk(st *store, of walk.Aim, randomSeed uint64) (w *walking, err error) {
	goal := walk.GoalOf(of)
	w = &walking{
		Aim: of, store: st, goal: goal, lessons: walk.NewLessons(goal), under: map[seed.Key]records.Ranked{},
		random:   rand.New(rand.NewPCG(randomSeed, uint64(of.Symmetry))),
		progress: WalkProgress{Toward: of.Toward, Symmetry: of.Symmetry},
	}
	if err := w.rank(st.ctx); err != nil {
		return nil, err
	}
	if w.progress.Best, _, err = w.ranking.Best(st.ctx); err != nil {
		return nil, err
	}
	return w, w.remember()
}

// rank ranks the starting points anew if seeds were taken back: their numbers may belong to
// others now.
func (w *walking) rank(ctx context.Context) error {
	taken, err := change.Withdrawals(ctx, w.store.reader)
	if err == nil && (w.ranking == nil || taken != w.taken) {
		w.ranking, w.taken = records.Rank(w.store.reader, w.Order()), taken
	}
	return err
}

// next plans a step from one of the best starting points where no step is under way.
// It plans none if there is no starting point, or if the chosen one was just taken back.
func (w *walking) next(ctx context.Context) (*work.Unit, error) {
	if err := w.rank(ctx); err != nil {
		return nil, err
	}
	frontier, err := w.ranking.First(ctx, walk.MostAhead+len(w.under))
	for _, under := range w.under {
		frontier = slices.DeleteFunc(frontier, func(from records.Ranked) bool { return from.ID == under.ID })
	}
	if err != nil || len(frontier) == 0 {
		return nil, err
	}
	best := frontier[:min(len(frontier), drawnFrom)]
	if w.goal.Spreads {
		for best[len(best)-1].Value != best[0].Value {
			best = best[:len(best)-1]
		}
	}
	from := w.choose(best)
	s, err := w.store.reader.Seed(ctx, from.ID)
	if errors.Is(err, seedbank.ErrNoMatch) {
		w.ranking = nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w.number++
	w.under[s.Key()] = from
	w.progress.At, w.progress.Ahead = best[0].Value, min(len(frontier), walk.MostAhead)
	u := &work.Unit{
		Rater: rating.Version, Kind: work.WalkUnit, First: w.number, Toward: w.Toward, From: s.Puzzle.Clues().String(),
		Least: w.goal.LeastWorth(len(frontier), best[len(best)-1].Value, frontier[len(frontier)-1].Value), Top: best[0].Value,
	}
	if w.Symmetry == transform.NoSymmetry {
		budgets := w.lessons.Budgets()
		u.Budgets = budgets[:]
		return u, nil
	}
	u.Symmetry = w.Symmetry.String()
	if 0 < from.Place && from.Place <= len(s.Rungs) {
		u.Core = u.From
		whole := s.Puzzle.With(s.Rungs[from.Place-1].Added)
		u.From = whole.Clues().String()
	}
	return u, nil
}

// choose draws two of the best seeds, better ones more often, and returns the one
// whose stratum has paid better.
//
// Tried and lost: the seed for which the solver makes the most trials. This choice leads to
// few clues, and the highest ratings have more.
func (w *walking) choose(best []records.Ranked) records.Ranked {
	i, j := w.random.IntN(1+w.random.IntN(len(best))), w.random.IntN(1+w.random.IntN(len(best)))
	if w.lessons.PaysMore(best[j].Stratum, best[i].Stratum) {
		return best[j]
	}
	return best[i]
}

// note updates the best value of the walk with a seed that a unit has found.
func (w *walking) note(u *work.Unit, s *seed.Seed) {
	if w.Symmetry != transform.NoSymmetry && (u == nil || u.Symmetry != w.Symmetry.String()) {
		return
	}
	value := w.goal.ValueOf(s)
	if w.progress.Best == 0 || w.goal.Better(value, w.progress.Best) < 0 {
		w.progress.Best = value
	}
}

// learn adds the results of the moves of a step to the lessons, and queues the lessons
// to be stored.
func (w *walking) learn(u *work.Unit, moves []walk.MoveProgress) error {
	key, err := u.CoreKey()
	if err != nil || w.Symmetry != transform.NoSymmetry {
		return err
	}
	if !w.queued() { // other processes walk in the bank, too
		if err := w.remember(); err != nil {
			return err
		}
	}
	from := w.under[key] // the zero Ranked if another run has planned the step
	w.lessons.Learn(from.Stratum, moves)
	w.progress.Moves = w.lessons.All.List()
	for name, sum := range w.lessons.Bookmarks(w.Toward) {
		w.store.mark(name, *sum)
	}
	return nil
}

// queued reports whether lessons of the walk wait to be stored.
func (w *walking) queued() bool {
	for name := range w.lessons.Bookmarks(w.Toward) {
		if _, ok := w.store.waiting.Bookmarks[name]; ok {
			return true
		}
	}
	return false
}

// done ends a step, and queues its starting point to be stored as visited.
func (w *walking) done(u *work.Unit) error {
	key, err := u.CoreKey()
	if err != nil {
		return err
	}
	delete(w.under, key)
	c := &w.store.waiting
	if c.Visited == nil {
		c.Visited = map[string][]seed.Key{}
	}
	c.Visited[w.String()] = append(c.Visited[w.String()], key)
	return nil
}

// remember reads the lessons of all runs of the bank about moves.
func (w *walking) remember() (err error) {
	if w.Symmetry != transform.NoSymmetry {
		return nil
	}
	for name, sum := range w.lessons.Bookmarks(w.Toward) {
		if *sum, err = change.Bookmark(w.store.ctx, w.store.reader, name); err != nil {
			return err
		}
	}
	return nil
}
