package tables

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Value is what a bank stores of a pick that can be computed from its puzzle at any time. The
// zero Value is not known yet.
type Value uint64

// Derived is a kind of values. A bank keeps those of a stratum on pages.
type Derived struct {
	Name    string                       // of the table, and of the values in problems
	PerPage uint64                       // number of slots on a page; SQLite stores a row of up to a thousand bytes beside others
	Version int                          // of the program; a bank can have values of an older one
	Tables  []*StrataTable               // whose picks have values, in the order in which they are filled in
	New     func(*rating.Rater) computer // computes values by a rater, faster if it has just rated the puzzle

	format          int                   // the first one with the table
	version, values string                // columns: the version, and the page
	width           func(version int) int // bytes of a value
	possible        func(Value) bool
	idle            sync.Pool // of computers
	latest          latest
}

// latest has the values of the latest puzzles.
type latest struct {
	mutex sync.Mutex
	of    map[sudoku.Puzzle]Value
}

// mostLatest is more than the seeds that mining stores at once.
const mostLatest = 4096

func (l *latest) get(p *sudoku.Puzzle) Value {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.of[*p]
}

func (l *latest) put(p *sudoku.Puzzle, v Value) Value {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.of == nil || len(l.of) == mostLatest {
		l.of = map[sudoku.Puzzle]Value{}
	}
	l.of[*p] = v
	return v
}

// Of returns the value of a puzzle. Goroutines can share d. Those that mine ask again and
// again for the same few.
func (d *Derived) Of(p *sudoku.Puzzle) Value {
	if v := d.latest.get(p); v != 0 {
		return v
	}
	compute, ok := d.idle.Get().(computer)
	if !ok {
		compute = d.New(new(rating.Rater))
	}
	defer d.idle.Put(compute)
	return d.latest.put(p, compute(p))
}

// computer returns the value of a puzzle, 0 if it has none. It serves one goroutine at a time.
type computer = func(*sudoku.Puzzle) Value

// PickValues are the values of a pick that a bank stores, as far as they are known.
type PickValues struct{ Minutes, Labels Value }

// Of returns the value of a kind.
func (v *PickValues) Of(kind *Derived) *Value {
	if kind == Minutes {
		return &v.Minutes
	}
	return &v.Labels
}

// Deriver computes the values of puzzles. It serves one goroutine at a time.
type Deriver struct{ minutes, labels computer }

// NewDeriver returns a deriver that works as New says.
func NewDeriver(r *rating.Rater) *Deriver { return &Deriver{Minutes.New(r), Labels.New(r)} }

// Derive returns the minutes of a puzzle and, if it is wanted, its labels. The minutes are at
// hand then.
func (d *Deriver) Derive(p *sudoku.Puzzle, labels bool) (v PickValues) {
	v.Minutes = Minutes.latest.put(p, d.minutes(p))
	if labels {
		v.Labels = d.labels(p)
	}
	return v
}

// The kinds of values.
var (
	// Minutes are how long people take: the minutes, and the rounds with one way on.
	Minutes = &Derived{
		Name: "minutes", PerPage: 256, Version: minutes.Version, Tables: []*StrataTable{SeedStrata, SymmetricStrata, RungStrata},
		New: func(r *rating.Rater) computer {
			var e minutes.Estimator
			e.By(r)
			return func(p *sudoku.Puzzle) Value {
				found, err := e.Class(p)
				if err != nil {
					return 0
				}
				return Value(uint8(found.Minutes())) | Value(uint8(found.Narrow))<<8
			}
		},
		format: MinutesFormat, version: "fit", values: "estimates", width: func(int) int { return 2 },
		possible: func(v Value) bool { return v.Minutes() > 0 && v.Minutes() <= minutes.Most },
	}
	// Labels are which labels the steps of a path have, and which of them the puzzle turns on.
	Labels = &Derived{
		Name: "labels", PerPage: 128, Version: rating.LabelVersion, Tables: []*StrataTable{SeedStrata},
		New: func(r *rating.Rater) computer {
			return func(p *sudoku.Puzzle) Value {
				labels, err := r.LabelsClass(p)
				if err != nil {
					return 0
				}
				return labelled | Value(labels.All) | Value(bits.Len32(uint32(labels.Turn)))<<turnShift
			}
		},
		format: LabelsFormat, version: "version", values: "sets",
		width: func(version int) int {
			if version == 1 { // without what it turns on
				return 4
			}
			return 5
		},
		possible: func(v Value) bool { return v&labelled > 0 && v.Labels()|v.Turn() < 1<<rating.NumLabels },
	}
	DerivedKinds = []*Derived{Minutes, Labels}
)

// labelled is set in every value with labels, which may be none. From turnShift on, a value
// has the number of the label that the puzzle turns on, counted from 1, or 0.
const (
	labelled  Value = 1 << 31
	turnShift       = 32
)

// Minutes returns the minutes of a value of [Minutes].
func (v Value) Minutes() int { return int(v & 0xff) }

// Bottlenecks returns the rounds with one way on of a value of [Minutes], without the last.
func (v Value) Bottlenecks() int { return int(v >> 8 & 0xff) }

// Labels returns the labels of a value of [Labels].
func (v Value) Labels() rating.LabelSet { return rating.LabelSet(v & (labelled - 1)) }

// Turn returns the label that the puzzle turns on, of a value of [Labels], or no label.
func (v Value) Turn() rating.LabelSet { return rating.LabelSet(1 << (v >> turnShift) >> 1) }

// ValuesName identifies a page of values.
type ValuesName struct {
	Kind    *Derived
	Table   *StrataTable
	Stratum int64
	Version int
	Page    uint64
}

// Values is a page of values, by slots. Unknown ones at the end are left out.
type Values []Value

// At returns the value of a slot of the page.
func (p Values) At(slot int) (v Value) {
	if slot < len(p) {
		v = p[slot]
	}
	return v
}

// With returns p with the value of a slot of the page. It may change p.
func (p Values) With(slot int, v Value) Values {
	for len(p) <= slot {
		p = append(p, 0)
	}
	p[slot] = v
	return p
}

// Lacking returns the slots of the page below n whose values are not known.
func (p Values) Lacking(n int) (slots []int) {
	for slot := range n {
		if p.At(slot) == 0 {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Known returns the slots of the page whose values are known.
func (p Values) Known() (slots []int) {
	for slot, v := range p {
		if v != 0 {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Sound reports whether p can be a page of values of picks, of which a stratum has so many
// from the first slot of the page on.
func (d *Derived) Sound(p Values, picks uint64) bool {
	if len(p) == 0 || uint64(len(p)) > picks || p[len(p)-1] == 0 {
		return false
	}
	for _, slot := range p.Known() {
		if !d.possible(p[slot]) {
			return false
		}
	}
	return true
}

func (d *Derived) pack(p Values, version int) (packed []byte) {
	for _, v := range p {
		packed = append(packed, binary.LittleEndian.AppendUint64(nil, uint64(v))[:d.width(version)]...)
	}
	return packed
}

var errValues = errors.New("its values cannot be read")

func (d *Derived) unpack(packed []byte, version int) (p Values, err error) {
	width := d.width(version)
	if len(packed)%width != 0 || len(packed) > width*int(d.PerPage) {
		return nil, errValues
	}
	p = make(Values, len(packed)/width)
	for i := range p {
		var v [8]byte
		copy(v[:], packed[width*i:][:width])
		p[i] = Value(binary.LittleEndian.Uint64(v[:]))
	}
	return p, nil
}

// StoredIn reports whether the bank has the table.
func (d *Derived) StoredIn(f *File) bool { return f.Format >= d.format }

// InBank returns the version of the values that are read in a bank, 0 if it has none.
func (d *Derived) InBank(ctx context.Context, f *File) (version int, err error) {
	if d.StoredIn(f) {
		err = f.DB.QueryRowContext(ctx, fmt.Sprintf(`SELECT coalesce(min(%s), 0) FROM %s`, d.version, d.Name)).Scan(&version)
	}
	return version, err
}

// EachPage calls yield for the pages of a version in the strata of a table for which a
// condition holds, such as AND er > 30, in the order of the strata and their slots.
func (d *Derived) EachPage(ctx context.Context, f *File, table *StrataTable, version int, condition string, arguments []any, yield func(ValuesName, Values) error) error {
	in := fmt.Sprintf(`list = ? AND %s = ? AND stratum IN (SELECT id FROM %s WHERE true%s)`, d.version, table.Name, condition)
	return d.each(ctx, f, in, append([]any{table.Name, version}, arguments...), func(name ValuesName, list string, page Values, err error) error {
		if err != nil {
			return DamagedRow(d.Name, name.Stratum, "page %d: %w", int64(name.Page), err)
		}
		name.Table = table
		return yield(name, page)
	})
}

// EachStored calls yield for all pages of all versions, with the name of the table of strata
// that each says it is of. The error is about the page.
func (d *Derived) EachStored(ctx context.Context, f *File, yield func(name ValuesName, list string, page Values, err error) error) error {
	return d.each(ctx, f, "true", nil, yield)
}

func (d *Derived) each(ctx context.Context, f *File, condition string, arguments []any, yield func(name ValuesName, list string, page Values, err error) error) error {
	if !d.StoredIn(f) {
		return nil
	}
	query := fmt.Sprintf(`SELECT list, stratum, %s, page, %s FROM %s WHERE %s ORDER BY list, stratum, page`, d.version, d.values, d.Name, condition)
	return Each(ctx, f.DB, d.Name, query, arguments, func(row Row) error {
		name := ValuesName{Kind: d}
		var list string
		var number int64
		var packed sql.RawBytes
		if err := row.Scan(&list, &name.Stratum, &name.Version, &number, &packed); err != nil {
			return err
		}
		page, err := d.unpack(packed, name.Version)
		if number < 0 {
			err = errValues
		}
		name.Page = uint64(number)
		return yield(name, list, page, err)
	})
}

// ReadValues returns a page of values, which is empty if there is none.
func ReadValues(ctx context.Context, db Querier, name ValuesName) (page Values, err error) {
	d := name.Kind
	var packed []byte
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE list = ? AND stratum = ? AND %s = ? AND page = ?`, d.values, d.Name, d.version)
	err = db.QueryRowContext(ctx, query, name.Table.Name, name.Stratum, name.Version, int64(name.Page)).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		page, err = d.unpack(packed, name.Version)
	}
	return page, Scanned(d.Name, name.Stratum, err)
}

// EachOfSeeds calls yield for the known values of the seeds with keys from first to last, as
// signed numbers. It leaves out values that another version of the program computed.
func (d *Derived) EachOfSeeds(ctx context.Context, f *File, first, last seed.Key, yield func(seed.Key, Value)) error {
	if !d.StoredIn(f) {
		return nil
	}
	// CROSS JOIN: SQLite would read all pages first.
	query := fmt.Sprintf(`
		SELECT key, slot, %s FROM seeds CROSS JOIN %s AS pages ON list = ? AND pages.stratum = seeds.stratum AND %s = ? AND page = slot / %d
		WHERE key BETWEEN ? AND ?`, d.values, d.Name, d.version, d.PerPage)
	return Each(ctx, f.DB, d.Name, query, []any{SeedStrata.Name, d.Version, int64(first), int64(last)}, func(row Row) error {
		var key, slot int64
		var packed sql.RawBytes
		if err := row.Scan(&key, &slot, &packed); err != nil {
			return err
		}
		width := d.width(d.Version)
		if at := width * int(uint64(slot)%d.PerPage); at+width <= len(packed) {
			var v [8]byte
			copy(v[:], packed[at:][:width])
			yield(seed.Key(key), Value(binary.LittleEndian.Uint64(v[:])))
		}
		return nil
	})
}

// WriteValues writes pages of values, and deletes those without a known value.
func WriteValues(ctx context.Context, tx *sql.Tx, pages map[ValuesName]Values) error {
	for name, page := range pages {
		d := name.Kind
		for len(page) > 0 && page[len(page)-1] == 0 {
			page = page[:len(page)-1]
		}
		if len(page) == 0 {
			query := fmt.Sprintf(`DELETE FROM %s WHERE list = ? AND stratum = ? AND %s = ? AND page = ?`, d.Name, d.version)
			if _, err := tx.ExecContext(ctx, query, name.Table.Name, name.Stratum, name.Version, int64(name.Page)); err != nil {
				return err
			}
			continue
		}
		query := fmt.Sprintf(`INSERT OR REPLACE INTO %s (list, stratum, %s, page, %s) VALUES (?, ?, ?, ?, ?)`, d.Name, d.version, d.values)
		if _, err := tx.ExecContext(ctx, query, name.Table.Name, name.Stratum, name.Version, int64(name.Page), d.pack(page, name.Version)); err != nil {
			return err
		}
	}
	return nil
}

// DropOlder deletes the values of older versions.
func (d *Derived) DropOlder(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, fmt.Sprintf(`DELETE FROM %s WHERE %s < ?`, d.Name, d.version), d.Version)
	return err
}

// DropOthers deletes the values of other versions in a stratum.
func (d *Derived) DropOthers(ctx context.Context, tx *sql.Tx, table *StrataTable, stratum int64) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM %s WHERE list = ? AND stratum = ? AND %s <> ?`, d.Name, d.version), table.Name, stratum, d.Version)
	return err
}
