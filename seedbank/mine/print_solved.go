package mine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Solved says which solution puzzles should have, and where their clues stand.
type Solved struct {
	// Grid is the solution. Its empty cells are filled at random, for each puzzle anew; the
	// digits given stay hidden as far as a puzzle allows.
	Grid sudoku.Grid

	// Pattern is the cells of the clues. Without one the clues have the Symmetry, and the
	// numbers of clues that the style [draw.Print] has at their level. NoSymmetry is the
	// symmetry of this style.
	Pattern  sudoku.Cells
	Symmetry transform.Symmetry
}

// MostInVain is the number of chains in a row without a new puzzle that end a search. Of
// chains for level 9, about one in ten finds a puzzle, and of the others nearly each.
const MostInVain = 64

// SolvedProgress is the progress of the search for puzzles of a level with a given solution.
type SolvedProgress struct {
	PatternProgress
	Level rating.Level
	Asked int
}

// PrintSolved makes puzzles with a given solution, the same number of each level, the easier
// ones first, and hands them to print as lines. No two of them are isomorphic. The search
// for a level ends when many grids or moves in a row lead to nothing new. It stores nothing,
// and uses only the options Levels, Count, Workers and RandomSeed. If the grid cannot be
// completed, the error is a [*sudoku.ConflictError] or a [*ContradictionError].
func PrintSolved(ctx context.Context, options Options, of Solved, print func(lines []byte) error) (progress []SolvedProgress, err error) {
	if err := contradiction(ctx, of.Grid); err != nil {
		return nil, err
	}
	levels := options.Levels
	if levels == (seedbank.Range[rating.Level]{}) {
		levels = seedbank.Range[rating.Level]{Low: 1, High: rating.NumLevels}
	}
	printer := chainPrinter{&options, newUnlike(), print}
	left := options.Count
	for level := levels.Low; level <= levels.High && err == nil && ctx.Err() == nil; level++ {
		share := (left + int(levels.High-level)) / int(levels.High-level+1) // the easier levels get the rest
		left -= share
		progress = append(progress, SolvedProgress{PatternProgress{Name: fmt.Sprintf("level %d", level)}, level, share})
		if share > 0 {
			chains := of.chains(level)
			p := &progress[len(progress)-1].PatternProgress
			err = printer.print(ctx, p, share, MostInVain, func(ctx context.Context, s *making.Shaper, first uint64) ([]sudoku.Puzzle, making.Tried, error) {
				return s.SolvedChain(ctx, chains, making.Aim{Levels: seedbank.Only(level)}, uint64(level)<<chainBits|first)
			})
		}
	}
	return progress, err
}

// chains says how to make the puzzles of a level.
func (of *Solved) chains(level rating.Level) *making.Solved {
	request := draw.Request{Style: draw.Print, Symmetry: of.Symmetry}
	m := &making.Solved{Grid: of.Grid, Pattern: of.Pattern, Symmetry: of.Symmetry}
	if style := request.Added(level); style != nil {
		m.Clues, m.Symmetry = style.Clues, max(m.Symmetry, style.Symmetry)
	}
	return m
}

// chainBits is the number of bits of the number of a chain, below the level.
const chainBits = 40

// unlike has the keys of puzzles, of which no two are isomorphic.
type unlike struct {
	canonizer transform.Canonizer
	seen      map[seed.Key]bool
}

func newUnlike() *unlike { return &unlike{seen: map[seed.Key]bool{}} }

// line returns the line of a puzzle, or nil if an isomorph of it was seen.
func (u *unlike) line(p *sudoku.Puzzle) []byte {
	clues := p.Clues()
	key := seed.KeyOf(u.canonizer.Canonical(clues).Grid)
	if u.seen[key] {
		return nil
	}
	u.seen[key] = true
	return append(clues.AppendLine(make([]byte, 0, 82), '.'), '\n')
}

// PrintGrids makes random complete grids, of which no two are isomorphic, and hands them to
// print as lines. It uses only the options RandomSeed and Count.
func PrintGrids(ctx context.Context, options Options, print func(lines []byte) error) error {
	var solver sudoku.Solver
	random := rand.New(rand.NewPCG(options.RandomSeed, 0))
	seen := newUnlike()
	for left := options.Count; left > 0 && ctx.Err() == nil; {
		p, err := sudoku.Complete(solver.RandomSolution(random))
		if err != nil {
			return err
		}
		if line := seen.line(&p); line != nil {
			left--
			if err := print(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// ContradictionError says that no complete grid has some digits. Without any of them there
// is one.
type ContradictionError struct{ Digits sudoku.Grid }

func (e *ContradictionError) Error() string {
	var list []string
	for c := range e.Digits.Filled().All() {
		list = append(list, c.Candidate(e.Digits[c]).String())
	}
	return fmt.Sprintf("no complete grid has these %s: %s", phrase.Count(len(list), "digit"), strings.Join(list, " "))
}

// contradiction returns an error if a grid cannot be completed: a [*ContradictionError], or a
// [*sudoku.ConflictError] if a digit stands twice in a house.
func contradiction(ctx context.Context, g sudoku.Grid) error {
	var solver sudoku.Solver
	solver.InterruptBy(func() error { return context.Cause(ctx) })
	_, ok := solver.Solve(g)
	switch {
	case ok || solver.Err() != nil:
		return solver.Err()
	case g.Conflict() != nil:
		return g.Conflict()
	case slices.Max(g[:]) > 9:
		return sudoku.ErrNoSolution
	}
	for c := range g.Filled().All() {
		less := g
		less[c] = 0
		if _, ok := solver.Solve(less); !ok {
			g = less
		}
	}
	if err := solver.Err(); err != nil {
		return err
	}
	return &ContradictionError{g}
}
