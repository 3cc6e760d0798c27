package work

import (
	"github.com/seedoku/seedoku/internal/phrase"
)

// Ladders says which seeds get ladders.
type Ladders string

// AllLadders gives each seed all rungs of its ladders, and NoLadders gives none.
// NeededLadders gives only rungs of levels and numbers of clues of which the bank has too
// few seeds and rungs. So a bank with enough of all kinds grows as fast as one without
// ladders.
const (
	NeededLadders Ladders = "needed"
	AllLadders    Ladders = "all"
	NoLadders     Ladders = "none"
)

// ParseLadders returns the ladders of a text: "needed", "all" or "none".
func ParseLadders(text string) (Ladders, error) {
	switch l := Ladders(text); l {
	case NeededLadders, AllLadders, NoLadders:
		return l, nil
	}
	return "", &phrase.UnknownError{Kind: "choice of ladders", Given: text, Known: LadderNames()}
}

// LadderNames returns the texts that [ParseLadders] takes.
func LadderNames() []string {
	return []string{string(NeededLadders), string(AllLadders), string(NoLadders)}
}
