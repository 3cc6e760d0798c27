package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
)

// clear deletes the remaining units when the run is complete.
func (h *hub) clear(ctx context.Context) error {
	h.enter("the NATS server, to take away the units that are left")
	ctx, cancel := h.link.ask(context.WithoutCancel(ctx), askTimeout)
	defer cancel()
	if err := h.streams.units.Purge(ctx); err != nil {
		return fmt.Errorf("taking away the units that are left: %w", err)
	}
	return nil
}

// plan plans units until enough wait for workers. With the option Drain it plans none, and
// reports whether all planned units are done.
func (h *hub) plan(ctx context.Context) (done bool, err error) {
	h.enter("the NATS server, to plan units")
	ask, cancel := h.link.ask(ctx, askTimeout)
	defer cancel()
	err = h.askStreams(ask)
	switch {
	case ctx.Err() != nil, lost(ask):
		return false, nil
	case errors.Is(err, errOtherHub):
		h.unit = nil // it is not noted as planned
		return false, errors.Join(err, h.keepPlanned(ctx))
	case errors.Is(err, errOtherStreams), h.nc.IsClosed():
		return false, err
	}
	h.note(err)
	if err != nil {
		return false, nil
	}
	if h.quiet++; !h.nothingLeft() {
		h.quiet = 0
	}
	if h.taken, err = change.Withdrawals(context.WithoutCancel(ctx), h.bank.Bank); err != nil {
		return false, err
	}
	if err := h.planOrphans(context.WithoutCancel(ctx), ask); err != nil {
		return false, err
	}
	if h.options.Drain && h.idle() {
		return true, nil
	}
	return false, h.planSome(ctx, ask)
}

// errOtherHub says that a hub of another bank has begun at the same server.
var errOtherHub = errors.New("a hub that fills another bank has taken over this NATS server")

// planner returns the mark of the units of the bank.
func (h *hub) planner() string { return h.secret.mark("planner", "") }

// keepPlanned notes in the bank that the units that are planned and not done are to be planned once more.
func (h *hub) keepPlanned(ctx context.Context) error {
	_, err := h.mining.Collect(context.WithoutCancel(ctx), nil, map[string]uint64{}, h.again(slices.Collect(maps.Values(h.planned)))...)
	clear(h.planned)
	return err
}

// note records whether the server answers, and logs each change.
func (h *hub) note(err error) {
	switch {
	case err != nil && !h.silent:
		h.log.Warn("asking the NATS server failed and is tried again", "error", err)
	case err == nil && h.silent:
		h.log.Info("the NATS server answers again")
	}
	h.silent, h.status.Unknown = err != nil, err != nil
}

// planSome plans units for some time, until enough wait. As many units should wait as are
// under way, so that no core is idle. The numbers of cores that workers report do not count.
func (h *hub) planSome(ctx, ask context.Context) error {
	wanted := min(uint64(h.status.UnderWay)+leastWaiting, mostWaiting)
	end := time.Now().Add(planEvery)
	for ctx.Err() == nil && time.Now().Before(end) {
		if h.status.Waiting >= wanted || h.options.Drain {
			return nil
		}
		if taken, err := h.planOne(ctx, ask); !taken || err != nil {
			return err
		}
	}
	return nil
}

// planOne plans a unit. It returns false if the stream does not accept it now.
func (h *hub) planOne(ctx, ask context.Context) (taken bool, err error) {
	whole := context.WithoutCancel(ctx) // the bank answers quickly
	if h.unit == nil {
		if h.unit, err = h.mining.Next(whole); err != nil || h.unit == nil {
			return false, err
		}
	}
	if err := h.publish(ask, h.unit, planning); err != nil { // the stream is full or sealed, or the server is away
		if answer, ok := errors.AsType[*jetstream.APIError](err); ok && answer.ErrorCode == sealedCode {
			return false, fmt.Errorf("%w: %w", errOtherStreams, err)
		}
		return false, nil
	}
	// A hub that is killed here plans the same numbers again.
	if err := h.mining.Planned(whole, h.unit); err != nil {
		return false, err
	}
	h.planned[h.unit.Name()] = h.unit
	h.unit = nil
	h.status.Waiting++
	return true, nil
}

// planning is the purpose of units that are planned for the first time.
const planning = "plan"

// publish sends a unit to its stream. The stream accepts it once for each purpose. The name
// of the message is secret, so that nobody else can use it first.
func (h *hub) publish(ctx context.Context, u *work.Unit, purpose string) error {
	_, err := h.js.PublishMsg(ctx, h.secret.message(u.Encode()), jetstream.WithMsgID(h.secret.mark(purpose, u.Name())))
	return err
}

// sealedCode is the number of the error of a server about a stream that is sealed.
const sealedCode jetstream.ErrorCode = 10109

// inProcessCode is the number of the error of a cluster about a message that it has begun to
// take, and may take yet.
const inProcessCode jetstream.ErrorCode = 10158

// planLast sends a unit again, before the hub ends, for which the stream has not answered. If
// the stream has this unit, it ignores the second message. planLast returns false if the
// stream may have the unit and has not said so.
func (h *hub) planLast(ctx context.Context) (answered bool) {
	if h.unit == nil {
		return true
	}
	whole := context.WithoutCancel(ctx)
	ask, cancel := context.WithTimeout(whole, lastAnswer)
	defer cancel()
	for ask.Err() == nil {
		err := h.publish(ask, h.unit, planning)
		if err == nil {
			if err := h.mining.Planned(whole, h.unit); err != nil {
				h.log.Warn("a unit could not be noted as planned", "error", err)
			}
			return true
		}
		if answer, ok := errors.AsType[*jetstream.APIError](err); !ok || answer.ErrorCode != inProcessCode {
			return ok
		}
		time.Sleep(lastAnswer / 20)
	}
	return false
}

// askStreams updates the status from the streams. It asks for units first: when none is
// left, all their results are in the stream of results.
func (h *hub) askStreams(ctx context.Context) error {
	workers, err := h.streams.workers.Info(ctx)
	var units, results, dead *jetstream.StreamInfo
	if err == nil {
		units, err = h.streams.units.Info(ctx)
	}
	if err == nil {
		results, err = h.streams.results.Info(ctx)
	}
	if err == nil {
		dead, err = h.streams.dead.Info(ctx)
	}
	if err != nil {
		return otherStreams(err)
	}
	if planner := units.Config.Metadata[plannerKey]; planner != "" && planner != h.planner() {
		return errOtherHub
	}
	if results.State.LastSeq+1 < h.next {
		return fmt.Errorf("%w: the last result has number %d, and %d is stored", errOtherStreams, results.State.LastSeq, h.next-1)
	}
	h.status.Waiting, h.status.UnderWay = workers.NumPending, workers.NumAckPending
	h.status.Results = results.State.LastSeq + 1 - h.next
	if dead.State.Msgs != h.status.Dead {
		h.status.Dead = dead.State.Msgs
		h.status.LastDead = h.lastDead(ctx, dead.State.LastSeq)
	}
	if results.Config.Sealed && h.status.Results == 0 { // all results are stored
		if err := dropSealed(ctx, h.js, h.streams.results, h.log); err != nil {
			return err
		}
		return fmt.Errorf("%w: the stream of results was sealed", errOtherStreams)
	}
	return nil
}
