package main

import (
	"context"
	"errors"
)

// orInterrupted returns the error of writing something, or that it was interrupted if
// that is why.
func orInterrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return errors.New("interrupted before all was written")
	}
	return err
}
