package minutes

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

var fitAnew = flag.Bool("fit", false, "fit the habits of the regular solver, and print them")

// observed is a puzzle with the time of people.
type observed struct {
	puzzle    sudoku.Puzzle // in canonical form
	estimator Estimator     // that has the profile of the puzzle
	finishers float64
	log       float64 // of the mean time in seconds
}

// weight is the worth of a puzzle for the fit: the mean of few people says less. The
// constant is the variance of log times that more people would not take away, in units of
// the variance of one person; [spread] measures both.
func (o *observed) weight() float64 { return o.finishers / (o.finishers + 16) }

var readOnce = sync.OnceValues(readObserved)

func readObserved() (list []*observed, err error) {
	text, err := os.ReadFile("testdata/times.tsv")
	if err != nil {
		return nil, err
	}
	var solver sudoku.Solver
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	for _, line := range lines {
		var clues string
		var finishers, seconds float64
		if _, err := fmt.Sscan(line, &clues, &finishers, &seconds); err != nil {
			return nil, err
		}
		grid, err := sudoku.ParseGrid(clues)
		if err != nil {
			return nil, err
		}
		o := &observed{finishers: finishers, log: math.Log(seconds)}
		proven, err := solver.Prove(grid)
		if err != nil {
			return nil, err
		}
		o.puzzle = o.estimator.canonizer.Canonical(grid).To.Puzzle(proven)
		if _, err := o.estimator.profile(&o.puzzle); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

func allObserved(t testing.TB) []*observed {
	t.Helper()
	list, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// logs returns the logarithms of the estimates.
func logs(list []*observed, h *habits) []float64 {
	all := make([]float64, len(list))
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for i := part; i < len(list); i += 2 {
				all[i] = math.Log(float64(max(1, list[i].estimator.seconds(h))))
			}
		})
	}
	group.Wait()
	return all
}

// misfit is the weighted variance of the difference between the logarithms of estimates
// and times, and the mean difference.
func misfit(list []*observed, h *habits) (variance, mean float64) {
	var weights, sum, squares float64
	for i, estimate := range logs(list, h) {
		w, off := list[i].weight(), list[i].log-estimate
		weights, sum, squares = weights+w, sum+w*off, squares+w*off*off
	}
	mean = sum / weights
	return squares/weights - mean*mean, mean
}

// parameter is a field of habits that is fitted.
type parameter struct {
	name  string
	time  func(*habits) *int
	parts func(*habits) *uint64
}

// The parameters. The time of a placement is the unit: only ratios change the variance.
var parameters = []parameter{
	{name: "visit", time: func(h *habits) *int { return &h.visit }},
	{name: "lines", time: func(h *habits) *int { return &h.lines }},
	{name: "search", time: func(h *habits) *int { return &h.search }},
	{name: "step", time: func(h *habits) *int { return &h.step }},
	{name: "harder", time: func(h *habits) *int { return &h.harder }},
	{name: "line", parts: func(h *habits) *uint64 { return &h.line }},
	{name: "last", parts: func(h *habits) *uint64 { return &h.last }},
}

// change changes a parameter by a share up or down.
func (p *parameter) change(h *habits, share float64) {
	if p.time != nil {
		at := p.time(h)
		*at = max(0, *at+int(share*float64(max(*at, 500))))
		return
	}
	at := p.parts(h)
	*at = uint64(min(256, max(8, int(*at)+int(100*share))))
}

// fit searches for the habits with the least misfit, from given ones on, by changing one
// parameter at a time by smaller and smaller shares.
func fit(list []*observed, h habits) habits {
	least, _ := misfit(list, &h)
	for _, share := range []float64{.4, .2, .1} {
		for better := true; better; {
			better = false
			for i := range parameters {
				for _, by := range []float64{share, -share / (1 + share)} {
					changed := h
					parameters[i].change(&changed, by)
					if now, _ := misfit(list, &changed); now < least*.9998 {
						h, least, better = changed, now, true
						break
					}
				}
			}
		}
	}
	_, mean := misfit(list, &h)
	scale := func(at *int) { *at = int(float64(*at)*math.Exp(mean) + .5) }
	for i := range parameters {
		if parameters[i].time != nil {
			scale(parameters[i].time(&h))
		}
	}
	scale(&h.place)
	return h
}

// judge returns the part of the variance of log times that estimates explain, and the rank
// correlation.
func judge(list []*observed, h *habits) (explained, rank float64) {
	times := make([]float64, len(list))
	for i, o := range list {
		times[i] = o.log
	}
	estimates := logs(list, h)
	mean := meanOf(times)
	var left, all float64
	for i := range list {
		left += (times[i] - estimates[i]) * (times[i] - estimates[i])
		all += (times[i] - mean) * (times[i] - mean)
	}
	return 1 - left/all, correlation(ranks(estimates), ranks(times))
}

// spread splits the variance of the differences into a part that more finishers would not
// change and the variance of one person, by a line over 1 / finishers.
func spread(list []*observed, h *habits) (puzzle, person float64) {
	var n, x, xx, y, xy float64
	for i, estimate := range logs(list, h) {
		inverse, square := 1/list[i].finishers, (list[i].log-estimate)*(list[i].log-estimate)
		n, x, xx, y, xy = n+1, x+inverse, xx+inverse*inverse, y+square, xy+inverse*square
	}
	person = (n*xy - x*y) / (n*xx - x*x)
	return (y - person*x) / n, person
}

func meanOf(list []float64) (sum float64) {
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// ranks returns the ranks of numbers; equal ones share the mean of theirs.
func ranks(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(list[a], list[b]) })
	of := make([]float64, len(list))
	for i := 0; i < len(order); {
		end := i
		for end < len(order) && list[order[end]] == list[order[i]] {
			end++
		}
		for _, at := range order[i:end] {
			of[at] = float64(i+end-1) / 2
		}
		i = end
	}
	return of
}

func correlation(a, b []float64) float64 {
	ma, mb := meanOf(a), meanOf(b)
	var ab, aa, bb float64
	for i := range a {
		ab, aa, bb = ab+(a[i]-ma)*(b[i]-mb), aa+(a[i]-ma)*(a[i]-ma), bb+(b[i]-mb)*(b[i]-mb)
	}
	return ab / math.Sqrt(aa*bb)
}

// The habits of the regular solver explain the data as well as docs/ratings.md says.
func TestFit(t *testing.T) {
	list := allObserved(t)
	if *fitAnew {
		fitInFive(t, list)
	}
	explained, rank := judge(list, &regular)
	puzzle, person := spread(list, &regular)
	_, mean := misfit(list, &regular)
	t.Logf("R² of log time %.3f, rank correlation %.3f, all puzzles; variance of puzzles %.3f, of one person %.2f", explained, rank, puzzle, person)
	if explained < leastExplained || rank < leastRank || math.Abs(mean) > .02 {
		t.Errorf("R² %.3f, rank correlation %.3f, mean difference %.3f", explained, rank, mean)
	}
}

// What the habits reach on the data that they were fitted to.
const (
	leastExplained = .45
	leastRank      = .70
)

// fitInFive fits the habits, and judges them on each fifth of the puzzles by a fit to the
// others.
func fitInFive(t *testing.T, list []*observed) {
	all := fit(list, regular)
	t.Logf("fitted: %+v", all)
	order := rand.New(rand.NewPCG(1, 1)).Perm(len(list))
	var explained, rank []float64
	for fold := range 5 {
		var rest, out []*observed
		for i, at := range order {
			if i%5 == fold {
				out = append(out, list[at])
			} else {
				rest = append(rest, list[at])
			}
		}
		h := fit(rest, all)
		e, r := judge(out, &h)
		explained, rank = append(explained, e), append(rank, r)
		t.Logf("fold %d: R² %.3f, rank correlation %.3f, %+v", fold+1, e, r, h)
	}
	t.Logf("five-fold: R² of log time %.3f, rank correlation %.3f", meanOf(explained), meanOf(rank))
}
