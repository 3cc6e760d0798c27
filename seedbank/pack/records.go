package pack

import (
	"io"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Records makes files that consist of a head, a record for each puzzle, and a
// foot. A record depends only on its puzzle. So several goroutines can make
// records of one file, each with its own Records; see [Records.Fork]. Making a
// record does not allocate, except for links and calendars.
type Records struct {
	form     recordForm
	item     table.Puzzle
	isomorph seed.Isomorph // of item, while its record is made
}

// Records returns a Records for files of f. It returns nil if files of f do not consist
// of records, or if these need more than the isomorph of a puzzle. Its errors are those of
// [Format.New]. It does not check settings of booklets, which have no records, because
// reading a picture takes time.
func (f Format) Records(settings ...Setting) (*Records, error) {
	if f.Booklet {
		return nil, nil
	}
	writer, err := f.New(io.Discard, settings...)
	if err != nil {
		return nil, err
	}
	if w, ok := writer.(*endingWriter).writer.(*recordWriter); ok && !Settings(settings).placed() {
		return &Records{form: w.form}, nil
	}
	return nil, nil
}

// Fork returns a Records of the same format and settings, for another goroutine.
func (r *Records) Fork() *Records { return &Records{form: r.form.fork()} }

// AppendHead appends the head of a file.
func (r *Records) AppendHead(dst []byte) []byte { return r.form.AppendHead(dst) }

// Memory returns about how many bytes the texts take at most that r keeps, each made once for
// all isomorphs of a pick.
func (r *Records) Memory() int64 {
	switch r.form.(type) {
	case *tableForm, *drawingForm, *icsForm:
		return 2 * keptPairs * usualText
	}
	return 0
}

// Append appends the record of a puzzle, with a separator before it unless first
// is set.
func (r *Records) Append(dst []byte, m seed.Isomorph, first bool) []byte {
	r.isomorph = m
	r.item.Isomorph = &r.isomorph
	dst = r.form.AppendRow(dst, &r.item, first)
	r.isomorph = seed.Isomorph{} // one pick keeps all of its window in memory
	return dst
}

// Touch reads what the records of some puzzles are written from, as [seed.Touch] does with
// lines.
func (r *Records) Touch(puzzles []seed.Isomorph) {
	if form, ok := r.form.(interface{ touch([]seed.Isomorph) }); ok {
		form.touch(puzzles)
	}
}

// AppendFoot appends the foot of a file.
func (r *Records) AppendFoot(dst []byte) []byte { return r.form.AppendFoot(dst) }

// recordForm makes the records of a format. It can cache texts.
type recordForm interface {
	table.Rows[*table.Puzzle]
	fork() recordForm
}

// bare is the empty head and foot of formats without them.
type bare struct{}

func (bare) AppendHead(dst []byte) []byte { return dst }
func (bare) AppendFoot(dst []byte) []byte { return dst }

// recordWriter writes a file of records.
type recordWriter struct {
	*table.Writer[*table.Puzzle]
	form recordForm
	item table.Puzzle // the last one
}

func newRecordWriter(w io.Writer, form recordForm) (Writer, error) {
	return &recordWriter{Writer: table.NewRowWriter[*table.Puzzle](w, form), form: form}, nil
}

func (r *recordWriter) Write(e *Entry) error {
	r.item.Entry, r.item.Effort = (*table.Entry)(e), e.Effort
	err := r.Writer.Write(&r.item)
	r.item.Entry = nil
	return err
}

// pickTexts caches the part of records that all isomorphs of a pick share.
type pickTexts struct {
	pairs   [][2]pickText // keptPairs pairs, or none before the first text
	touched byte          // makes sure that what is touched is read
}

type pickText struct {
	pick *seed.Pick
	text []byte
}

// keptPairs is the number of pairs in the cache, a power of two.
const keptPairs = 1 << 14

// usualText is a length in bytes that few texts exceed, with what the memory of a text has to
// spare. Those of csv take half of it.
const usualText = 768

// of returns the text for the pick of an isomorph, which must not be changed. If the
// text is not cached, appendText makes it.
func (p *pickTexts) of(i *table.Puzzle, appendText func(dst []byte, i *table.Puzzle) []byte) []byte {
	pick := i.Isomorph.(*seed.Isomorph).Pick()
	pair := p.pair(pick)
	if pair[0].pick == pick {
		return pair[0].text
	}
	pair[0], pair[1] = pair[1], pair[0] // the less recently used entry is replaced
	if kept := &pair[0]; kept.pick != pick {
		kept.pick, kept.text = pick, appendText(kept.text[:0], i)
	}
	return pair[0].text
}

func (p *pickTexts) pair(pick *seed.Pick) *[2]pickText {
	if p.pairs == nil {
		p.pairs = make([][2]pickText, keptPairs)
	}
	low, high := pick.Pattern().Words()
	return &p.pairs[(uint64(pick.Key())+low%8191+high)%keptPairs]
}

// touch reads a byte of each cache line of the texts for some isomorphs.
func (p *pickTexts) touch(puzzles []seed.Isomorph) {
	for i := range puzzles {
		text := p.pair(puzzles[i].Pick())[0].text
		for at := 0; at < len(text); at += 64 {
			p.touched += text[at]
		}
	}
}
