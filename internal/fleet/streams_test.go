package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// A hub asks again for streams unless the answer would stay the same.
func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{&jetstream.APIError{Code: 400, ErrorCode: 10052, Description: "replicas"}, true},
		{&jetstream.APIError{Code: 400, ErrorCode: noPeers, Description: "peer offline"}, false},
		{&jetstream.APIError{Code: 503, ErrorCode: 10008, Description: "temporarily unavailable"}, false},
		{errors.New("timeout"), false},
	} {
		if got := isRefusal(fmt.Errorf("making stream: %w", test.err)); got != test.want {
			t.Errorf("%v: refusal %v, want %v", test.err, got, test.want)
		}
	}
}

// stopper is a log that ends something at its first line.
type stopper func()

func (stop stopper) Write(line []byte) (int, error) {
	stop()
	return len(line), nil
}

// A hub that ends while its server makes no streams, as on a full disk, has failed.
func TestHubWithoutStreams(t *testing.T) {
	t.Parallel()
	s := startServer(t, t.TempDir())
	if err := s.DisableJetStream(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	options := HubOptions{Log: slog.New(slog.NewTextHandler(stopper(stop), nil))}
	if _, err := Hub(ctx, connectHub(t, s), newBank(t), options); !errors.Is(err, errNoStreams) {
		t.Errorf("the hub ends with %v", err)
	}
}
