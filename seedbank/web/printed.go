package web

import (
	"bytes"
	"context"
	"iter"
	"net/http"

	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// drawPrinted draws puzzles in the style of printed ones. In booklets the ratings rise
// within a level. What export does beyond that, to order puzzles of one rating by
// effort, takes a path for each puzzle: too long to have somebody wait for it.
func (s *Server) drawPrinted(ctx context.Context, o *order) iter.Seq2[seed.Isomorph, error] {
	return export.Drawn(ctx, s.bank, printedOptions(o))
}

// printedOptions returns how an order is drawn in the style of printed puzzles.
func printedOptions(o *order) export.Options {
	options := export.Options{Request: o.request, Order: export.Shuffled, Format: o.format.Name, Settings: o.settings}
	switch {
	case o.isObject():
		options.Format = linesFormat
	case o.format.Booklet:
		options.Order = export.Ascending
	}
	return options
}

// linesFormat is the format whose lines the puzzles of objects are.
const linesFormat = "jsonl"

// sendPrinted answers with puzzles in the style of printed ones. They have no series:
// which puzzles there are depends on how many are asked for.
func (s *Server) sendPrinted(w http.ResponseWriter, r *request, o *order) error {
	puzzles := s.drawPrinted(r.Context(), o)
	if !o.isObject() {
		return s.sendLong(w, r.Request, o, puzzles)
	}
	rows := bytes.NewBufferString(`{"puzzles":[`)
	err := s.inTurn(r.Context(), func() error { return writeRows(rows, puzzles) })
	if err != nil {
		return err
	}
	rows.WriteString("]}\n")
	w.Header().Set("Content-Type", jsonType)
	w.Write(rows.Bytes())
	return nil
}
