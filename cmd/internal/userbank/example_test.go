package userbank_test

import (
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// A bank that was named is the one that is used.
func ExamplePath() {
	path, err := userbank.Path("mine.db")
	fmt.Println(path, err)
	// Output:
	// mine.db <nil>
}
