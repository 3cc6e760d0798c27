package main

import (
	"context"
	"errors"
	"io"
)

// endingWriter is a writer that fails when somebody wants the program to end. The
// context is asked once for each buffer, not for each puzzle.
type endingWriter struct {
	ctx context.Context
	io.Writer
}

func (w endingWriter) Write(data []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, errors.New("interrupted before all was written: nothing is kept")
	}
	return w.Writer.Write(data)
}

// orInterrupted returns the error of writing something, in words for whoever wanted
// the program to end if that is the reason for it.
func orInterrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return errors.New("interrupted before all was written")
	}
	return err
}
