package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// forEver is the header Cache-Control of puzzles by ID, which never change.
const forEver = "public, max-age=31536000, immutable"

// getPuzzle sends the puzzle of an ID. The extension of the address decides the
// format; without one, it is negotiated.
func (s *Server) getPuzzle(w http.ResponseWriter, r *request) error {
	name, extension, hasFormat := strings.Cut(r.PathValue("id"), ".")
	var o output
	var err error
	if hasFormat {
		if name, ok := formatOfExtension(extension); ok {
			o.name = name
		} else {
			return &statusError{http.StatusNotFound, "id", fmt.Errorf("unknown format %.20q; the formats are %s", extension, strings.Join(formatNames(), ", "))}
		}
	} else if o.name, err = chooseFormat(r.Request, ""); err != nil {
		return err
	}
	if err := o.set(r.query); err != nil {
		return err
	}
	if err := o.inLanguage(r); err != nil {
		return err
	}
	if o.settings.WantsPace() {
		return badField("columns", errors.New("minutes and bottlenecks can change with their estimates, and this answer never changes; POST /rate gives them"))
	}
	id, err := seed.ParseID(name)
	if err != nil {
		return &statusError{http.StatusNotFound, "id", err}
	}
	puzzle, err := s.bank.Recall(r.Context(), id, s.rate(r.Context()))
	switch {
	case errors.Is(err, seedbank.ErrNoMatch):
		return &statusError{http.StatusNotFound, "id", fmt.Errorf("the bank does not have the seed of %v", id)}
	case errors.Is(err, seed.ErrBadID):
		return &statusError{http.StatusNotFound, "id", fmt.Errorf("%v: %w", id, err)}
	case err != nil:
		return fmt.Errorf("puzzle %v: %w", id, err)
	}
	w.Header().Set("Cache-Control", forEver)
	if !hasFormat {
		w.Header().Add("Vary", "Accept")
	}
	return s.sendPuzzle(w, r, &o, puzzle)
}

// rate returns the function that rates a puzzle with added clues that no rung of
// the bank has. It uses the pool, because rating takes long.
func (s *Server) rate(ctx context.Context) seed.Rate {
	return func(p *sudoku.Puzzle) (class rating.Class, err error) {
		ctx, leave, err := s.pool.enter(ctx)
		if err != nil {
			return class, err
		}
		defer leave()
		return found(ctx, s.pool, func(x *examine.Examiner) (rating.Class, error) { return x.Rater().Class(p) })
	}
}

// sendPuzzle writes one puzzle, unless the client says that it has it already.
func (s *Server) sendPuzzle(w http.ResponseWriter, r *request, o *output, puzzle seed.Isomorph) error {
	body := &bytes.Buffer{}
	var err error
	switch {
	case o.isObject():
		err = writeRows(body, seedbank.Listed(puzzle))
		body.WriteByte('\n')
	case o.format.Binary || o.format.Booklet: // making a picture takes ten times as long as everything else
		err = s.bulk.inTurn(r.Context(), func() error { return export.Puzzles(body, o.format, o.settings, seedbank.Listed(puzzle)) })
	default:
		err = export.Puzzles(body, o.format, o.settings, seedbank.Listed(puzzle))
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body.Bytes())
	tag := hex.EncodeToString(sum[:12])
	o.tell(w, r)
	w.Header().Set("Content-Type", mediaType(o.name))
	if held := heldTag(r.Header.Values("If-None-Match"), tag); held != "" {
		w.Header().Set("ETag", held)
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.Write(body.Bytes())
	return nil
}

// heldTag returns the tag in If-None-Match that equals tag, with or without the
// suffix of a compression. It returns "" if there is none.
func heldTag(header []string, tag string) string {
	for held := range strings.SplitSeq(strings.Join(header, ","), ",") {
		held = strings.TrimPrefix(strings.TrimSpace(held), "W/")
		bare, quoted := strings.CutPrefix(held, `"`)
		bare, ended := strings.CutSuffix(bare, `"`)
		for _, suffix := range tagSuffixes {
			bare = strings.TrimSuffix(bare, suffix)
		}
		switch {
		case held == "*":
			return `"` + tag + `"`
		case quoted && ended && bare == tag:
			return held
		}
	}
	return ""
}
