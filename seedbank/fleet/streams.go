package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Limits of the streams. They hold the work of some minutes; a hub plans far less
// ahead, and workers wait when the hub is behind.
const (
	mostUnits      = 100_000
	mostResults    = 512 << 20 // bytes
	mostDead       = 10_000
	namesLast      = time.Hour // that a stream remembers the names of results and units
	defaultAckWait = 45 * time.Second
)

// streams are what a fleet keeps in JetStream.
type streams struct {
	units, results, dead jetstream.Stream
	workers              jetstream.Consumer
}

// openStreams makes the streams, or brings those that there are up to date.
func openStreams(ctx context.Context, js jetstream.JetStream, replicas int, ackWait time.Duration) (s streams, err error) {
	list := []struct {
		to     *jetstream.Stream
		config jetstream.StreamConfig
	}{
		{&s.units, jetstream.StreamConfig{
			Name: unitStream, Subjects: []string{unitSubject}, Description: "units of work that wait for workers, or are under way",
			Retention: jetstream.WorkQueuePolicy, MaxMsgs: mostUnits,
		}},
		{&s.results, jetstream.StreamConfig{
			Name: resultStream, Subjects: []string{resultSubject}, Description: "what was found and is not in the bank yet",
			MaxBytes: mostResults, MaxMsgSize: maxResult + 4096,
		}},
		{&s.dead, jetstream.StreamConfig{
			Name: deadStream, Subjects: []string{deadSubject}, Description: "units that failed too often",
			MaxMsgs: mostDead,
		}},
	}
	for _, stream := range list {
		stream.config.Discard, stream.config.Duplicates, stream.config.Replicas = jetstream.DiscardNew, namesLast, replicas
		if *stream.to, err = js.CreateOrUpdateStream(ctx, stream.config); err != nil {
			return s, fmt.Errorf("making stream %s: %w", stream.config.Name, err)
		}
	}
	s.workers, err = s.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: unitConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxAckPending: mostUnits,
	})
	if err != nil {
		return s, fmt.Errorf("making the consumer of stream %s: %w", unitStream, err)
	}
	return s, nil
}
