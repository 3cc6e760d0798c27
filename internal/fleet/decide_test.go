package fleet

import (
	"bytes"
	"context"
	"log/slog"
	"testing"

	"github.com/seedoku/seedoku/internal/trust"
)

// A hub that is told to end does not warn of the unit that it was doing for an audit.
func TestEndDuringAnAudit(t *testing.T) {
	var said bytes.Buffer
	ctx, end := context.WithCancel(t.Context())
	end()
	r := &review{hub: &hub{log: slog.New(slog.NewTextHandler(&said, nil))}}
	if r.decide(ctx, &trust.Audit{Text: someUnit.Encode()}); said.Len() > 0 {
		t.Error(said.String())
	}
}
