package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// link ends questions to a server that were under way when the connection was lost, since
// their answers will not come. Otherwise the hub would wait for the whole timeout, although
// the server is there again. It also ends all questions soon after the program is told to
// end.
type link struct {
	nc     *nats.Conn
	status chan nats.Status
	end    context.Context // done at the end of all questions
	stop   context.CancelFunc

	mutex sync.Mutex
	since context.Context // done when the connection was lost and made again
	renew context.CancelCauseFunc
}

// errConnectedAgain is the cause with which link ends a question.
var errConnectedAgain = errors.New("the connection was lost and made again")

// watch begins to watch a connection, until close. All questions end when ctx has been done
// for the time grace.
func watch(ctx context.Context, nc *nats.Conn, grace time.Duration) *link {
	l := &link{nc: nc, status: nc.StatusChanged(nats.CONNECTED)}
	l.end, l.stop = outlast(ctx, grace)
	l.since, l.renew = context.WithCancelCause(context.Background())
	go func() {
		for status := range l.status {
			if status == nats.CONNECTED {
				l.connectedAgain()
			}
		}
	}()
	return l
}

func (l *link) close() {
	l.nc.RemoveStatusListener(l.status)
	l.stop()
}

func (l *link) connectedAgain() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.renew(errConnectedAgain)
	l.since, l.renew = context.WithCancelCause(context.Background())
}

// ask returns a context for a question to the server. It is done when ctx is done, after
// the timeout, when the connection was lost and made again, or at the end of the link.
func (l *link) ask(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	l.mutex.Lock()
	since := l.since
	l.mutex.Unlock()
	ctx, lose := context.WithCancelCause(ctx)
	stop := context.AfterFunc(since, func() { lose(context.Cause(since)) })
	atEnd := context.AfterFunc(l.end, func() { lose(context.Canceled) })
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return ctx, func() { stop(); atEnd(); cancel(); lose(nil) }
}

// lost reports whether a question ended because the connection was lost and made again.
func lost(ask context.Context) bool { return errors.Is(context.Cause(ask), errConnectedAgain) }

// outlast returns a context that is done some time after ctx.
func outlast(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}
