package rating

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/sudoku"
)

// English is the language of texts for which no other is asked.
const English = catalogue.English

// Languages returns the codes of the languages of [Statement.Text].
func Languages() []string { return catalogue.Codes() }

// Explain returns the explanation of s on the position of its round, in plain English:
// the texts of [Step.Statements].
func (s *Step) Explain(at *Position) string { return Texts(s.Statements(at), English) }

// Texts returns the texts of statements in a language, one after the other.
func Texts(list []Statement, language string) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = list[i].Text(language)
	}
	return strings.Join(texts, " ")
}

// Branched reports whether statements have branches: they are read more easily one in a
// line.
func Branched(list []Statement) bool {
	return slices.ContainsFunc(list, func(s Statement) bool { return s.Part == Assumption })
}

// Text returns s as a sentence in a language, one of [Languages].
func (s *Statement) Text(language string) string {
	words := catalogue.Or(language)
	text := words.Text("statement."+string(s.Says), s.values(words))
	if !beginsWithCell(text) {
		return capital(text)
	}
	return text
}

func beginsWithCell(text string) bool {
	_, _, ok := cutCell(text)
	return ok
}

// values returns what the text of s is filled with.
func (s *Statement) values(words *catalogue.Catalogue) catalogue.Values {
	return catalogue.Values{
		"cells":   names(s.Cells),
		"others":  names(s.Others),
		"digits":  digitList(s.Digits),
		"extra":   digitList(s.Extra),
		"houses":  housesIn(words, s.Houses),
		"covers":  housesIn(words, s.Covers),
		"cites":   names(s.Cites),
		"assumed": names(s.Assumed),
		"way":     names(s.Way),
		"claims":  {factText(s.Claims, notEqualSign)},
	}
}

// digitList returns digits one by one.
func digitList(digits sudoku.Digits) (list []string) {
	for d := range digits.All() {
		list = append(list, strconv.Itoa(int(d)))
	}
	return list
}

// housesIn returns the name of houses of a kind, ascending, such as rows 1, 4 and 9.
func housesIn(words *catalogue.Catalogue, houses []sudoku.House) []string {
	if len(houses) == 0 {
		return nil
	}
	kind, _, _ := strings.Cut(houses[0].String(), " ")
	var numbers []string
	for _, h := range slices.Sorted(slices.Values(houses)) {
		numbers = append(numbers, strconv.Itoa(int(h%9)+1))
	}
	return []string{words.Text("house."+kind, catalogue.Values{"n": numbers})}
}

// HouseNames returns what statements call houses in a language, such as "rows 1 and 4". The
// houses must be of one kind. The result has one name, or none if there are no houses.
func HouseNames(language string, houses ...sudoku.House) []string {
	return housesIn(catalogue.Or(language), houses)
}

// ConclusionText is [Step.Conclusion] for people: r1c2=5; r4c7, r4c8≠2.
func (s *Step) ConclusionText() string { return s.conclusion(notEqualSign) }

// Conclusion returns the digit that s places and the candidates that it removes, as
// programs read them:
//
//	r1c2=5; r4c7, r4c8<>2; r4c8<>3
//
// Candidates of the cell that it fills are not mentioned.
func (s *Step) Conclusion() string { return s.conclusion(notEqual) }

func (s *Step) conclusion(sign string) string { return factText(s.facts(), sign) }

// factText writes facts: first what is true, and then by digit what is false elsewhere.
func factText(facts []Fact, sign string) string {
	var parts []string
	var filled sudoku.Cells
	for _, f := range facts {
		if f.True {
			parts = append(parts, f.String())
			filled = filled.With(f.Candidate.Cell())
		}
	}
	var gone [9][]sudoku.Cell
	for _, f := range facts {
		if k := f.Candidate; !f.True && !filled.Has(k.Cell()) {
			gone[k.Digit()-1] = append(gone[k.Digit()-1], k.Cell())
		}
	}
	for d, cells := range gone {
		if len(cells) > 0 {
			slices.Sort(cells)
			parts = append(parts, fmt.Sprintf("%s%s%d", strings.Join(names(cells), ", "), sign, d+1))
		}
	}
	return strings.Join(parts, "; ")
}
