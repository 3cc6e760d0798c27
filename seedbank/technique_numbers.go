package seedbank

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// techniqueNumbers are the numbers that a bank gives techniques, as far as a
// transaction has needed them.
type techniqueNumbers struct {
	ctx     context.Context
	tx      *sql.Tx
	numbers [rating.NumTechniques]int64 // 0: not known yet
}

// know makes sure that a technique has a number in the bank.
func (n *techniqueNumbers) know(t rating.Technique) error {
	if n.numbers[t] != 0 {
		return nil
	}
	return n.tx.QueryRowContext(n.ctx, `
		INSERT INTO techniques (name) VALUES (?)
		ON CONFLICT (name) DO UPDATE SET name = name
		RETURNING id`, t.String()).Scan(&n.numbers[t])
}

// knowAll makes sure that all techniques of a seed and of its rungs have a
// number in the bank.
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

// number returns the number of a technique that is known.
func (n *techniqueNumbers) number(t rating.Technique) uint64 {
	if n.numbers[t] == 0 {
		panic(fmt.Sprintf("seedbank: technique %v has no number yet", t))
	}
	return uint64(n.numbers[t])
}

// named returns the technique of a number of the bank.
func (n *techniqueNumbers) named(number uint64) (rating.Technique, error) {
	for t, known := range n.numbers {
		if known != 0 && uint64(known) == number {
			return rating.Technique(t), nil
		}
	}
	techniques, err := readTechniques(n.ctx, n.tx, "main")
	if err != nil {
		return 0, err
	}
	for number, t := range techniques {
		if t.known {
			n.numbers[t.technique] = int64(number)
		}
	}
	return techniques.named(number)
}

// technique returns the technique of a number of the bank.
func (b *file) technique(ctx context.Context, number uint64) (rating.Technique, error) {
	b.names.Lock()
	defer b.names.Unlock()
	if _, ok := b.names.techniques[number]; !ok { // not read yet, or another process has just added it
		techniques, err := readTechniques(ctx, b.db, "main")
		if err != nil {
			return 0, err
		}
		b.names.techniques = techniques
	}
	return b.names.techniques.named(number)
}

// numberedTechniques are the techniques of a bank, by their numbers there.
type numberedTechniques map[uint64]numberedTechnique

// numberedTechnique is a technique as a bank names it.
type numberedTechnique struct {
	name      string
	technique rating.Technique
	known     bool // to this program
}

// named returns the technique of a number.
func (n numberedTechniques) named(number uint64) (rating.Technique, error) {
	t, ok := n[number]
	switch {
	case !ok:
		return 0, fmt.Errorf("there is no technique %d in the bank", number)
	case !t.known:
		return 0, fmt.Errorf("technique %.*q is not known to this version of the program", bounds.Name, t.name)
	}
	return t.technique, nil
}

// readTechniques returns the techniques of an attached bank.
func readTechniques(ctx context.Context, db querier, bank string) (numberedTechniques, error) {
	rows, err := db.QueryContext(ctx, `SELECT id, name FROM `+bank+`.techniques`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	techniques := numberedTechniques{}
	for rows.Next() {
		var number uint64
		var t numberedTechnique
		if err := rows.Scan(&number, &t.name); err != nil {
			return nil, scanned("techniques", int64(number), err)
		}
		technique, err := rating.ParseTechnique(t.name)
		t.technique, t.known = technique, err == nil
		techniques[number] = t
	}
	return techniques, rows.Err()
}

func techniqueNamed(name string) (rating.Technique, error) {
	t, err := rating.ParseTechnique(name)
	if err != nil {
		return 0, fmt.Errorf("technique %q is not known to this version of the program", name)
	}
	return t, nil
}
