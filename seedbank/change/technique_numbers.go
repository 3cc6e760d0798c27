package change

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// techniqueNumbers caches the numbers of techniques in a bank during a
// transaction.
type techniqueNumbers struct {
	ctx     context.Context
	tx      *sql.Tx
	numbers [rating.NumTechniques]int64 // 0: not known yet
}

// know loads the number of a technique, and gives it one if the bank has none for
// it.
func (n *techniqueNumbers) know(t rating.Technique) error {
	if n.numbers[t] != 0 {
		return nil
	}
	err := n.tx.QueryRowContext(n.ctx, `
		INSERT INTO techniques (name) VALUES (?)
		ON CONFLICT (name) DO UPDATE SET name = name
		RETURNING id`, t.String()).Scan(&n.numbers[t])
	if err == nil && n.numbers[t] <= 0 {
		err = tables.DamagedRow("techniques", n.numbers[t], "%v: %w", t, tables.ErrOutOfRange)
	}
	return err
}

// knowAll calls know for all techniques of a seed and of its rungs.
func (n *techniqueNumbers) knowAll(s *seed.Seed) error {
	needed := s.Rating.Uses
	needed[s.Rating.Hardest] = 1
	for i := range s.Rungs {
		needed[s.Rungs[i].Hardest] = 1
	}
	for t, times := range needed {
		if times == 0 {
			continue
		}
		if err := n.know(rating.Technique(t)); err != nil {
			return err
		}
	}
	return nil
}

// number returns the number of a technique. A call of know must precede it.
func (n *techniqueNumbers) number(t rating.Technique) uint64 {
	if n.numbers[t] == 0 {
		panic(fmt.Sprintf("change: technique %v has no number yet", t))
	}
	return uint64(n.numbers[t])
}

// named returns the technique with a number of the bank.
func (n *techniqueNumbers) named(number uint64) (rating.Technique, error) {
	for t, known := range n.numbers {
		if known != 0 && uint64(known) == number {
			return rating.Technique(t), nil
		}
	}
	techniques, err := tables.ReadTechniques(n.ctx, n.tx)
	if err != nil {
		return 0, err
	}
	for number, t := range techniques {
		if t.Known {
			n.numbers[t.Technique] = int64(number)
		}
	}
	return techniques.Named(number)
}
