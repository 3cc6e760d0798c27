package home_test

import (
	"fmt"

	"github.com/seedoku/seedoku/seedbank/home"
)

// A bank that was named is the one that is used.
func ExamplePath() {
	path, err := home.Path("mine.db")
	fmt.Println(path, err)
	// Output:
	// mine.db <nil>
}
