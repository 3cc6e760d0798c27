package fleet

import (
	"errors"
	"fmt"
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
