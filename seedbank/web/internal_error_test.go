package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
)

// What ends because nobody waits for it, or for too long, says so: it is no fault of the server.
func TestTheEndIsNoFault(t *testing.T) {
	ctx, end := context.WithCancelCause(t.Context())
	late := fmt.Errorf("puzzle 1: %w", errTimeUp)
	if p := problemOf(internal(ctx, late), catalogue.English); p.Status != http.StatusInternalServerError {
		t.Errorf("an error before the end has status %d", p.Status)
	}
	end(errTimeUp)
	err := internal(ctx, late)
	if p := problemOf(err, catalogue.English); p.Status != http.StatusServiceUnavailable || !errors.Is(err, errTimeUp) {
		t.Errorf("%v has status %d", err, p.Status)
	}
	if p := problemOf(internal(ctx, errors.New("another")), catalogue.English); p.Status != http.StatusInternalServerError {
		t.Errorf("an error of something else has status %d", p.Status)
	}
}
