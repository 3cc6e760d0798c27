package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// read reads results in order, from one of a number on. It goes on until ctx is done,
// whatever the server does.
func (h *hub) read(ctx context.Context, next uint64, to chan<- jetstream.Msg) {
	for ctx.Err() == nil {
		err := h.readFrom(ctx, &next, to)
		if ctx.Err() == nil && err != nil {
			h.log.Warn("reading results failed and is tried again", "error", err)
		}
		pause(ctx, retryAfter)
	}
}

func (h *hub) readFrom(ctx context.Context, next *uint64, to chan<- jetstream.Msg) error {
	ask, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	consumer, err := h.js.OrderedConsumer(ask, resultStream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(jetstream.PullMaxBytes(gatherBytes))
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		message, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		about, err := message.Metadata()
		if err != nil {
			return err
		}
		if about.Sequence.Stream < *next {
			continue
		}
		select {
		case to <- message:
			*next = about.Sequence.Stream + 1
		case <-ctx.Done():
			return nil
		}
	}
}

// take checks and stores a result, together with those that come right behind it.
func (h *hub) take(ctx context.Context, first jetstream.Msg, more <-chan jetstream.Msg) error {
	list := []jetstream.Msg{first}
	size := len(first.Data())
	timeout := time.After(gatherFor)
gather:
	for size < gatherBytes {
		select {
		case message := <-more:
			list = append(list, message)
			size += len(message.Data())
		case <-timeout:
			break gather
		case <-ctx.Done():
			break gather
		}
	}
	begun := time.Now()
	audits := h.auditor.audit(list)
	h.spent.checks += time.Since(begun)
	begun = time.Now()
	err := h.store(context.WithoutCancel(ctx), audits)
	h.spent.storing += time.Since(begun)
	return err
}

// spent is the time that a hub has spent on results so far.
type spent struct{ checks, storing time.Duration }

// store stores results in one transaction, and takes them from their stream then.
func (h *hub) store(ctx context.Context, audits []*audit) error {
	var deliveries []mine.Delivery
	var refused []string
	var last uint64
	now := time.Now()
	c := &counted{bank: h.bank, notes: map[string]uint64{}, cleared: h.cleared}
	for _, a := range audits {
		last = max(last, a.sequence)
		switch {
		case a.result == nil:
			h.log.Warn("a message was dropped", "reason", a.reason)
			continue
		case h.crew.refuses(a.Worker):
			h.again(ctx, a.Done)
			continue
		case a.reason != nil:
			h.refuse(a.Worker, a.reason)
			h.again(ctx, a.Done)
			a.Done = nil
			refused = append(refused, a.Worker)
		}
		if isNew, err := c.count(ctx, a.result, now); err != nil {
			return err
		} else {
			deliveries = append(deliveries, mine.Delivery{Found: a.whole(), From: a.Worker, Unit: a.Done, Done: a.Done != nil, Again: !isNew})
		}
	}
	c.notes[h.place] = last
	before := h.mining.Progress().Stored
	stored, err := h.mining.Collect(ctx, deliveries, c.notes)
	if err == nil {
		err = c.clear(ctx, now)
	}
	if err != nil {
		return err
	}
	h.cleared = c.cleared
	h.speed.add(h.mining.Progress().Stored-before, now)
	h.crew.count(stored, now)
	for i := range deliveries {
		h.crew.remember(deliveries[i].From, deliveries[i].Seeds, now)
	}
	h.next = last + 1
	h.purge(ctx)
	for _, name := range refused {
		if err := h.recheck(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// recheck checks in full the seeds that a refused worker has sent before, as far as the
// hub remembers them. They are in the bank already; false ones are marked there.
func (h *hub) recheck(ctx context.Context, name string) error {
	recent := h.crew.forget(name)
	var seeds []seed.Seed
	for _, key := range recent {
		s, err := h.bank.SeedNamed(ctx, key)
		if errors.Is(err, seedbank.ErrNoMatch) {
			continue
		}
		if err != nil {
			return err
		}
		seeds = append(seeds, s)
	}
	wrong := h.auditor.recheck(seeds)
	if len(wrong) == 0 {
		return nil
	}
	if err := h.bank.Distrust(ctx, wrong, "refused worker "+name, h.options.Mine.Program); err != nil {
		return err
	}
	h.log.Warn("seeds that a refused worker has sent before are rated falsely and have to be rated anew",
		"worker", name, "bank", h.bank.Path(), "seeds", len(wrong))
	return nil
}

// purge takes the stored results from their stream. What stays there because that
// fails is purged with those that come later.
func (h *hub) purge(ctx context.Context) {
	ctx, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	if err := h.streams.results.Purge(ctx, jetstream.WithPurgeSequence(h.next)); err != nil {
		h.log.Warn("stored results stay in their stream for now", "error", err)
	}
}

// again plans a unit once more whose results were not taken. It gets another name,
// and so do its results, because the stream refuses the names that it knows.
func (h *hub) again(ctx context.Context, u *mine.Unit) {
	if u == nil {
		return
	}
	u.Again++
	ctx, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	if _, err := h.js.Publish(ctx, unitSubject, u.Encode()); err != nil {
		h.log.Warn("a unit of a refused worker could not be planned again", "error", err)
	}
}

// refuse refuses a worker from now on.
func (h *hub) refuse(name string, reason error) {
	h.crew.refuse(name, reason, time.Now())
	h.log.Warn("a worker is refused from now on", "worker", name, "reason", reason)
	h.nc.Publish(refusedSubject, []byte(name)) // is said again when it is heard of
}
