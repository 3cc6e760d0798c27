package web

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"time"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// getDaily gives the puzzle of a day: the same for everybody, from any bank with the
// same seeds, in whichever order they came into it.
func (s *Server) getDaily(w http.ResponseWriter, r *request) error {
	date, caching := r.query.Get("date"), "max-age=600"
	if date == "" { // the answer is another one after midnight
		caching = "no-cache"
		date = time.Now().UTC().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return badField("date", fmt.Errorf("%q is not a day such as 2026-01-31", date))
	}
	o, err := s.orderOf(r)
	if err != nil {
		return err
	}
	key := date + " " + keyOfKind(&o.Request)
	puzzle, err := s.selections.day(r.Context(), key, func(ctx context.Context) (seed.Isomorph, error) {
		return o.Selection.ByNumber(ctx, numberOfDay(date))
	})
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", caching)
	w.Header().Add("Vary", "Accept")
	return s.sendPuzzle(w, r, &o.output, puzzle)
}

// numberOfDay returns the number of a day's puzzle.
func numberOfDay(date string) uint64 {
	sum := sha256.Sum256([]byte("daily " + date))
	return binary.BigEndian.Uint64(sum[:])
}
