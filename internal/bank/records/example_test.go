package records_test

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/seedbank"
)

// The hardest puzzle of the starter bank, the one with the fewest clues, and the seeds with
// the highest ER.
func Example() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		panic(err)
	}
	defer bank.Close()
	highlights, err := records.ReadHighlights(ctx, bank)
	if err != nil {
		panic(err)
	}
	fmt.Println("hardest above 11:", highlights.Hardest.ER > 110)
	fmt.Println("fewest clues:", highlights.Fewest.Clues)

	first, err := records.Rank(bank, records.Order{Name: "example"}).First(ctx, 2)
	if err != nil {
		panic(err)
	}
	for _, ranked := range first {
		fmt.Println(ranked.Value == int(highlights.Hardest.ER))
	}
	// Output:
	// hardest above 11: true
	// fewest clues: 17
	// true
	// true
}
