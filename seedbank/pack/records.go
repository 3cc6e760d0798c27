package pack

import (
	"io"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Records makes the files of a format that are a head, a record for each puzzle,
// and a foot. A record depends on its puzzle alone, so that several goroutines can
// make records of one file, each with a Records of its own: see [Records.Fork]. It
// allocates nothing for a record, except for a link.
type Records struct {
	form recordForm
	item table.Puzzle // the last one
}

// Records returns what makes the files of f, or nil if f has no records of this
// kind. The errors are the ones of [Format.New]. Booklets have no records, and their
// settings are not looked at: reading a picture takes time.
func (f Format) Records(settings ...Setting) (*Records, error) {
	if f.Booklet {
		return nil, nil
	}
	writer, err := f.New(io.Discard, settings...)
	if w, ok := writer.(*recordWriter); ok && err == nil {
		return &Records{form: w.form}, nil
	}
	return nil, err
}

// Fork returns a Records of the same format and settings, for another goroutine.
func (r *Records) Fork() *Records { return &Records{form: r.form.fork()} }

// AppendHead appends what stands before the first record.
func (r *Records) AppendHead(dst []byte) []byte { return r.form.appendHead(dst) }

// Append appends the record of a puzzle. The first record of a file has nothing
// before it that sets it apart from others.
func (r *Records) Append(dst []byte, m seed.Isomorph, first bool) []byte {
	r.item.Isomorph = m
	return r.form.appendRecord(dst, &r.item, first)
}

// AppendFoot appends what stands behind the last record.
func (r *Records) AppendFoot(dst []byte) []byte { return r.form.appendFoot(dst) }

// recordForm is what a format makes of its puzzles. It can have memory of its own,
// which only makes it faster.
type recordForm interface {
	appendHead(dst []byte) []byte
	appendRecord(dst []byte, i *table.Puzzle, first bool) []byte
	appendFoot(dst []byte) []byte
	fork() recordForm
}

// bare is the head and the foot of formats that have none.
type bare struct{}

func (bare) appendHead(dst []byte) []byte { return dst }
func (bare) appendFoot(dst []byte) []byte { return dst }

// recordWriter writes a file of records.
type recordWriter struct {
	w      io.Writer
	form   recordForm
	item   table.Puzzle // the last one
	begun  bool
	buffer []byte
}

func newRecordWriter(w io.Writer, form recordForm) (Writer, error) {
	return &recordWriter{w: w, form: form}, nil
}

func (r *recordWriter) Write(e *Entry) error {
	dst := r.buffer[:0]
	if !r.begun {
		dst = r.form.appendHead(dst)
	}
	r.item.Entry = (*table.Entry)(e)
	r.buffer = r.form.appendRecord(dst, &r.item, !r.begun)
	r.item.Entry, r.begun = nil, true
	_, err := r.w.Write(r.buffer)
	return err
}

// Close writes the head of a file without records, too.
func (r *recordWriter) Close() error {
	dst := r.buffer[:0]
	if !r.begun {
		dst = r.form.appendHead(dst)
	}
	if dst = r.form.appendFoot(dst); len(dst) == 0 {
		return nil
	}
	_, err := r.w.Write(dst)
	return err
}

// pickTexts keeps at hand the part of records that all isomorphs of a pick have in
// common. It is made once for a pick, as long as not too many picks come in turn.
type pickTexts struct {
	pairs [][2]pickText // keptPairs of them, or none as long as no text was asked for
}

type pickText struct {
	pick *seed.Pick
	text []byte
}

// keptPairs is a power of two. All texts together are some 4 MB.
const keptPairs = 1 << 13

// of returns the text of an isomorph's pick, which must not be changed. If it is not
// at hand, it is what appendText appends.
func (p *pickTexts) of(i *table.Puzzle, appendText func(dst []byte, i *table.Puzzle) []byte) []byte {
	if p.pairs == nil {
		p.pairs = make([][2]pickText, keptPairs)
	}
	pick := i.Isomorph.Pick()
	pair := &p.pairs[(uint64(pick.Key())+uint64(pick.Added()))%keptPairs]
	if pair[0].pick == pick {
		return pair[0].text
	}
	pair[0], pair[1] = pair[1], pair[0] // the one that was not asked for last gives way
	if kept := &pair[0]; kept.pick != pick {
		kept.pick, kept.text = pick, appendText(kept.text[:0], i)
	}
	return pair[0].text
}
