package mine

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/sudoku"
)

// What a person has typed is stored while the program waits for the next line, whether it takes
// long to rate or not.
func TestImportWhileTyping(t *testing.T) {
	for _, clues := range []string{
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......",
	} {
		importTyped(t, clues)
	}
}

func importTyped(t *testing.T, text string) {
	clues, err := sudoku.ParseGrid(text)
	if err != nil {
		t.Fatal(err)
	}
	bank := seedtest.Open(t, t.TempDir()+"/bank.db")
	stored := make(chan struct{})
	var once sync.Once
	options := Options{Workers: 2, Report: func(p Progress) {
		if p.Stored == 1 {
			once.Do(func() { close(stored) })
		}
	}}
	options.Strategy = Import{Arrivals: func(yield func([]Arrival) bool) {
		if !yield([]Arrival{{Clues: clues}}) {
			return
		}
		select {
		case <-stored:
		case <-time.After(10 * time.Second):
			t.Error("nothing was stored while the import waited for more")
		}
	}}
	if _, err := Run(context.Background(), bank, options); err != nil {
		t.Fatal(err)
	}
}
