package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strconv"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// getPuzzles draws puzzles.
func (s *Server) getPuzzles(w http.ResponseWriter, r *request) error {
	o, err := s.orderOf(r)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept")
	return s.send(w, r, o)
}

// getPack draws puzzles as a file to keep.
func (s *Server) getPack(w http.ResponseWriter, r *request) error {
	if !r.query.Has("format") {
		r.query.Set("format", "pdf")
	}
	o, err := s.orderOf(r)
	if err != nil {
		return err
	}
	if o.isObject() {
		return badField("format", errors.New("a pack is a file; jsonl has the same as JSON"))
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="seedoku.%s"`, o.format.Extension))
	return s.send(w, r, o)
}

// getSeries sends the puzzles of a series after a given number.
func (s *Server) getSeries(w http.ResponseWriter, r *request) error {
	request, err := requestOfKey(r.PathValue("key"))
	if err != nil {
		return err
	}
	if request.Skip, err = countOf(r, "after", 0); err != nil {
		return err
	}
	if request.N, err = countOf(r, "n", 1); err != nil {
		return err
	}
	output, err := outputOf(r)
	if err != nil {
		return err
	}
	o, err := s.order(r.Context(), &request, output)
	if err != nil {
		return err
	}
	switch digest := r.query.Get("digest"); {
	case digest == "" && o.Request.Skip > 0:
		return badField("digest", errors.New("it is missing; the address of the next puzzles has it, so a server with another bank never repeats a puzzle"))
	case digest != "" && digest != o.Selection.Digest():
		return &statusError{http.StatusConflict, "digest", errors.New("this bank has other puzzles of this kind than the bank of the series, or has them in another order, so puzzles could repeat; begin a new series")}
	}
	w.Header().Add("Vary", "Accept")
	err = s.send(w, r, o)
	if few, ok := errors.AsType[*draw.TooFewError](err); ok && !shuffle.Number(o.Request.Skip).Less(few.There) {
		return &statusError{http.StatusUnprocessableEntity, "after", fmt.Errorf("the series has ended: %w", few)}
	}
	return err
}

// countOf reads a parameter that is a whole number of at least least.
func countOf(r *request, name string, least uint64) (uint64, error) {
	if !r.query.Has(name) {
		return least, nil
	}
	n, err := strconv.ParseUint(r.query.Get(name), 10, 64)
	if err != nil || n < least {
		return 0, badField(name, fmt.Errorf("%q is not a whole number from %d on", r.query.Get(name), least))
	}
	return n, nil
}

// getCount sends the number of puzzles of a kind.
func (s *Server) getCount(w http.ResponseWriter, r *request) error {
	request, err := requestOf(r.query)
	if err != nil {
		return err
	}
	selection, err := request.Select(r.Context(), s.selections)
	if _, none := errors.AsType[*draw.NoMatchError](err); none {
		return sendJSON(w, map[string]string{"count": "0"})
	}
	if err != nil {
		return err
	}
	return sendJSON(w, map[string]string{"count": selection.Puzzles().String()}) // can have 128 bits
}

// send draws and writes the puzzles of an order.
func (s *Server) send(w http.ResponseWriter, r *request, o *order) error {
	o.tell(w, r)
	next := o.nextAddress()
	if !o.Mixed() && next != "" {
		w.Header().Set("Link", fmt.Sprintf(`<%s>; rel="next"`, next))
	}
	if !o.isObject() {
		return s.sendLong(w, r.Request, o)
	}
	var object []byte
	var err error
	make := func(puzzles iter.Seq2[seed.Isomorph, error]) error {
		object, err = objectOf(puzzles, o.Selection.Puzzles().String(), next)
		return err
	}
	if o.Request.Distinct || o.Request.N > fewPuzzles { // skipping must examine earlier seeds, which takes long
		err = s.bulk.inTurn(r.Context(), func() error { return make(s.cores.restful(r.Context(), o)) })
	} else {
		err = make(o.All(r.Context()))
	}
	if err != nil {
		return err
	}
	return sendBody(w, jsonType, object)
}

// fewPuzzles is a number of puzzles that are drawn about as fast as one.
const fewPuzzles = 5

// objectOf returns an object with puzzles.
func objectOf(puzzles iter.Seq2[seed.Isomorph, error], count, next string) ([]byte, error) {
	rows := &bytes.Buffer{}
	rows.WriteString(`{"puzzles":[`)
	if err := writeRows(rows, puzzles); err != nil {
		return nil, err
	}
	fmt.Fprintf(rows, `],"count":"%s"`, count)
	if next != "" {
		address, err := jsonText(next)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(rows, `,"next":%s`, bytes.TrimSpace(address))
	}
	rows.WriteString("}\n")
	return rows.Bytes(), nil
}

// linesFormat is the format of the puzzles in JSON objects.
const linesFormat = "jsonl"

// writeRows writes puzzles as JSON objects with commas between.
func writeRows(to *bytes.Buffer, puzzles iter.Seq2[seed.Isomorph, error]) error {
	format, err := pack.FormatNamed(linesFormat)
	if err != nil {
		return err
	}
	writer, err := format.New(to)
	if err != nil {
		return err
	}
	separated := false
	for puzzle, err := range puzzles {
		if err != nil {
			return err
		}
		if separated {
			to.WriteByte(',')
		}
		separated = true
		entry := pack.EntryOf(puzzle)
		if err := writer.Write(&entry); err != nil {
			return err
		}
		to.Truncate(to.Len() - len("\n"))
	}
	return nil
}

// jsonText returns an object as a line of JSON. Characters such as & are not
// escaped, because answers are not HTML.
func jsonText(object any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(object)
	return line.Bytes(), err
}

// sendJSON answers with one object.
func sendJSON(w http.ResponseWriter, object any) error {
	body, err := jsonText(object)
	if err != nil {
		return err
	}
	return sendBody(w, jsonType, body)
}

// sendBody answers with a body of a media type.
func sendBody(w http.ResponseWriter, mediaType string, body []byte) error {
	w.Header().Set("Content-Type", mediaType)
	w.Write(body)
	return nil
}
