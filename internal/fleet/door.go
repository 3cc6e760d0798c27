package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/change"
)

// question is what a worker asks of a hub. There are three, and they are the same for all
// doors.
type question string

// The questions of workers.
const (
	fetchQuestion question = "fetch" // give me a unit; the text is an Alive
	postQuestion  question = "post"  // take this result; the text is a result
	aliveQuestion question = "alive" // I am there, and do the unit of a lease; the text is an Alive
)

// longest says how long each question may take, and how long its text may be.
var longest = map[question]struct {
	time time.Duration
	text int
}{
	fetchQuestion: {waitForUnits + time.Second, bounds.Alive},
	postQuestion:  {askTimeout, bounds.Result + mostLease},
	aliveQuestion: {askTimeout, bounds.Alive},
}

// answer is what a hub answers to a question.
type answer struct {
	Task    *task         `json:"task,omitempty"`
	Later   time.Duration `json:"later,omitempty"`   // the hub does not take it now: ask again after this time
	Rejects string        `json:"rejects,omitempty"` // why the hub does not take it, now or later
	Refused string        `json:"refused,omitempty"` // why the hub refuses the worker from now on
	Install string        `json:"install,omitempty"` // the program that the worker needs
}

// task is a unit for a worker.
type task struct {
	Unit    json.RawMessage `json:"unit"`
	Lease   string          `json:"lease"`
	Silence time.Duration   `json:"silence"` // time of silence after which another worker gets it
}

// door is a way for questions of a worker to its hub.
type door interface {
	// ask asks a question. An error says that there was no answer, and that the worker
	// may ask again.
	ask(ctx context.Context, q question, text []byte) (*answer, error)

	// closed says why nobody will ever answer, or returns nil.
	closed() error
	close()
}

// ownDoor leads a worker in the process of a hub to it.
type ownDoor struct {
	gate *gate
	from sender
}

func (d ownDoor) ask(ctx context.Context, q question, text []byte) (*answer, error) {
	return d.gate.answer(ctx, d.from, q, text), ctx.Err()
}

func (ownDoor) closed() error { return nil }
func (ownDoor) close()        {}

// natsDoor leads a worker to a hub at a NATS server.
type natsDoor struct {
	nc      *nats.Conn
	link    *link
	session string
}

func newNATSDoor(ctx context.Context, nc *nats.Conn) *natsDoor {
	d := &natsDoor{nc: nc, link: watch(ctx, nc, workerGrace), session: nc.Opts.User}
	if !sessionName.MatchString(d.session) {
		d.session = newSession()
	}
	return d
}

func (d *natsDoor) close() { d.link.close() }

func (d *natsDoor) closed() error {
	if d.nc.IsClosed() {
		return errors.New("the NATS server no longer accepts this worker")
	}
	return nil
}

func (d *natsDoor) ask(ctx context.Context, q question, text []byte) (*answer, error) {
	ask, cancel := d.link.ask(ctx, longest[q].time)
	defer cancel()
	message, err := d.nc.RequestWithContext(ask, questionSubject(d.session, q), text)
	if lost(ask) {
		return nil, errConnectedAgain
	}
	if err != nil {
		return nil, err
	}
	return decodeAnswer(message.Data)
}

// decodeAnswer reads an answer from an untrusted source.
func decodeAnswer(text []byte) (*answer, error) {
	a := new(answer)
	if err := json.Unmarshal(text, a); err != nil {
		return nil, fmt.Errorf("reading the answer of the hub: %w", err)
	}
	for _, text := range []*string{&a.Rejects, &a.Refused, &a.Install} {
		*text = cut(printable(*text), mostReason)
	}
	a.Later = min(max(a.Later, 0), mostLater)
	return a, nil
}

// mostLater is the longest time for which a worker waits before it asks again.
const mostLater = time.Minute

// questionsPrefix begins the subjects of questions.
const questionsPrefix = "seedoku.ask."

// questionSubject returns the subject of the questions of a session.
func questionSubject(session string, q question) string {
	return questionsPrefix + session + "." + string(q)
}

// A session is a secret number of a connection, from which a hub tells workers apart. Its key
// is a hash that everybody may know.
var sessionName = regexp.MustCompile(`^[0-9a-f]{32}$`)

func newSession() string {
	var bytes [16]byte
	rand.Read(bytes[:]) // never fails
	return hex.EncodeToString(bytes[:])
}

// keyOf returns the key of a session of the owner of a hub.
func keyOf(session string) string {
	sum := sha256.Sum256([]byte(session))
	return hex.EncodeToString(sum[:16])
}

// senderOf returns who asks in a session of a contributor, with a token.
func senderOf(contributor, token, session string) sender {
	return sender{contributor, contributor + "/" + change.Invitation(token) + "/" + keyOf(session)}
}

// invitationOf returns the invitation of the contributor with which the worker with a key has come,
// or nothing.
func invitationOf(key string) string {
	if parts := strings.Split(key, "/"); len(parts) == 3 {
		return parts[1]
	}
	return ""
}

// contributorOf returns the contributor to which the worker with a key belongs.
func contributorOf(key string) string {
	name, _, ok := strings.Cut(key, "/")
	if !ok {
		return trust.Owner
	}
	return name
}

// A hub answers at most mostAtOnce questions at a time through NATS. At most mostPending
// others wait for this, and at most mostPolls of those under way wait for a unit to come.
const (
	mostAtOnce  = 256
	mostPolls   = 128
	mostPending = 4096
)

// listen answers the questions at a NATS server until ctx is done. It returns when the last
// one is answered.
func (g *gate) listen(ctx context.Context, nc *nats.Conn) error {
	questions := make(chan *nats.Msg, mostPending)
	subscription, err := nc.Subscribe(questionsPrefix+"*.*", func(m *nats.Msg) {
		session, _ := splitSubject(m.Subject)
		if !g.floods.admits(keyOf(session)) {
			return // whoever asks so often may wait
		}
		select {
		case questions <- m:
		default: // the worker asks again
		}
	})
	if err != nil {
		return err
	}
	defer subscription.Unsubscribe()
	var group sync.WaitGroup
	defer group.Wait()
	for range mostAtOnce {
		group.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case m := <-questions:
					g.respond(ctx, m)
				}
			}
		})
	}
	return nil
}

// respond answers the question in a message.
func (g *gate) respond(ctx context.Context, m *nats.Msg) {
	session, q := splitSubject(m.Subject)
	text, err := json.Marshal(g.answer(ctx, sender{key: keyOf(session)}, q, m.Data))
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		g.log.Debug("a question is not answered", "error", err)
	}
}

// splitSubject returns the session and the question of a subject.
func splitSubject(subject string) (session string, q question) {
	session, name, _ := strings.Cut(strings.TrimPrefix(subject, questionsPrefix), ".")
	return session, question(name)
}
