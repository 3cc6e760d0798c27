package web

import (
	"context"
	"fmt"
	"net/http"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// comparedPuzzle is the answer about a puzzle of a body.
type comparedPuzzle struct {
	Puzzle   sudoku.Grid `json:"puzzle"`
	Line     int         `json:"line,omitempty"` // where it begins in the body, counted from 1
	Relation string      `json:"relation"`       // to the closest puzzle before it in the body
	Of       int         `json:"of,omitempty"`   // the line of that puzzle
	Mistake  string      `json:"mistake,omitempty"`
	InBank   string      `json:"in_bank"`        // the relation to the closest seed of the bank
	Seed     string      `json:"seed,omitempty"` // that seed
}

// comparison is a body whose puzzles are being compared.
type comparison struct {
	server   *Server
	examiner copies.Examiner
	before   copies.Comparison
	lines    []int // of the puzzles before
}

// compare answers for each puzzle of a body which one before it, and which seed of the bank, it
// is a copy of.
func (s *Server) compare(w http.ResponseWriter, r *request, body []byte) error {
	ctx, leave, err := s.pool.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	c := &comparison{server: s, before: copies.Comparison{Most: bounds.Mistyped}}
	c.before.Until(ctx)
	lines := &lineWriter{w: w}
	return lines.end(s.compareIn(ctx, body, read.Puzzles, bounds.BodyPuzzles, func(f *fingerprinted) error {
		line, err := found(ctx, s.pool, func(*examine.Examiner) ([]byte, error) {
			answer, wrong := c.add(ctx, f)
			if gone := context.Cause(ctx); gone != nil { // what a search found then is not whole
				return nil, gone
			}
			if wrong != nil {
				return examine.FailedLine(f.Line, s.tellable(ctx, wrong), r.language), nil
			}
			return jsonText(answer)
		})
		if err != nil {
			return err
		}
		return lines.write(line)
	}))
}

// add compares a puzzle with those before it and with the bank.
func (c *comparison) add(ctx context.Context, f *fingerprinted) (any, error) {
	p := &f.puzzle
	if f.err != nil {
		p = nil
	}
	match := c.before.Add(f.Grid, p)
	answer := comparedPuzzle{Puzzle: f.Grid, Line: f.Line, Relation: match.Relation.String(), InBank: copies.Unrelated.String()}
	if match.Relation != copies.Unrelated {
		answer.Of = c.lines[match.Number]
		of := f.Line
		if match.Mistake.Earlier {
			of = answer.Of
		}
		answer.Mistake = match.Wrong(catalogue.Or(catalogue.English), fmt.Sprintf("line %d", of))
	}
	c.lines = append(c.lines, f.Line)
	if p == nil {
		if match.Relation == copies.Mistyped {
			return &answer, nil
		}
		return nil, f.err
	}
	of, key, err := c.examiner.Closest(ctx, c.server.bank, p)
	if err != nil {
		return nil, internalError{err}
	}
	if answer.InBank = of.Relation.String(); of.Relation != copies.Unrelated {
		answer.Seed = key.String()
	}
	return &answer, nil
}
