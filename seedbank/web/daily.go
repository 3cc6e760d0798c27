package web

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// getDaily gives the puzzle of a day: the same for everybody, from any bank with the
// same seeds, in whichever order they came into it.
func (s *Server) getDaily(w http.ResponseWriter, r *request) error {
	date := r.query.Get("date")
	if date == "" {
		date = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return badField("date", fmt.Errorf("%q is not a day such as 2026-01-31", date))
	}
	o, err := s.orderOf(r.Request, r.query)
	if err != nil {
		return err
	}
	key := fmt.Sprint(date, " ", o.printed, " ", keyOfKind(&o.request))
	puzzle, err := s.selections.day(key, func() (puzzle seed.Isomorph, err error) {
		ctx := context.WithoutCancel(r.Context()) // others wait for it too, whoever asked first
		err = s.inTurn(ctx, func() error {
			puzzle, err = s.daily(ctx, o, numberOfDay(date))
			return err
		})
		return puzzle, err
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "max-age=600")
	w.Header().Add("Vary", "Accept")
	return s.sendPuzzle(w, r, &o.output, puzzle)
}

// daily returns the puzzle of a number. In the style of printed puzzles the number
// names a level of those that were asked for first, by a puzzle, and then one of the
// puzzles with clues and symmetry as they are printed at that level.
func (s *Server) daily(ctx context.Context, o *order, number uint64) (seed.Isomorph, error) {
	puzzle, err := o.selection.ByNumber(ctx, number)
	if err != nil || !o.printed {
		return puzzle, err
	}
	request := o.request
	request.Levels = seedbank.Only(puzzle.Rating().Level())
	options := printedOptions(o)
	options.Request = request
	if request, err = export.Settled(ctx, s.bank, options); err != nil {
		return puzzle, err
	}
	selection, err := s.selections.of(ctx, &request)
	if err != nil {
		return puzzle, err
	}
	return selection.ByNumber(ctx, number)
}

// numberOfDay returns the number of a day's puzzle.
func numberOfDay(date string) uint64 {
	sum := sha256.Sum256([]byte("daily " + date))
	return binary.BigEndian.Uint64(sum[:])
}
