package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// jsonPath is a path as JSON has it.
type jsonPath struct {
	Puzzle   sudoku.Grid `json:"puzzle"`
	Solution sudoku.Grid `json:"solution"`
	Rounds   []jsonRound `json:"rounds"`
}

// jsonRound is a round: its steps all hold on its grid and candidates.
type jsonRound struct {
	Grid       sudoku.Grid `json:"grid"`
	Candidates [81]string  `json:"candidates"` // of the empty cells, such as 159
	Steps      []jsonStep  `json:"steps"`
}

// jsonStep is a step: what follows, and the facts that it rests on, as
// [rating.Step] has them.
type jsonStep struct {
	Technique   string       `json:"technique"`
	Rating      json.Number  `json:"rating"`
	Placement   string       `json:"placement,omitempty"` // such as r1c1=5
	Removed     []string     `json:"removed,omitempty"`   // such as r1c1<>5
	Cells       []string     `json:"cells,omitempty"`
	Others      []string     `json:"others,omitempty"`
	Digits      string       `json:"digits,omitempty"` // such as 15
	Extra       string       `json:"extra,omitempty"`
	Houses      []string     `json:"houses,omitempty"` // such as row 1
	Covers      []string     `json:"covers,omitempty"`
	Chains      [][]jsonLink `json:"chains,omitempty"`
	Notes       []jsonStep   `json:"notes,omitempty"` // steps that links of the chains rest on
	Explanation string       `json:"explanation"`
}

// jsonLink is a link of a chain: what it says, and why.
type jsonLink struct {
	Says  string `json:"says"`            // such as r1c1=5 or r1c1<>5
	House string `json:"house,omitempty"` // that has each digit once
	Cell  string `json:"cell,omitempty"`  // that has one digit
	Note  int    `json:"note,omitempty"`  // the number of the step that removes the candidate, from 1
	From  []int  `json:"from,omitempty"`  // the links before that it follows from; none is an assumption
}

func (p *program) encodePath(path *solvingPath) error {
	out := jsonPath{Puzzle: path.puzzle.Clues(), Solution: path.puzzle.Solution()}
	for i := range path.rounds {
		out.Rounds = append(out.Rounds, encodeRound(&path.rounds[i]))
	}
	return json.NewEncoder(p.stdout).Encode(out)
}

func encodeRound(r *rating.Round) jsonRound {
	round := jsonRound{Grid: r.Grid}
	for c, digits := range r.Candidates {
		round.Candidates[c] = digitText(digits)
	}
	for i := range r.Steps {
		round.Steps = append(round.Steps, encodeStep(&r.Steps[i]))
	}
	return round
}

func encodeStep(step *rating.Step) jsonStep {
	out := jsonStep{
		Technique:   step.Technique.String(),
		Rating:      json.Number(step.Rating.String()),
		Cells:       names(step.Cells),
		Others:      names(step.Others),
		Digits:      digitText(step.Digits),
		Extra:       digitText(step.Extra),
		Houses:      names(step.Houses),
		Covers:      names(step.Covers),
		Explanation: step.Explain(),
	}
	if step.Places {
		out.Placement = step.Placement.String()
	}
	for _, k := range step.Eliminations {
		out.Removed = append(out.Removed, falseText(k))
	}
	notes := step.Notes()
	for _, chain := range step.Chains {
		links := make([]jsonLink, len(chain))
		for i := range chain {
			links[i] = encodeLink(&chain[i], notes)
		}
		out.Chains = append(out.Chains, links)
	}
	for _, note := range notes {
		out.Notes = append(out.Notes, encodeStep(note))
	}
	return out
}

func encodeLink(link *rating.Link, notes []*rating.Step) jsonLink {
	out := jsonLink{Says: falseText(link.Candidate), From: link.From}
	if link.On {
		out.Says = link.Candidate.String()
	}
	switch link.Reason {
	case rating.InCell:
		out.Cell = link.Candidate.Cell().String()
	case rating.InHouse:
		out.House = link.House.String()
	case rating.ByPattern:
		out.Note = slices.Index(notes, link.Pattern) + 1
	}
	return out
}

func falseText(k sudoku.Candidate) string { return fmt.Sprintf("%v<>%d", k.Cell(), k.Digit()) }

// digitText writes digits one after the other.
func digitText(digits sudoku.Digits) string {
	var text []byte
	for d := range digits.All() {
		text = append(text, '0'+byte(d))
	}
	return string(text)
}

// names returns the texts of cells or houses.
func names[T fmt.Stringer](list []T) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.String()
	}
	return texts
}
