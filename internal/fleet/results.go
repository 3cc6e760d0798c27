package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// read reads results from number next on, checks several at a time, and sends them to to
// in order. It continues until ctx is done, even if the server fails.
func (h *hub) read(ctx context.Context, next uint64, to chan<- *audit) {
	check := func() func(jetstream.Msg) *audit {
		c := new(checker)
		return func(message jetstream.Msg) *audit { return h.auditor.check(c, message) }
	}
	ordered.Run(ctx, ordered.Pool{}, h.messages(ctx, next), check, func(a *audit) error {
		select {
		case to <- a:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}

// messages returns the messages of the stream of results from number next on, until ctx is
// done.
func (h *hub) messages(ctx context.Context, next uint64) iter.Seq[jetstream.Msg] {
	return func(yield func(jetstream.Msg) bool) {
		for silent := false; ctx.Err() == nil; {
			from := next
			err := h.fetch(ctx, &next, yield)
			switch {
			case ctx.Err() != nil || errors.Is(err, errConnectedAgain):
				continue
			case !silent || next != from:
				h.log.Warn("reading results failed and is tried again", "error", err)
			}
			silent = true
			pause(ctx, retryAfter)
		}
	}
}

// Limits for fetching results.
const (
	fetchAtOnce   = gatherBytes / bounds.Result
	fetchFor      = 5 * time.Second
	forgottenFrom = 5 * time.Minute // the server drops a consumer that is not used for this time
)

// errNoAnswer says that a server has not answered in time.
var errNoAnswer = errors.New("the NATS server does not answer")

// fetch hands on messages from number next on, until an error or until yield returns false.
// Every question to the server heeds ctx. The ordered consumer of the library does not, so
// fetch keeps the order itself.
func (h *hub) fetch(ctx context.Context, next *uint64, yield func(jetstream.Msg) bool) error {
	ask, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	consumer, err := h.js.CreateConsumer(ask, resultStream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next,
		AckPolicy: jetstream.AckNonePolicy, InactiveThreshold: forgottenFrom,
	})
	if err != nil {
		return cmp.Or(whyLost(ask), err)
	}
	for read := uint64(0); err == nil; {
		err = h.fetchSome(ctx, consumer, &read, next, yield)
	}
	return err
}

// fetchSome hands on the messages of a fetch. read is the number of messages that the
// consumer has given so far.
func (h *hub) fetchSome(ctx context.Context, consumer jetstream.Consumer, read, next *uint64, yield func(jetstream.Msg) bool) error {
	ask, cancel := h.link.ask(ctx, fetchFor)
	defer cancel()
	batch, err := consumer.Fetch(fetchAtOnce, jetstream.FetchContext(ask))
	if err != nil {
		return cmp.Or(whyLost(ask), err)
	}
	for message := range batch.Messages() {
		about, err := message.Metadata()
		if err != nil {
			return err
		}
		if *read++; about.Sequence.Consumer != *read {
			return fmt.Errorf("result %d was lost on its way", *next)
		}
		if *next = about.Sequence.Stream + 1; !yield(message) {
			return context.Canceled
		}
	}
	err = batch.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		err = errNoAnswer
	}
	return cmp.Or(whyLost(ask), err)
}

// whyLost returns errConnectedAgain if it ended a question, else nil.
func whyLost(ask context.Context) error {
	if lost(ask) {
		return errConnectedAgain
	}
	return nil
}

// take stores a result, together with the next ones.
func (h *hub) take(ctx context.Context, first *audit, more <-chan *audit) error {
	h.enter("the bank, to store results")
	list, size := []*audit{first}, first.size
	timeout := time.After(gatherFor)
gather:
	for size < gatherBytes {
		select {
		case next := <-more:
			list = append(list, next)
			size += next.size
		case <-timeout:
			break gather
		case <-ctx.Done():
			break gather
		}
	}
	begun := time.Now()
	err := h.store(context.WithoutCancel(ctx), list)
	h.storing += time.Since(begun)
	return err
}

// store stores results in one transaction. Then it deletes them from their stream.
func (h *hub) store(ctx context.Context, audits []*audit) error {
	var deliveries []mine.Delivery
	var units []change.DoneUnit
	now := time.Now()
	batch := map[seed.Key][]seedbank.RunID{}
	c := &h.counted
	c.notes = map[string]uint64{}
	last := audits[len(audits)-1].sequence
	good, refused, again, err := h.accept(ctx, audits)
	if err != nil {
		return err
	}
	for _, a := range good {
		isNew, err := c.count(ctx, a.result, now)
		if err != nil {
			return err
		}
		source, err := h.given.source(ctx, a.from, now)
		if err != nil {
			return err
		}
		source = h.given.hold(a, source)
		if due := h.given.draw(a); due != "" {
			c.notes[due] = uint64(source.Run)
		}
		givers, err := h.given.givers(ctx, a, source.Run, batch)
		if err != nil {
			return err
		}
		if source.Run != 0 {
			givers = append(givers[:len(givers):len(givers)], source.Run)
		}
		for _, run := range givers {
			if a.Done != nil {
				units = append(units, mine.DoneBy(a.Done, run))
			}
		}
		deliveries = append(deliveries, mine.Delivery{Found: a.found(), From: a.from, Source: source, Unit: a.Done, Done: a.Done != nil, Again: !isNew})
	}
	for _, a := range good {
		if a.Done != nil && a.of.broken { // nobody knows who has given the seeds of its other parts
			again = append(again, a.Done)
		}
	}
	units = append(units, h.again(again)...)
	c.notes[h.place] = last
	before := h.mining.Progress().Stored
	stored, err := h.collect(ctx, deliveries, c.notes, units...)
	if err == nil {
		err = c.clear(ctx, now)
	}
	if err != nil {
		return err
	}
	h.crew.count(stored, now)
	for i := range deliveries {
		h.crew.remember(deliveries[i].From, deliveries[i].Seeds, now)
	}
	h.next = last + 1
	h.purge(ctx)
	for _, worker := range refused {
		if contributorOf(worker) == trust.Owner { // all of others is taken back anyway
			h.suspect(worker)
		}
	}
	for _, a := range good {
		if err := h.given.note(ctx, a); err != nil {
			return err
		}
	}
	h.speed.add(h.mining.Progress().Stored-before, now)
	return nil
}

// collect stores deliveries. If seeds come whose puzzles an earlier run has counted, the
// record of this run would have more seeds than puzzles. Then collect counts the missing
// puzzles again.
func (h *hub) collect(ctx context.Context, deliveries []mine.Delivery, places map[string]uint64, units ...change.DoneUnit) (stored map[string]int, err error) {
	progress := h.mining.Progress()
	short := progress.Stored - progress.Rated - progress.Made
	for i := range deliveries {
		short += len(deliveries[i].Seeds)
		if !deliveries[i].Again {
			short -= deliveries[i].Made
		}
	}
	if short > 0 {
		known, err := h.knownOf(ctx, deliveries)
		if err != nil {
			return nil, err
		}
		deliveries = append(deliveries, mine.Delivery{Found: work.Found{Numbers: work.Numbers{Made: max(0, short-known)}}})
	}
	return h.mining.Collect(ctx, deliveries, places, units...)
}

// knownOf returns how many seeds of deliveries are in the bank or come twice.
func (h *hub) knownOf(ctx context.Context, deliveries []mine.Delivery) (n int, err error) {
	seen := map[seed.Key]bool{}
	for i := range deliveries {
		for k := range deliveries[i].Seeds {
			key := deliveries[i].Seeds[k].Key()
			has, err := h.bank.Has(ctx, key)
			if err != nil {
				return 0, err
			}
			if has || seen[key] {
				n++
			}
			seen[key] = true
		}
	}
	return n, nil
}

// accept returns the results to store, the workers that it refuses because they have sent a
// false result, and the units to do again because their results come from refused workers.
func (h *hub) accept(ctx context.Context, audits []*audit) (good []*audit, refused []string, again []*work.Unit, err error) {
	var reason error
	dropped := 0
	for _, a := range audits {
		// A first part of a unit for another rater may wait since an earlier version of the program.
		if a.result == nil || a.Done == nil && errors.Is(a.reason, work.ErrOtherRater) {
			dropped++
			reason = a.reason
			continue
		}
		if a.Done != nil {
			delete(h.planned, a.Unit)
		}
		isRefused, err := h.refuses(ctx, a.from)
		if err != nil {
			return nil, nil, nil, err
		}
		if !isRefused && a.reason != nil {
			repeats, err := h.repeats(ctx, a)
			if err != nil {
				return nil, nil, nil, err
			}
			if repeats { // the unit is not done again: it has the false rating
				continue
			}
			if err := h.refuse(ctx, a.from, a.reason); err != nil {
				return nil, nil, nil, err
			}
			refused, isRefused = append(refused, a.from), true
		}
		if isRefused {
			if a.Done != nil {
				again = append(again, a.Done)
			}
			continue
		}
		good = append(good, a)
		a.of = h.parts.add(a)
		h.crew.tally(a.from, a.result, time.Now())
		h.review.note(a)
	}
	good = slices.DeleteFunc(good, func(a *audit) bool { // what came before a lie of the same contributor
		barred := contributorOf(a.from) != trust.Owner && h.crew.refused(a.from) != ""
		if barred && a.Done != nil {
			again = append(again, a.Done)
		}
		return barred
	})
	if dropped > 0 {
		h.log.Warn("dropped messages that are not results of planned units", "messages", dropped, "reason", reason)
	}
	return good, refused, again, nil
}

// purge deletes the stored results from their stream. If this fails, the next call deletes
// them.
func (h *hub) purge(ctx context.Context) {
	h.enter("the NATS server, to take stored results away")
	ctx, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	if err := h.streams.results.Purge(ctx, jetstream.WithPurgeSequence(h.next)); err != nil {
		h.log.Warn("stored results stay in their stream for now", "error", err)
	}
}

// refusedPrefix is the prefix of the bookmarks of refused workers; their keys follow
// it. The value is the time of the refusal, in seconds since 1970.
const refusedPrefix = "refused "

// suspectPrefix is the prefix of the bookmarks of seeds to check. The key of the refused worker that
// has sent a seed, and the key of the seed follow it.
const suspectPrefix = "suspect "

// suspects queues the seeds that an earlier hub has not checked.
func (h *hub) suspects(ctx context.Context) error {
	places, err := change.Bookmarks(ctx, h.bank.Bank, suspectPrefix)
	of := map[string][]seed.Key{}
	for name := range places {
		worker, number, _ := strings.Cut(name, " ")
		if key, bad := strconv.ParseUint(number, 10, 64); bad == nil {
			of[worker] = append(of[worker], seed.Key(key))
		}
	}
	for worker, keys := range of {
		h.review.suspect(worker, keys)
	}
	return err
}

// errEarlier is the reason for refusing a worker that an earlier hub has refused.
var errEarlier = errors.New("an earlier hub refused it")

// refuses reports whether a worker is refused, by this hub or by an earlier one of the
// same bank. Results that came with an earlier token of a contributor do not count either: it may
// have been refused before it got the new one.
func (h *hub) refuses(ctx context.Context, worker string) (bool, error) {
	if err := h.given.know(ctx, contributorOf(worker)); err != nil {
		return false, err
	}
	isRefused, isNew := h.crew.refuses(worker, time.Now())
	if isRefused = isRefused || h.given.isEarlier(worker); isRefused || !isNew {
		return isRefused, nil
	}
	since, err := change.Bookmark(ctx, h.bank.Bank, refusedPrefix+worker)
	if since > 0 {
		h.crew.refuse(worker, errEarlier, time.Now())
	}
	return since > 0, err
}

// refuse refuses a worker from now on. Others have to do its last units again.
func (h *hub) refuse(ctx context.Context, worker string, reason error) error {
	if name := contributorOf(worker); name != trust.Owner {
		return h.given.refuse(ctx, name, reason.Error())
	}
	h.crew.refuse(worker, reason, time.Now())
	h.log.Warn("a worker is refused from now on", "worker", h.crew.nameOf(worker), "key", worker, "reason", reason)
	refusal := map[string]uint64{refusedPrefix + worker: uint64(time.Now().Unix())}
	for _, key := range h.crew.lately(worker) { // for the next hub, if this one is killed
		refusal[suspectPrefix+worker+" "+strconv.FormatUint(uint64(key), 10)] = 1
	}
	_, err := h.mining.Collect(ctx, nil, refusal, h.again(h.review.forget(worker))...)
	return err
}

// suspect queues the last seeds of a refused worker for checking.
func (h *hub) suspect(worker string) { h.review.suspect(worker, h.crew.forget(worker)) }
