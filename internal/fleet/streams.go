package fleet

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
)

// Limits of the streams in time. Those in numbers and bytes, of package bounds, hold
// the work of some minutes; a hub plans far less ahead, and workers wait when the hub
// is behind.
const (
	namesLast      = time.Hour // that a stream remembers the names of results and units
	defaultAckWait = 45 * time.Second
)

// streams are what a fleet keeps in JetStream.
type streams struct {
	units, results, dead jetstream.Stream
	workers              jetstream.Consumer
}

// errOtherStreams says that the streams are not those that a hub has begun with: the
// server has lost its files, or somebody has deleted a stream.
var errOtherStreams = errors.New("the streams have changed")

// otherStreams wraps errors that say that a stream is gone.
func otherStreams(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("%w: %w", errOtherStreams, err)
	}
	return err
}

// openPatience is how long a server or a cluster may take until it makes streams.
const openPatience = time.Minute

// openStreams makes the streams, or brings those that there are up to date. A cluster
// that is just starting is given some time.
func openStreams(ctx context.Context, js jetstream.JetStream, replicas int, ackWait time.Duration, mostResults int64) (s streams, err error) {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	for {
		s, err = tryStreams(ctx, js, replicas, ackWait, mostResults)
		var answer *jetstream.APIError
		wrong := errors.As(err, &answer) && answer.Code >= 400 && answer.Code < 500
		if err == nil || wrong || !pause(ctx, retryAfter) {
			return s, err
		}
	}
}

func tryStreams(ctx context.Context, js jetstream.JetStream, replicas int, ackWait time.Duration, mostResults int64) (s streams, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := dropOtherRater(ctx, js); err != nil {
		return s, err
	}
	list := []struct {
		to     *jetstream.Stream
		config jetstream.StreamConfig
	}{
		{&s.units, jetstream.StreamConfig{
			Name: unitStream, Subjects: []string{unitSubject}, Description: "units of work that wait for workers, or are under way",
			Retention: jetstream.WorkQueuePolicy, MaxMsgs: bounds.Works, Metadata: map[string]string{raterKey: thisRater()},
		}},
		{&s.results, jetstream.StreamConfig{
			Name: resultStream, Subjects: []string{resultSubject}, Description: "what was found and is not in the bank yet",
			MaxBytes: mostResults, MaxMsgSize: bounds.Result + 4096,
		}},
		{&s.dead, jetstream.StreamConfig{
			Name: deadStream, Subjects: []string{deadSubject}, Description: "units that failed too often",
			MaxMsgs: bounds.Failed,
		}},
	}
	for _, stream := range list {
		stream.config.Discard, stream.config.Duplicates, stream.config.Replicas = jetstream.DiscardNew, namesLast, replicas
		if *stream.to, err = js.CreateOrUpdateStream(ctx, stream.config); err != nil {
			return s, fmt.Errorf("making stream %s: %w", stream.config.Name, err)
		}
	}
	s.workers, err = s.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: unitConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: bounds.Works,
	})
	if err != nil {
		return s, fmt.Errorf("making the consumer of stream %s: %w", unitStream, err)
	}
	return s, nil
}

// raterKey says for which version of the rating rules the units of a stream are.
const raterKey = "seedoku.rater"

func thisRater() string { return strconv.Itoa(rating.Version) }

// dropOtherRater takes away units for another version of the rating rules, which no
// worker of this one does.
func dropOtherRater(ctx context.Context, js jetstream.JetStream) error {
	units, err := js.Stream(ctx, unitStream)
	if err == nil && units.CachedInfo().Config.Metadata[raterKey] != thisRater() {
		err = units.Purge(ctx)
	}
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("looking for units of another rater: %w", err)
	}
	return nil
}
