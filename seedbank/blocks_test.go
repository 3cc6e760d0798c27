package seedbank_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
)

// A stream in blocks gives what the stream gives, up to the same end.
func TestInBlocks(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	rapid.Check(t, func(t *rapid.T) {
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: rapid.Bool().Draw(t, "rungs")})
		key := rapid.Uint64().Draw(t, "key")
		alone := selection.Distinct(key)
		blocks := seedbank.InBlocks(selection.Distinct(key), rapid.Uint64Max(50).Draw(t, "expected"))
		for range rapid.IntRange(1, 100).Draw(t, "turns") {
			if rapid.Bool().Draw(t, "skip") {
				n := rapid.Uint64Max(40).Draw(t, "skipped")
				if got, want := blocks.Skip(seedtest.Background, n), alone.Skip(seedtest.Background, n); !errors.Is(got, want) {
					t.Fatalf("skipping %d: %v, want %v", n, got, want)
				}
			}
			got, gotErr := blocks.Next(seedtest.Background)
			want, wantErr := alone.Next(seedtest.Background)
			if !errors.Is(gotErr, wantErr) || wantErr == nil && got.ID() != want.ID() {
				t.Fatalf("%v, %v; want %v, %v", got, gotErr, want, wantErr)
			}
		}
	})
}
