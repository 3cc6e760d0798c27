package records_test

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// betweenReads is a context that does something once, when it is asked the n-th time
// whether it is over. Each query asks that before it reads.
type betweenReads struct {
	context.Context
	n  int
	do func()
}

func (c *betweenReads) Done() <-chan struct{} {
	if c.n--; c.n == 0 {
		c.do()
	}
	return c.Context.Done()
}

// A run that begins while the records are read, and stores one, is in all of the history
// or in nothing of it.
func TestGrowthBesideARun(t *testing.T) {
	easy, hard := seedtest.SomeSeeds()[0], seedtest.SomeSeeds()[1]
	easy.Rating.ER, hard.Rating.ER = 110, 111
	for n, begun := 1, true; begun; n++ {
		begun = false
		bank := seedtest.BankOf(t)
		if _, err := bank.Insert(seedtest.Background, 1, []seed.Seed{easy}); err != nil {
			t.Fatal(err)
		}
		reader, err := seedbank.Open(seedtest.Background, bank.Path())
		if err != nil {
			t.Fatal(err)
		}
		ctx := &betweenReads{Context: seedtest.Background, n: n, do: func() {
			begun = true
			run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test"})
			if err == nil {
				_, err = bank.Insert(seedtest.Background, run, []seed.Seed{hard})
			}
			if err != nil {
				t.Error(err)
			}
		}}
		growth, err := records.ReadGrowth(ctx, reader)
		if err != nil {
			t.Fatalf("a run that begins at moment %d: %v", n, err)
		}
		if steps := growth.Steps[records.ER]; len(steps) != len(growth.Runs) || steps[len(steps)-1].ER != 109+rating.Tenths(len(steps)) {
			t.Errorf("a run that begins at moment %d: %d runs have the records %+v", n, len(growth.Runs), steps)
		}
		if err := reader.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
