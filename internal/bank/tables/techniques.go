package tables

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
)

// Technique returns the technique with a number of the bank.
func (f *File) Technique(ctx context.Context, number uint64) (rating.Technique, error) {
	techniques, err := f.techniques(ctx, number)
	if err != nil {
		return 0, err
	}
	return techniques.Named(number)
}

// techniques returns the techniques that the bank has. It reads them anew if it has not met the number.
func (f *File) techniques(ctx context.Context, number uint64) (NumberedTechniques, error) {
	f.names.Lock()
	defer f.names.Unlock()
	if _, ok := f.names.techniques[number]; !ok { // not read yet, or added by another process
		techniques, err := ReadTechniques(ctx, f.DB)
		if err != nil {
			return nil, err
		}
		f.names.techniques = techniques
	}
	return f.names.techniques, nil
}

// NumberedTechniques are the techniques of a bank, by their numbers there.
type NumberedTechniques map[uint64]numberedTechnique

// numberedTechnique is a name in the bank and its technique.
type numberedTechnique struct {
	name      string
	Technique rating.Technique
	Known     bool // whether this program knows the technique
}

// Named returns the technique with a number.
func (n NumberedTechniques) Named(number uint64) (rating.Technique, error) {
	t, ok := n[number]
	switch {
	case !ok:
		return 0, fmt.Errorf("there is no technique %d in the bank", number)
	case !t.Known:
		return 0, fmt.Errorf("technique %.*q %w", bounds.Name, t.name, errUnknown)
	}
	return t.Technique, nil
}

// ReadTechniques returns the techniques of a bank.
func ReadTechniques(ctx context.Context, db Querier) (NumberedTechniques, error) {
	techniques := NumberedTechniques{}
	err := Each(ctx, db, "techniques", `SELECT id, name FROM main.techniques`, nil, func(row Row) error {
		var number uint64
		var t numberedTechnique
		if err := row.Scan(&number, &t.name); err != nil {
			return err
		}
		technique, err := rating.ParseTechnique(t.name)
		t.Technique, t.Known = technique, err == nil
		techniques[number] = t
		return nil
	})
	return techniques, err
}
