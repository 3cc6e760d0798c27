package dataset

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Proof has counts from the files of a data set. It does not use the bank: every
// row is read, proved and brought to its canonical form, and so is its solution.
type Proof struct {
	Parts  []Count `json:"parts"`
	Shared Shared  `json:"shared"`
}

// Count has the counts of a part. Puzzles, classes and grids are distinguished by
// hashes of 64 bits.
type Count struct {
	Part    Part   `json:"part"`
	Rows    uint64 `json:"rows"`
	Puzzles uint64 `json:"puzzles"` // number of different puzzles
	Classes uint64 `json:"classes"` // number of puzzles up to isomorphism
	Grids   uint64 `json:"grids"`   // number of solutions up to isomorphism
}

// Shared counts classes and grids that are in more than one part.
type Shared struct {
	Classes uint64 `json:"classes"`
	Grids   uint64 `json:"grids"`
}

// FalseError says that the files of a data set break the guarantees of package
// dataset. The reason can be false seeds in the bank, or a change of the bank
// after the first shard was written.
type FalseError struct{ Reason error }

func (e *FalseError) Error() string {
	return fmt.Sprintf("the files are not as they should be: %v", e.Reason)
}

func (e *FalseError) Unwrap() error { return e.Reason }

// check returns an error if the counts break the guarantees for the options.
func (p *Proof) check(o *Options) error {
	for _, c := range p.Parts {
		switch {
		case c.Rows != o.rows(c.Part):
			return fmt.Errorf("%s has %d rows, not %d", c.Part, c.Rows, o.rows(c.Part))
		case c.Puzzles != c.Rows:
			return fmt.Errorf("%s has %d rows, and %d different puzzles", c.Part, c.Rows, c.Puzzles)
		case c.Part != Train && c.Classes != c.Rows:
			return fmt.Errorf("%s has %d rows, and %d puzzles that are not isomorphs", c.Part, c.Rows, c.Classes)
		}
	}
	if p.Shared != (Shared{}) {
		return fmt.Errorf("%d puzzles and %d solution grids are in more than one part, up to isomorphism", p.Shared.Classes, p.Shared.Grids)
	}
	return nil
}

// excerpt is some rows of a shard.
type excerpt struct {
	part  Part
	file  string
	first uint64 // number of rows before them in the file
	pairs []pair
	err   error
}

// excerptRows is the number of rows that a worker proves at once.
const excerptRows = 512

// proved is what a worker has found in some rows.
type proved struct {
	part                    Part
	rows                    uint64
	puzzles, classes, grids []uint64
	err                     error
}

// prove reads and checks all files. The error is a [*FalseError] if they break the
// guarantees.
func (m *maker) prove(ctx context.Context) (*Proof, error) {
	total, done := uint64(0), uint64(0)
	byPart := map[Part]*found{}
	for _, set := range m.manifest.Parts {
		total += set.Rows
		byPart[set.Part] = new(found)
	}
	known := new(classes)
	newWork := func() func(excerpt) proved {
		worker := prover{known: known}
		return worker.prove
	}
	err := ordered.Run(ctx, ordered.Pool{Workers: m.run.Workers}, m.excerpts, newWork, func(p proved) error {
		if p.err != nil {
			return p.err
		}
		byPart[p.part].add(&p)
		if done += p.rows; m.run.Proved != nil {
			m.run.Proved(done, total)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	proof := m.proofOf(byPart)
	if err := proof.check(&m.manifest.Options); err != nil {
		return nil, &FalseError{fmt.Errorf("%s: %w", m.path, err)}
	}
	return proof, nil
}

// proofOf returns the proof from the counts of all parts.
func (m *maker) proofOf(byPart map[Part]*found) *Proof {
	var proof Proof
	var classes, grids []*keySet
	for _, set := range m.manifest.Parts {
		c := byPart[set.Part]
		proof.Parts = append(proof.Parts, Count{set.Part, c.rows, c.puzzles.len(), c.classes.len(), c.grids.len()})
		classes, grids = append(classes, &c.classes), append(grids, &c.grids)
	}
	proof.Shared = Shared{shared(classes), shared(grids)}
	return &proof
}

// excerpts yields all rows of all shards. Where there are several formats, they have
// to agree.
func (m *maker) excerpts(yield func(excerpt) bool) {
	for i := range m.manifest.Shards {
		if !m.excerptsOf(&m.manifest.Shards[i], m.formats(), yield) {
			return
		}
	}
}

// excerptsOf yields the rows of a shard, and reports whether more are wanted.
func (m *maker) excerptsOf(s *Shard, list []*format, yield func(excerpt) bool) bool {
	next := make([]func() (pair, error, bool), len(list))
	for i, f := range list {
		var paths []string
		for j := range f.files {
			paths = append(paths, filepath.Join(m.path, m.nameOf(s, &f.files[j])))
		}
		pull, stop := iter.Pull2(readPairs(f.read, paths))
		defer stop()
		next[i] = pull
	}
	some := excerpt{part: s.Part, file: filepath.Join(m.path, m.nameOf(s, &list[0].files[0]))}
	for {
		row, more, err := together(next, list)
		if err != nil {
			some.err = fmt.Errorf("%s: row %d: %w", some.file, some.first+uint64(len(some.pairs))+1, err)
		}
		if more {
			some.pairs = append(some.pairs, row)
		}
		if more && len(some.pairs) < excerptRows {
			continue
		}
		if !yield(some) {
			return false
		}
		if !more {
			return some.err == nil
		}
		some.first, some.pairs = some.first+excerptRows, nil
	}
}

// together reads the next row of each format.
func together(next []func() (pair, error, bool), list []*format) (row pair, more bool, err error) {
	for i, pull := range next {
		other, err, has := pull()
		switch {
		case err != nil:
			return row, false, err
		case i == 0:
			row, more = other, has
		case has != more || other != row:
			return row, false, &FalseError{fmt.Errorf("%s and %s do not have the same puzzle", list[0].name, list[i].name)}
		}
	}
	return row, more, nil
}

// class is a puzzle in canonical form that was proven, with the key of the class of its
// solution.
type class struct {
	question, answer sudoku.Grid
	key, grid        uint64
}

// classes are classes that were proven lately, by their keys: some 6 MB. All workers use them.
type classes [1 << 15]atomic.Pointer[class]

// prover proves rows for one worker. It has its own scratch memory.
type prover struct {
	known     *classes
	solver    sudoku.Solver
	canonizer transform.Canonizer
}

// prove proves rows, and computes the keys of their classes and grids.
func (w *prover) prove(some excerpt) proved {
	p := proved{part: some.part, rows: uint64(len(some.pairs)), err: some.err}
	for i := range some.pairs {
		row := &some.pairs[i]
		of, err := w.classOf(row)
		if err != nil {
			p.err = &FalseError{fmt.Errorf("%s: row %d: %w", some.file, some.first+uint64(i)+1, err)}
			return p
		}
		p.puzzles = append(p.puzzles, uint64(seed.KeyOf(row.question)))
		p.classes = append(p.classes, of.key)
		p.grids = append(p.grids, of.grid)
	}
	return p
}

// classOf returns the class of a row, and proves that the answer is the only solution. If the
// class is known, it is enough that both turn into the two grids of the class: isomorphs have
// as many solutions, which are isomorphs, too.
func (w *prover) classOf(row *pair) (*class, error) {
	canonical := w.canonizer.Canonical(row.question)
	key := uint64(seed.KeyOf(canonical.Grid))
	place := &w.known[key%uint64(len(w.known))]
	of := place.Load()
	if of == nil || of.question != canonical.Grid {
		puzzle, err := w.solver.Prove(row.question)
		if err != nil {
			return nil, err
		}
		grid := w.canonizer.Canonical(puzzle.Solution()).Grid
		of = &class{canonical.Grid, canonical.To.Grid(puzzle.Solution()), key, uint64(seed.KeyOf(grid))}
		place.Store(of)
	}
	if canonical.To.Grid(row.answer) != of.answer {
		return nil, errors.New("the answer is not the solution")
	}
	return of, nil
}

// found has the counts of a part so far.
type found struct {
	rows                    uint64
	puzzles, classes, grids keySet
}

func (f *found) add(p *proved) {
	f.rows += p.rows
	f.puzzles.add(p.puzzles)
	f.classes.add(p.classes)
	f.grids.add(p.grids)
}
