package ordered_test

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/ordered"
)

// Four goroutines work, and the words come out as they went in.
func ExampleRun() {
	words := slices.Values([]string{"row", "column", "box", "band", "stack"})
	newWork := func() func(string) string { return strings.ToUpper }
	take := func(result string) error {
		fmt.Println(result)
		return nil
	}
	if err := ordered.Run(context.Background(), ordered.Pool{Workers: 4}, words, newWork, take); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ROW
	// COLUMN
	// BOX
	// BAND
	// STACK
}
