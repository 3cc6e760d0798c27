package fleet

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A file that cannot be read is an error at once, and not one of the network to try again.
func TestConnectingWithoutFiles(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	for _, options := range []ConnectOptions{{CredsFile: "none"}, {CAFile: "none"}, {CAFile: "connect_test.go"}} {
		options.Servers = "nats://127.0.0.1:1"
		if _, err := Connect(ctx, "worker", options); err == nil || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			t.Errorf("%+v: %v", options, err)
		}
	}
}
