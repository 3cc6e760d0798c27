package file_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/seedoku/seedoku/internal/table/file"
)

// fullDisk takes some bytes and then none.
type fullDisk struct{ room int }

var errFull = errors.New("the disk is full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// Who writes without end is told when the disk is full.
func TestFullDiskEndsTheWriter(t *testing.T) {
	block := make([]byte, 1000)
	err := file.NewSum().Through(&fullDisk{room: 1 << 20}, func(w io.Writer) error {
		for {
			if _, err := w.Write(block); err != nil {
				return err
			}
		}
	})
	if err != errFull { // once, and not joined with itself
		t.Errorf("the error is %v", err)
	}
}

// An error that comes with the last bytes is told, too.
func TestFullDiskAtTheEnd(t *testing.T) {
	err := file.NewSum().Through(&fullDisk{room: 10}, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 11))
		return err
	})
	if !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
}

// The sum and the file get the same bytes.
func TestThrough(t *testing.T) {
	var to bytes.Buffer
	sum := file.NewSum()
	err := sum.Through(&to, func(w io.Writer) error {
		for range 100 {
			if _, err := w.Write(bytes.Repeat([]byte("sudoku"), 1000)); err != nil {
				return err
			}
		}
		return nil
	})
	other := file.NewSum()
	other.Write(to.Bytes())
	if err != nil || to.Len() != 600_000 || sum.File("x") != other.File("x") {
		t.Errorf("%d bytes, %+v and %+v, %v", to.Len(), sum.File("x"), other.File("x"), err)
	}
}
