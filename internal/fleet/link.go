package fleet

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// link ends questions to a server that were under way when the connection was lost.
// Their answers do not come any more. Whoever asks would otherwise wait for the whole
// timeout, although the server is there again.
type link struct {
	nc     *nats.Conn
	status chan nats.Status

	mutex sync.Mutex
	since context.Context // done when the connection was lost and made again
	renew context.CancelCauseFunc
}

// errConnectedAgain is the cause with which link ends a question.
var errConnectedAgain = errors.New("the connection was lost and made again")

// watch begins to watch a connection, until close.
func watch(nc *nats.Conn) *link {
	l := &link{nc: nc, status: nc.StatusChanged(nats.CONNECTED)}
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

func (l *link) close() { l.nc.RemoveStatusListener(l.status) }

func (l *link) connectedAgain() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.renew(errConnectedAgain)
	l.since, l.renew = context.WithCancelCause(context.Background())
}

// ask returns a context for a question to the server. It is done when ctx is, after
// some time, and when the connection was lost and made again.
func (l *link) ask(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	l.mutex.Lock()
	since := l.since
	l.mutex.Unlock()
	ctx, lose := context.WithCancelCause(ctx)
	stop := context.AfterFunc(since, func() { lose(context.Cause(since)) })
	ctx, cancel := context.WithTimeout(ctx, timeout)
	return ctx, func() { stop(); cancel(); lose(nil) }
}

// lost reports whether a question of ask is to be asked again at once.
func lost(ask context.Context) bool { return errors.Is(context.Cause(ask), errConnectedAgain) }
