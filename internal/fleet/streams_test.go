package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
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
		{plainFull(&jetstream.APIError{Code: 500, ErrorCode: 10069, Description: "write x/meta.inf: no space left on device"}), true},
		{plainFull(&jetstream.APIError{Code: 500, ErrorCode: 10069, Description: "timeout"}), false},
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
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true}) // without JetStream
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	nc := mustConnect(t, "hub", ConnectOptions{Servers: s.ClientURL()})
	ctx, stop := context.WithCancel(t.Context())
	options := HubOptions{Log: slog.New(slog.NewTextHandler(stopper(stop), nil))}
	if _, err := Hub(ctx, nc, newBank(t), options); !errors.Is(err, errNoStreams) {
		t.Errorf("the hub ends with %v", err)
	}
}
