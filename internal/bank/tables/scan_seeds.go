package tables

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// To find a row costs as much as to prove its puzzle. Whoever wants many seeds reads the
// pages of their table instead, which SQLite hands out as they are: twenty rows or so at a
// time, in the order of the file, as they were at one moment.

// ScannedSeed is a row of the table of seeds with the place of its seed.
type ScannedSeed struct {
	SeedRow
	Stratum, Slot int64
}

// ErrLostSeeds says that a bank has fewer readable seeds than its strata count.
var ErrLostSeeds = errors.New("rows of it cannot be read, or belong to no stratum")

// ScanSeeds goes through all seeds in the order of their numbers. It gives those that are
// wanted to yield, some at a time, until yield returns an error. Rows that cannot be read are
// left out; at the end, the error wraps [ErrLostSeeds] if there are any. No other use of the bank
// is allowed meanwhile: it may have one connection.
func (f *File) ScanSeeds(ctx context.Context, want func(id SeedID, stratum int64, slot uint64) bool, yield func([]ScannedSeed) error) error {
	conn, err := f.DB.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	// The connection of a frozen bank is in a transaction already.
	if _, err := conn.ExecContext(ctx, `SAVEPOINT scan`); err != nil {
		return err
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), `RELEASE scan`)
	scan := seedScan{ctx: ctx, want: want, yield: yield}
	if err := errors.Join(scan.readStrata(conn), scan.readColumns(conn)); err != nil {
		return err
	}
	root, err := scan.open(conn)
	if err != nil {
		return err
	}
	defer scan.page.Close() // or SQLite would keep the file open for the statement
	if err := scan.walk(root, mostDepth); err != nil {
		return err
	}
	if err := yield(scan.rows); err != nil {
		return err
	}
	if scan.strays || scan.found != scan.counted {
		return DamagedRow("seeds", 0, "%w", ErrLostSeeds)
	}
	return nil
}

const (
	scannedAtOnce = 128
	mostDepth     = 20 // of the tree of pages; a deeper one is damaged
)

// seedScan is a way through the table of seeds.
type seedScan struct {
	ctx    context.Context
	want   func(id SeedID, stratum int64, slot uint64) bool
	yield  func([]ScannedSeed) error
	pages  StoredPages
	page   *sql.Stmt
	failed error                // of reading a page
	strata map[int64]strataPart // by id
	places seedColumns
	rows   []ScannedSeed

	counted, found int64 // seeds of all strata: that these count, and that were read
	strays         bool  // there are seeds of no stratum
}

// strataPart is what a stratum says of each of its seeds.
type strataPart struct{ er, automorphisms, hardest int64 }

// seedColumns are the places of the columns of the table of seeds.
type seedColumns struct {
	stratum, slot, key, solution, puzzle, ep, ed, uses, rungs, checksum, origin int
}

func (s *seedScan) open(conn *sql.Conn) (root uint64, err error) {
	err = conn.QueryRowContext(s.ctx, `SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE type = 'table' AND name = 'seeds'`).
		Scan(&root, &s.pages.Size)
	if err != nil {
		return 0, err
	}
	s.pages.Page = s.read
	s.page, err = conn.PrepareContext(s.ctx, `SELECT data FROM sqlite_dbpage WHERE pgno = ?`)
	return root, err
}

func (s *seedScan) readStrata(conn *sql.Conn) error {
	s.strata = map[int64]strataPart{}
	return Each(s.ctx, conn, "strata", `SELECT id, er, automorphisms, hardest, seeds FROM strata`, nil, func(row Row) error {
		var id, seeds int64
		var part strataPart
		err := row.Scan(&id, &part.er, &part.automorphisms, &part.hardest, &seeds)
		s.strata[id] = part
		s.counted += seeds
		return err
	})
}

// readColumns finds the places of columns, which depend on the format of the bank.
func (s *seedScan) readColumns(conn *sql.Conn) error {
	p := &s.places
	places := map[string]*int{
		"stratum": &p.stratum, "slot": &p.slot, "key": &p.key, "solution": &p.solution, "puzzle": &p.puzzle, "ep": &p.ep, "ed": &p.ed,
		"uses": &p.uses, "rungs": &p.rungs, "checksum": &p.checksum, "origin": &p.origin,
	}
	err := Each(s.ctx, conn, "seeds", `SELECT cid, name FROM pragma_table_info('seeds')`, nil, func(row Row) error {
		var place int
		var name string
		err := row.Scan(&place, &name)
		if to := places[name]; to != nil {
			*to = place
			delete(places, name)
		}
		return err
	})
	if err == nil && len(places) > 0 {
		err = ErrOlderBank
	}
	return err
}

// read returns a page, or nil and notes the error.
func (s *seedScan) read(number uint64) (page []byte) {
	err := s.page.QueryRowContext(s.ctx, number).Scan(&page)
	if errors.Is(err, sql.ErrNoRows) || err == nil && len(page) != s.pages.Size {
		err = DamagedRow("seeds", 0, "page %d is missing", number)
	}
	if err != nil {
		s.failed = errors.Join(s.failed, err)
		return nil
	}
	return page
}

// walk goes through the pages from one down.
func (s *seedScan) walk(number uint64, depth int) error {
	if depth == 0 {
		return DamagedRow("seeds", 0, "page %d is too deep", number)
	}
	page := s.read(number)
	if page == nil {
		return s.failed
	}
	for _, below := range inner(page) {
		if err := s.walk(below, depth-1); err != nil {
			return err
		}
	}
	for row := range s.pages.Rows(page) {
		s.add(row)
	}
	if s.failed == nil && len(s.rows) >= scannedAtOnce {
		s.failed = s.yield(s.rows)
		s.rows = nil
	}
	return s.failed
}

// add adds a row if it is wanted. One that cannot be read is left out.
func (s *seedScan) add(row *StoredRow) {
	at := &s.places
	number := func(place int) int64 {
		if place >= len(row.Columns) {
			return -1
		}
		return row.Columns[place].number()
	}
	stratum, slot := number(at.stratum), number(at.slot)
	of, ok := s.strata[stratum]
	if !ok || slot < 0 {
		s.strays = true
		return
	}
	s.found++
	if !s.want(SeedID(row.ID), stratum, uint64(slot)) {
		return
	}
	if s.rows == nil {
		s.rows = make([]ScannedSeed, 0, 2*scannedAtOnce)
	}
	s.rows = append(s.rows, ScannedSeed{
		Stratum: stratum, Slot: slot,
		SeedRow: SeedRow{
			ID: row.ID, Key: number(at.key), solution: number(at.solution), checksum: number(at.checksum),
			hardest: of.hardest, automorphisms: of.automorphisms, er: of.er, ep: number(at.ep), ed: number(at.ed),
			puzzle: row.Column(at.puzzle, BlobColumn), Uses: row.Column(at.uses, BlobColumn), Rungs: row.Column(at.rungs, BlobColumn),
			origin: originOf(row.Column(at.origin, TextColumn)),
		},
	})
}

// originOf returns an origin without a copy of its text, if it is a known one.
func originOf(text []byte) seed.Origin {
	for _, o := range [...]seed.Origin{seed.Prune, seed.Walk, seed.Import} {
		if string(text) == string(o) {
			return o
		}
	}
	return seed.Origin(text)
}
