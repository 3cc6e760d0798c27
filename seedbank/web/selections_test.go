package web

import (
	"math"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// What failed by a panic is made again when it is asked for again, as after an error.
func TestMadeAfterAPanic(t *testing.T) {
	values := newLRU[string, maker[int]](1)
	func() {
		defer func() { _ = recover() }()
		_, _ = made(values, "", func() (int, error) { panic("once") })
		t.Error("there was no panic")
	}()
	defer func() {
		if failed := recover(); failed != nil {
			t.Errorf("it panics for ever: %v", failed)
		}
	}()
	if value, err := made(values, "", func() (int, error) { return 7, nil }); value != 7 || err != nil {
		t.Errorf("%d, %v", value, err)
	}
}

// A series ends where its numbers do. It does not begin again.
func TestSeriesEnds(t *testing.T) {
	request := draw.Request{N: 2, Skip: math.MaxUint64 - 1}
	o := &order{Stream: request.Stream(t.Context(), banktest.Starter(t))}
	if next := o.nextAddress(); next != "" {
		t.Errorf("behind the last number comes %s", next)
	}
}
