package rating

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/sudoku"
)

// Path is a puzzle with the rounds of a solving path, or a part of them.
//
// As JSON it is an object with the puzzle, its solution and the rounds. Each
// round has its grid, the candidates of every cell, and its steps: what they
// place and remove, the facts that they rest on under the names of the fields of
// [Step], chains link by link, and the explanation in words.
type Path struct {
	Puzzle   sudoku.Puzzle
	Rounds   []Round
	Language string // of its names and explanations, one of [Languages]; else they are English
}

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

// jsonStep is a step: what follows, and the facts that it rests on.
type jsonStep struct {
	Technique   string          `json:"technique"`
	Rating      json.Number     `json:"rating"`
	Placement   string          `json:"placement,omitempty"` // such as r1c1=5
	Removed     []string        `json:"removed,omitempty"`   // such as r1c1<>5
	Partial     bool            `json:"partial,omitempty"`   // as in [Step.Partial]
	Cells       []string        `json:"cells,omitempty"`
	Others      []string        `json:"others,omitempty"`
	Digits      string          `json:"digits,omitempty"` // such as 15
	Extra       string          `json:"extra,omitempty"`
	Houses      []string        `json:"houses,omitempty"` // such as row 1
	Covers      []string        `json:"covers,omitempty"`
	Chains      [][]jsonLink    `json:"chains,omitempty"`
	Notes       []jsonStep      `json:"notes,omitempty"`      // steps that links of the chains rest on
	Labels      []string        `json:"labels,omitempty"`     // of [Step.Labels]
	Eureka      string          `json:"eureka,omitempty"`     // as [Step.Eureka]
	Name        string          `json:"name"`                 // as in [Step.NameIn]
	Explanation string          `json:"explanation"`          // the texts of the statements, one after the other
	Statements  []jsonStatement `json:"statements,omitempty"` // of [Step.Statements]; none in a note
}

// jsonStatement is a statement. Candidates are texts such as r1c1=5, and r1c1<>5 if they
// are false.
type jsonStatement struct {
	Says    Saying     `json:"says"`
	Part    Part       `json:"part"`
	Text    string     `json:"text"`
	Under   []int      `json:"under,omitempty"`
	From    []int      `json:"from,omitempty"`
	Again   []int      `json:"again,omitempty"`
	Cells   []string   `json:"cells,omitempty"`
	Others  []string   `json:"others,omitempty"`
	Digits  string     `json:"digits,omitempty"`
	Extra   string     `json:"extra,omitempty"`
	Houses  []string   `json:"houses,omitempty"`
	Covers  []string   `json:"covers,omitempty"`
	Cites   []string   `json:"cites,omitempty"`
	Assumed []string   `json:"assumed,omitempty"`
	Way     []string   `json:"way,omitempty"`
	Claims  []string   `json:"claims,omitempty"`
	OneOf   [][]string `json:"one_of,omitempty"`
}

// jsonLink is a link of a chain: what it says, and why.
type jsonLink struct {
	Says  string `json:"says"`            // such as r1c1=5 or r1c1<>5
	House string `json:"house,omitempty"` // that has each digit once
	Cell  string `json:"cell,omitempty"`  // that has one digit
	Note  int    `json:"note,omitempty"`  // the number of the step that removes the candidate, from 1
	From  []int  `json:"from,omitempty"`  // numbers of the earlier links that it follows from; empty for an assumption
}

// MarshalJSON returns p as an object.
func (p Path) MarshalJSON() ([]byte, error) {
	out := jsonPath{Puzzle: p.Puzzle.Clues(), Solution: p.Puzzle.Solution()}
	for i := range p.Rounds {
		out.Rounds = append(out.Rounds, encodeRound(&p.Rounds[i], p.Language))
	}
	return plainjson.Append(nil, out), nil
}

// AppendJSON appends r as one of the rounds of a [Path] in a language.
func (r *Round) AppendJSON(dst []byte, language string) []byte {
	return plainjson.Append(dst, encodeRound(r, language))
}

func encodeRound(r *Round, language string) jsonRound {
	round := jsonRound{Grid: r.Grid}
	for c, digits := range r.Candidates {
		round.Candidates[c] = digitText(digits)
	}
	for i := range r.Steps {
		statements := r.Steps[i].Statements(&r.Position)
		step := encodeStep(&r.Steps[i], &r.Position, statements, language)
		step.Statements = encodeStatements(statements, language)
		round.Steps = append(round.Steps, step)
	}
	return round
}

func encodeStep(step *Step, at *Position, statements []Statement, language string) jsonStep {
	out := jsonStep{
		Technique:   step.Technique.String(),
		Rating:      json.Number(step.Rating.String()),
		Removed:     factNames(areFalse(step.Eliminations)),
		Cells:       names(step.Cells),
		Others:      names(step.Others),
		Partial:     step.Partial,
		Digits:      digitText(step.Digits),
		Extra:       digitText(step.Extra),
		Houses:      names(step.Houses),
		Covers:      names(step.Covers),
		Labels:      names(step.Labels()),
		Eureka:      step.Eureka(),
		Name:        step.NameIn(language),
		Explanation: Texts(statements, language),
	}
	if step.Places {
		out.Placement = step.Placement.String()
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
		out.Notes = append(out.Notes, encodeStep(note, at, note.Statements(at), language))
	}
	return out
}

func encodeLink(link *Link, notes []*Step) jsonLink {
	out := jsonLink{Says: link.fact().with(notEqual), From: link.From}
	switch link.Reason {
	case InCell:
		out.Cell = link.Candidate.Cell().String()
	case InHouse:
		out.House = link.House.String()
	case ByPattern:
		out.Note = slices.Index(notes, link.Pattern) + 1
	}
	return out
}

func encodeStatements(list []Statement, language string) []jsonStatement {
	out := make([]jsonStatement, len(list))
	for i := range list {
		s := &list[i]
		out[i] = jsonStatement{
			Says: s.Says, Part: s.Part, Text: s.Text(language), Under: s.Under, From: s.From, Again: s.Again,
			Cells: names(s.Cells), Others: names(s.Others), Digits: digitText(s.Digits), Extra: digitText(s.Extra),
			Houses: names(s.Houses), Covers: names(s.Covers),
			Cites: factNames(s.Cites), Assumed: factNames(s.Assumed), Way: factNames(s.Way), Claims: factNames(s.Claims),
		}
		for _, candidates := range s.OneOf {
			out[i].OneOf = append(out[i].OneOf, names(candidates))
		}
	}
	return out
}

// factNames returns facts as programs read them.
func factNames(facts []Fact) (list []string) {
	for _, f := range facts {
		list = append(list, f.with(notEqual))
	}
	return list
}

// digitText writes digits one after the other.
func digitText(digits sudoku.Digits) string { return strings.Join(digitList(digits), "") }

// names returns the texts of cells or houses.
func names[T fmt.Stringer](list []T) []string {
	texts := make([]string, len(list))
	for i, x := range list {
		texts[i] = x.String()
	}
	return texts
}
