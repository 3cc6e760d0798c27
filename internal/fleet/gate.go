package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/time/rate"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/rating"
)

// gate answers the questions of workers, whichever door they come through. It alone takes
// units from their stream and puts results into theirs: workers reach neither.
//
// A worker gets a unit with a lease. The gate takes a result only with the lease of its unit,
// and each part of it once.
type gate struct {
	log    *slog.Logger
	nc     *nats.Conn
	js     jetstream.JetStream
	link   *link
	secret secret
	crew   *crew
	given  *contributed
	floods *floods
	polls  chan struct{} // one for each question that waits for a unit

	tellStrange rate.Sometimes            // of messages that are no units, of which there may be thousands
	joining     func() (firstUnit, error) // the first unit of each worker

	order order

	least   time.Duration // in which each unit has to be done, at least
	slowest atomic.Int64  // time that a machine of the owner took for a unit, at most

	streams atomic.Pointer[streams]
	silence atomic.Int64 // time of silence after which another worker gets a unit
}

// sender is who asks, by what the door knows and the sender cannot choose.
type sender struct {
	contributor string // trust.Owner: a machine of the owner
	key         string // tells workers apart that have the same name; see keyOf
}

func newGate(h *hub) *gate {
	g := &gate{log: h.log, nc: h.nc, js: h.js, secret: h.secret, crew: h.crew, given: h.given, floods: new(floods), polls: make(chan struct{}, mostPolls), tellStrange: rate.Sometimes{Interval: time.Minute}}
	g.order.since = time.Now()
	size := cmp.Or(h.options.Mine.UnitSize, UnitSize)
	g.least = cmp.Or(h.options.leastTime, usualTime*time.Duration(max(size, UnitSize))/UnitSize)
	g.joining = sync.OnceValues(func() (firstUnit, error) { return newFirstUnit(h.secret) })
	return g
}

// use makes the gate use streams from now on.
func (g *gate) use(s streams) {
	g.silence.Store(int64(s.workers.CachedInfo().Config.AckWait))
	g.streams.Store(&s)
}

// floods bounds how often somebody may ask. The zero value is ready.
type floods struct {
	mutex sync.Mutex
	rates map[string]*rate.Limiter
}

// admits reports whether somebody may ask one more question now.
func (f *floods) admits(who string) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if len(f.rates) >= bounds.Members || f.rates == nil {
		f.rates = map[string]*rate.Limiter{}
	}
	of := f.rates[who]
	if of == nil {
		of = rate.NewLimiter(bounds.Asked, bounds.AskedAtOnce)
		f.rates[who] = of
	}
	return of.Allow()
}

// Times after which a worker asks again.
const (
	laterFull  = time.Second     // the hub is behind, or its server does not answer
	laterEmpty = time.Second / 5 // there was no unit, or too many others wait for one
	laterMuch  = 5 * time.Second // the contributor has more units than it may have, or may not do them
)

// answer answers a question. What it says may come from a stranger.
func (g *gate) answer(ctx context.Context, from sender, q question, text []byte) *answer {
	most, ok := longest[q]
	if !ok || len(text) > most.text {
		return &answer{Rejects: fmt.Sprintf("a hub answers no question %.20q of %d bytes", q, len(text))}
	}
	if q == postQuestion {
		return g.post(ctx, from, text)
	}
	said, err := decodeAlive(text)
	if err != nil {
		return &answer{Rejects: err.Error()}
	}
	said.Key = from.key
	if refused := g.crew.hear(said, time.Now()); refused != "" {
		return &answer{Refused: refused}
	}
	if said.Rater != rating.Version && !said.Left {
		return &answer{Install: fmt.Sprintf("%s, with rater %d", buildinfo.Module(), rating.Version)}
	}
	if q == aliveQuestion {
		return g.alive(from, &said)
	}
	return g.fetch(ctx, from)
}

// alive prolongs the lease of a unit, if the worker names one.
func (g *gate) alive(from sender, said *Alive) *answer {
	if said.Lease == "" {
		return &answer{}
	}
	l, err := g.readLease(said.Lease, from)
	if err != nil {
		return &answer{Rejects: err.Error()}
	}
	if time.Since(l.given) > g.inTime() {
		g.crew.lost(l.unit, from.key)
		return &answer{Rejects: "another worker gets the unit, because it took too long"}
	}
	if l.reply != joinReply { // which is not one of those that it may have
		g.crew.holds(from.key, l.unit, time.Now())
	}
	if from.contributor == trust.Owner { // strangers make no unit dead
		g.crew.begin(from.key, l.unit)
	}
	if l.reply != noReply && l.reply != joinReply && g.nc.Publish(l.reply, ackProgress) != nil {
		return &answer{Later: laterFull}
	}
	return &answer{}
}

// A unit of the usual size takes a core 20 seconds, and a slow machine with other work forty times
// as long.
const (
	usualTime = 15 * time.Minute // time in which a unit of the usual size has to be done, at least
	slower    = 10               // how much longer than machines of the owner may others take
)

// inTime returns the time in which a unit has to be done: then another worker gets it, whatever the
// first one says of itself. What it sends later still counts, while its lease lasts.
func (g *gate) inTime() time.Duration {
	return min(max(g.least, slower*time.Duration(g.slowest.Load())), leaseLasts)
}

// Texts that a stream understands as answers to a unit.
var (
	ackProgress = []byte("+WPI")
	ackDone     = []byte("+ACK")
)

// fetch gives a worker a unit. If there is none, it waits for one for some time.
func (g *gate) fetch(ctx context.Context, from sender) *answer {
	if !g.crew.asks(from.key, g.given.mostFor(from.contributor, g.crew.lostBy(from.key))) {
		return &answer{Later: laterMuch}
	}
	defer g.crew.asked(from.key)
	if from.key != ownKey && !g.crew.hasJoined(from.key) {
		first, err := g.joining()
		if err != nil {
			return &answer{Later: laterMuch}
		}
		return g.hand(first.unit.Encode(), &lease{unit: first.unit.Name(), reply: joinReply, given: time.Now()}, from)
	}
	if a := g.given.audit(from.contributor); a != nil {
		l := lease{unit: a.Unit, reply: noReply, given: time.Now()}
		g.crew.hold(from.key, l.unit, l.given)
		return g.hand(a.Text, &l, from)
	}
	wait := waitForUnits
	select {
	case g.polls <- struct{}{}:
		defer func() { <-g.polls }()
	default:
		wait = retryAfter / 4
	}
	ask, cancel := g.link.ask(ctx, wait)
	defer cancel()
	message, err := g.streams.Load().workers.Next(jetstream.FetchContext(ask))
	if err != nil {
		return &answer{Later: laterEmpty}
	}
	l, err := g.leaseOf(message)
	switch {
	case err != nil:
		g.tellStrange.Do(func() {
			g.log.Warn("messages that no hub of this bank has planned are dropped", "reason", err)
		})
		message.Term()
		return &answer{}
	case g.crew.beganBy(l.unit) >= mostLost:
		g.bury(ctx, &l, message.Data(), from, fmt.Sprintf("%d workers began it and were not heard of again", mostLost))
		return &answer{}
	}
	if l.again { // whoever had it before did not do it in time
		g.crew.lost(l.unit)
	}
	g.crew.hold(from.key, l.unit, l.given)
	return g.hand(message.Data(), &l, from)
}

// hand returns a unit for a worker, with its lease.
func (g *gate) hand(unit []byte, l *lease, from sender) *answer {
	return &answer{Task: &task{Unit: unit, Lease: l.text(g.secret, from.key), Silence: time.Duration(g.silence.Load())}}
}

// since returns when the stream of units was made.
func (g *gate) since() int64 { return g.streams.Load().units.CachedInfo().Created.UnixNano() }

// readLease reads the lease of a worker. If the stream of units was made anew since, which
// counts from 1 again, the subject and the number of the lease belong to another unit.
func (g *gate) readLease(text string, from sender) (lease, error) {
	l, err := g.secret.readLease(text, from.key, time.Now())
	if err == nil && l.reply != joinReply && l.since != g.since() {
		l.reply = noReply
	}
	return l, err
}

// leaseOf returns a lease for the unit in a message.
func (g *gate) leaseOf(message jetstream.Msg) (l lease, err error) {
	about, err := message.Metadata()
	if err != nil {
		return l, err
	}
	l = lease{unit: work.NameOf(message.Data()), reply: message.Reply(), since: g.since(), place: about.Sequence.Stream, given: time.Now(), again: about.NumDelivered > 1}
	if !equal(message.Headers().Get(sealHeader), g.secret.unitSeal(l.unit)) {
		return l, errUnplanned
	}
	l.tries, _ = strconv.Atoi(message.Headers().Get(triesHeader))
	return l, nil
}

// post takes a part of the results of a unit. When it takes the last part, the unit is done.
func (g *gate) post(ctx context.Context, from sender, text []byte) *answer {
	if refused := g.crew.refused(from.key); refused != "" {
		return &answer{Refused: refused}
	}
	head, packed, err := decodeHead(text)
	if err != nil {
		return &answer{Rejects: err.Error()}
	}
	l, err := g.readLease(head.Lease, from)
	if err == nil && l.unit != head.Unit {
		err = errNoLease
	}
	if err != nil {
		return &answer{Rejects: err.Error()}
	}
	if l.reply == joinReply {
		return g.join(from, head, packed)
	}
	if head.Undone != "" {
		return g.takeBack(ctx, &l, head, from)
	}
	lease, isStrange := head.Lease, from.contributor != trust.Owner
	if isStrange && !g.order.mayCome(&l, lease, head.Part) {
		return &answer{Rejects: fmt.Sprintf("part %d comes before the part before it", head.Part)}
	}
	// The stream takes each part under a lease once.
	name := g.secret.mark("part", fmt.Sprint(head.Lease, head.Part))
	head.Lease = ""
	m := nats.NewMsg(resultSubject)
	m.Data = append(head.encodeHead(), packed...)
	g.secret.seal(m, from.key)
	ask, cancel := g.link.ask(ctx, askTimeout)
	defer cancel()
	if _, err := g.js.PublishMsg(ask, m, jetstream.WithMsgID(name)); err != nil {
		return &answer{Later: laterFull}
	}
	if isStrange {
		g.order.came(lease, head.Part, time.Now())
	}
	if head.Done != nil {
		if took := int64(time.Since(l.given)); !isStrange && took > g.slowest.Load() {
			g.slowest.Store(took)
		}
		return g.finish(ask, &l, from)
	}
	return &answer{}
}

// order counts the parts that have come under the leases of contributors. The hub compares a unit
// with what others send of it only if none is missing, so that whoever left one out would never be
// checked.
type order struct {
	mutex sync.Mutex
	since time.Time // of leases given earlier it knows nothing
	parts map[string]cameParts
}

// cameParts are the parts that have come under a lease.
type cameParts struct {
	number int
	last   time.Time // when the last one came
}

// mayCome reports whether all parts before one have come.
func (o *order) mayCome(l *lease, lease string, part int) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return l.given.Before(o.since) || part <= o.parts[lease].number
}

// came records that a part has come. It forgets leases that have ended, or else all.
func (o *order) came(lease string, part int, now time.Time) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if len(o.parts) >= bounds.Works {
		maps.DeleteFunc(o.parts, func(_ string, c cameParts) bool { return now.Sub(c.last) > leaseLasts })
	}
	if len(o.parts) >= bounds.Works || o.parts == nil {
		if o.parts != nil {
			o.since = now
		}
		o.parts = map[string]cameParts{}
	}
	o.parts[lease] = cameParts{max(o.parts[lease].number, part+1), now}
}

// finish takes a unit out of its stream. If this fails, another worker does the unit again,
// and the hub drops its results as known.
func (g *gate) finish(ctx context.Context, l *lease, from sender) *answer {
	g.crew.release(from.key, l.unit)
	if l.reply == noReply {
		return &answer{}
	}
	ctx, cancel := context.WithTimeout(ctx, lastAnswer) // the worker waits for an answer
	defer cancel()
	if _, err := g.nc.RequestWithContext(ctx, l.reply, ackDone); err != nil {
		g.log.Debug("a unit that is done stays in its stream for now", "error", err)
	}
	return &answer{}
}

// takeBack takes back a unit that a worker has not done. Other workers get it at once, or
// nobody if it has failed too often.
func (g *gate) takeBack(ctx context.Context, l *lease, head *result, from sender) *answer {
	if l.reply == noReply { // nobody else does the audit, so the hub does it
		return g.finish(ctx, l, from)
	}
	ask, cancel := g.link.ask(ctx, askTimeout)
	defer cancel()
	unit, err := g.streams.Load().units.GetMsg(ask, l.place)
	if errors.Is(err, jetstream.ErrMsgNotFound) { // another worker has done it
		g.crew.release(from.key, l.unit)
		return &answer{}
	}
	if err != nil {
		return &answer{Later: laterFull}
	}
	if head.Failed && from.contributor == trust.Owner { // strangers make no unit dead
		l.tries++
	}
	if l.tries >= mostFailures {
		return g.bury(ask, l, unit.Data, from, head.Undone)
	}
	m := g.secret.message(unit.Data)
	m.Header.Set(triesHeader, strconv.Itoa(l.tries))
	if _, err := g.js.PublishMsg(ask, m, jetstream.WithMsgID(g.secret.mark("back", head.Lease))); err != nil {
		return &answer{Later: laterFull}
	}
	return g.finish(ask, l, from)
}

// bury moves a unit to the stream of dead units.
func (g *gate) bury(ctx context.Context, l *lease, unit []byte, from sender, reason string) *answer {
	text, err := json.Marshal(DeadUnit{Unit: string(unit), Worker: g.crew.nameOf(from.key), Reason: reason})
	if err == nil {
		_, err = g.js.Publish(ctx, deadSubject, text)
	}
	if full, ok := errors.AsType[*jetstream.APIError](err); ok && full.Description == server.ErrMaxMsgs.Error() {
		g.log.Warn("a unit failed too often, and is not kept, since there are too many", "reason", reason)
		err = nil
	}
	if err != nil {
		return &answer{Later: laterFull}
	}
	return g.finish(ctx, l, from)
}
