package repair_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Check a bank, which has no seeds yet.
func ExampleVerify() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "repair")
	check(err)
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "bank.db")
	check(change.Create(ctx, path))
	bank, err := seedbank.Open(ctx, path)
	check(err)
	defer bank.Close()

	problems := 0
	checked, err := repair.Verify(ctx, bank, repair.VerifyOptions{Problem: func(error) { problems++ }})
	check(err)
	fmt.Printf("%d seeds, %d problems\n", checked, problems)
	// Output: 0 seeds, 0 problems
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
