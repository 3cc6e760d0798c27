package fleet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// Limits of the streams in time. Their limits in numbers and bytes are in package bounds.
// These hold the work of some minutes: a hub plans far less ahead, and workers wait when
// the hub is behind.
const (
	namesLast      = time.Hour // time for which a stream remembers the names of messages
	defaultAckWait = 45 * time.Second
)

// streams are the streams of a fleet in JetStream.
type streams struct {
	units, results, dead jetstream.Stream
	workers              jetstream.Consumer
}

// errOtherStreams says that the streams have changed since the hub began: the server has
// lost its files, or a stream was deleted.
var errOtherStreams = errors.New("the streams have changed")

// otherStreams wraps errors that say that a stream is gone.
func otherStreams(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("%w: %w", errOtherStreams, err)
	}
	return err
}

// errNoStreams says that a server answered, and made no streams for as long as a hub asked.
var errNoStreams = errors.New("the NATS server has made no streams")

// openPatience is the longest time that a server or a cluster may take to make streams.
const openPatience = time.Minute

// streamOptions are the options of the streams.
type streamOptions struct {
	replicas    int
	ackWait     time.Duration
	mostResults int64  // bytes
	planner     string // marks the units of a bank
	rerates     bool   // the hub stores nothing but ratings of seeds of the bank
	log         *slog.Logger
}

// openStreams makes the streams, or updates existing ones. It gives a starting cluster some
// time.
func openStreams(ctx context.Context, js jetstream.JetStream, options *streamOptions) (s streams, err error) {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	var last error // that a server answered
	for {
		s, err = tryStreams(ctx, js, options)
		switch {
		case err == nil, isRefusal(err):
			return s, err
		case ctx.Err() == nil:
			if last == nil {
				options.log.Warn("the NATS server makes no streams yet, and is asked again for a minute", "error", withoutJetStream(err))
			}
			last = err
		case last == nil:
			return s, err
		}
		if !pause(ctx, retryAfter) {
			return s, fmt.Errorf("%w: %w", errNoStreams, withoutJetStream(last))
		}
	}
}

// errServerFull says that a server cannot make streams because it has no room.
var errServerFull = errors.New("the disk of the NATS server is full: make room and start again")

// plainFull returns errServerFull in place of the answer of a server that says the same.
func plainFull(err error) error {
	if answer, ok := errors.AsType[*jetstream.APIError](err); ok && strings.Contains(answer.Description, syscall.ENOSPC.Error()) {
		return errServerFull
	}
	return err
}

// withoutJetStream says what it means that nobody answers a question about streams.
func withoutJetStream(err error) error {
	if errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("JetStream is not on there: %w", err)
	}
	return err
}

// noPeers is the error of a cluster whose other nodes are not there, or not yet.
const noPeers jetstream.ErrorCode = 10005

// notClustered is the error of a single server that is asked for several copies.
const notClustered jetstream.ErrorCode = 10074

// isRefusal reports whether an error is an answer that stays the same however often one asks.
func isRefusal(err error) bool {
	if _, ok := errors.AsType[*OtherBankError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*WaitingError](err); ok {
		return true
	}
	answer, ok := errors.AsType[*jetstream.APIError](err)
	return errors.Is(err, errServerFull) || ok && (answer.Code >= 400 && answer.Code < 500 && answer.ErrorCode != noPeers || answer.ErrorCode == notClustered)
}

// OtherBankError says that a NATS server has results of units that the hub of another bank has
// planned, and has not stored. They are lost for that bank if this hub begins.
type OtherBankError struct {
	Results uint64
	Stream  string // its name
}

func (e *OtherBankError) Error() string {
	return fmt.Sprintf("the NATS server has results of a hub of another bank, which are not stored yet: %d in stream %s", e.Results, e.Stream)
}

// WaitingError says that units that a hub has planned wait at a NATS server, or results of them, while
// a hub that rates the seeds of the bank again begins, which would not store them.
type WaitingError struct {
	Units, Results uint64
}

func (e *WaitingError) Error() string {
	return fmt.Sprintf("the NATS server has %s and %s that are not stored yet", phrase.Count(int(e.Units), "unit"), phrase.Count(int(e.Results), "result"))
}

func tryStreams(ctx context.Context, js jetstream.JetStream, options *streamOptions) (s streams, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := dropStrange(ctx, js, options); err != nil {
		return s, err
	}
	list := []struct {
		to     *jetstream.Stream
		config jetstream.StreamConfig
	}{
		{&s.units, jetstream.StreamConfig{
			Name: unitStream, Subjects: []string{unitSubject}, Description: "units of work that wait for workers, or are under way",
			Retention: jetstream.WorkQueuePolicy, MaxMsgs: bounds.Works, Metadata: map[string]string{raterKey: thisRater(), plannerKey: options.planner, reratesKey: strconv.FormatBool(options.rerates)},
		}},
		{&s.results, jetstream.StreamConfig{
			Name: resultStream, Subjects: []string{resultSubject}, Description: "what was found and is not in the bank yet",
			MaxBytes: options.mostResults, MaxMsgSize: bounds.Result + 4096,
		}},
		{&s.dead, jetstream.StreamConfig{
			Name: deadStream, Subjects: []string{deadSubject}, Description: "units that failed too often",
			MaxMsgs: bounds.Failed,
		}},
	}
	for _, stream := range list {
		stream.config.Discard, stream.config.Duplicates, stream.config.Replicas = jetstream.DiscardNew, namesLast, options.replicas
		if *stream.to, err = openStream(ctx, js, stream.config, options.log); err != nil {
			return s, fmt.Errorf("making stream %s: %w", stream.config.Name, plainFull(err))
		}
	}
	s.workers, err = s.units.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: unitConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: options.ackWait, MaxAckPending: bounds.Works,
	})
	if err != nil {
		return s, fmt.Errorf("making the consumer of stream %s: %w", unitStream, err)
	}
	return s, nil
}

// openStream makes a stream, or updates the existing one. A sealed stream never takes a
// message again, so openStream deletes it and makes another. Before that the hub reads the
// results in it.
func openStream(ctx context.Context, js jetstream.JetStream, config jetstream.StreamConfig, log *slog.Logger) (jetstream.Stream, error) {
	stream, err := js.Stream(ctx, config.Name)
	if err != nil || !stream.CachedInfo().Config.Sealed {
		return js.CreateOrUpdateStream(ctx, config)
	}
	if config.Name == resultStream && stream.CachedInfo().State.Msgs > 0 {
		return stream, nil
	}
	if err := dropSealed(ctx, js, stream, log); err != nil {
		return nil, err
	}
	return js.CreateOrUpdateStream(ctx, config)
}

// dropSealed deletes a sealed stream.
func dropSealed(ctx context.Context, js jetstream.JetStream, stream jetstream.Stream, log *slog.Logger) error {
	info := stream.CachedInfo()
	log.Warn("a stream was sealed by somebody, and is made anew", "stream", info.Config.Name, "dropped", info.State.Msgs)
	return js.DeleteStream(ctx, info.Config.Name)
}

// Metadata of the stream of units: the version of the rating rules and the mark of the bank
// for which its units were planned, and whether they rate the seeds of the bank again.
const (
	raterKey   = "seedoku.rater"
	plannerKey = "seedoku.planner"
	reratesKey = "seedoku.rerates"
)

func thisRater() string { return strconv.Itoa(rating.Version) }

// dropStrange deletes the units in the stream if they are for another version of the rating
// rules or for another bank. This hub would not take their results. It returns an
// [OtherBankError] if results for another bank are there. It returns a [WaitingError] if the hub rates
// a bank again, and units or results of a hub that did not are there.
func dropStrange(ctx context.Context, js jetstream.JetStream, options *streamOptions) error {
	units, err := js.Stream(ctx, unitStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking for units of another rater: %w", err)
	}
	results, err := js.Stream(ctx, resultStream)
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("looking for results of another hub: %w", err)
	}
	waiting := uint64(0)
	if err == nil {
		waiting = results.CachedInfo().State.Msgs
	}
	info := units.CachedInfo()
	if planner := info.Config.Metadata[plannerKey]; planner != "" && planner != options.planner && waiting > 0 {
		return &OtherBankError{waiting, resultStream}
	}
	same := info.Config.Metadata[raterKey] == thisRater() && info.Config.Metadata[plannerKey] == options.planner
	if same && options.rerates && info.Config.Metadata[reratesKey] != strconv.FormatBool(true) && info.State.Msgs+waiting > 0 {
		return &WaitingError{info.State.Msgs, waiting}
	}
	if same || info.Config.Sealed || info.State.Msgs == 0 {
		return nil
	}
	options.log.Warn("units at the NATS server were planned for another bank or version, and are dropped", "units", info.State.Msgs)
	return units.Purge(ctx)
}
