package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestEndingWithReadsAll(t *testing.T) {
	text := strings.Repeat("a line\n", 10_000)
	if err := iotest.TestReader(endingWith(t.Context(), strings.NewReader(text)), []byte(text)); err != nil {
		t.Error(err)
	}
	if _, err := endingWith(t.Context(), iotest.ErrReader(io.ErrNoProgress)).Read(make([]byte, 1)); err != io.ErrNoProgress {
		t.Errorf("got %v, want %v", err, io.ErrNoProgress)
	}
}

// A reader that waits for more ends with its context.
func TestEndingWithEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	waiting, typed := io.Pipe()
	defer waiting.Close()
	r := endingWith(ctx, waiting)
	go func() {
		io.WriteString(typed, "typed")
		cancel()
	}()
	if got, err := io.ReadAll(r); string(got) != "typed" && string(got) != "" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// terminal is one where somebody presses Ctrl-D at each read.
type terminal struct{ reads int }

func (t *terminal) Read([]byte) (int, error) {
	t.reads++
	return 0, io.EOF
}

// One Ctrl-D ends what is read from a terminal, which could be read on.
func TestInputEndsOnce(t *testing.T) {
	from := new(terminal)
	r := &eagerReader{Reader: from, before: func() {}}
	for range 3 {
		if _, err := r.Read(make([]byte, 1)); err != io.EOF || !r.empty {
			t.Errorf("%v, empty %t", err, r.empty)
		}
	}
	if from.reads != 1 {
		t.Errorf("read %d times", from.reads)
	}
}
