package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// Status is the state of a fleet, as its hub knows it.
type Status struct {
	Bank     string        `json:"bank"`
	Started  time.Time     `json:"started"`
	Now      time.Time     `json:"now"`
	Progress mine.Progress `json:"progress"` // of this run of the hub
	Rate     float64       `json:"rate"`     // new seeds a second, lately

	// Unknown says that the NATS server does not answer. The numbers below are then from
	// its last answer.
	Unknown bool `json:"unknown,omitempty"`

	Waiting  uint64         `json:"waiting"`   // units that no worker has
	UnderWay int            `json:"under_way"` // units that workers have
	Results  uint64         `json:"results"`   // number of results that wait to be stored
	Dead     uint64         `json:"dead"`      // units that failed too often
	LastDead *DeadUnit      `json:"last_dead,omitempty"`
	Workers  []WorkerStatus `json:"workers"`  // by name
	Unlisted Unlisted       `json:"unlisted"` // others

	// Claimed is the number of seeds of new contributors that the hub has to rate yet, as of some
	// seconds ago. The progress counts them as made, and not as stored.
	Claimed int `json:"claimed,omitempty"`

	Contributors []ContributorStatus `json:"contributors,omitempty"` // by name
}

// Unlisted counts the workers and contributors that a status has no room for.
type Unlisted struct {
	Workers int `json:"workers"` // number of workers that work for the hub
	Cores   int `json:"cores"`   // number of their cores that count
	Absent  int `json:"absent"`  // number of workers that do not work for the hub

	Contributors int `json:"contributors,omitempty"` // number of contributors
}

func (u *Unlisted) add(w *WorkerStatus) {
	if !w.There() {
		u.Absent++
		return
	}
	u.Workers, u.Cores = u.Workers+1, u.Cores+w.Counted()
}

// WorkerStatus is the state of a worker, as the hub knows it. The hub counts its units and
// puzzles, and how many units it has. Only its name, cores and program are what it says.
type WorkerStatus struct {
	Alive
	Contributor string    `json:"contributor,omitempty"` // whose machine it is; empty: the owner's
	Joined      bool      `json:"joined"`                // its first unit gave the seeds that it gives here
	Heard       time.Time `json:"heard"`                 // time of its last message
	Seeds       int       `json:"seeds"`                 // new seeds of this run from it
	Rate        float64   `json:"rate"`                  // new seeds a second, lately
	Lost        bool      `json:"lost,omitempty"`        // it was silent for a minute
	Refused     string    `json:"refused,omitempty"`     // why the hub refuses it, or empty
	Odd         *Odd      `json:"odd,omitempty"`         // how it differs from the fleet, or nil
}

// There reports whether a worker is known to work for the hub. One of a contributor has to have done
// its first unit.
func (w *WorkerStatus) There() bool {
	return !w.Left && !w.Lost && w.Refused == "" && (w.Contributor == trust.Owner || w.Joined)
}

// Counted returns how many cores of a worker count for the fleet: of a contributor, only those that are
// known to have a unit.
func (w *WorkerStatus) Counted() int {
	if w.Contributor == trust.Owner {
		return w.Cores
	}
	return w.Busy
}

// Alive is the message that a worker sends about itself from time to time.
type Alive struct {
	Name    string `json:"name"`
	Key     string `json:"key"` // tells workers of the same name apart; the hub sets it
	Cores   int    `json:"cores"`
	Busy    int    `json:"busy"`  // cores that have a unit
	Units   int    `json:"units"` // number of units done since its start
	Made    int    `json:"made"`  // number of puzzles examined
	Found   int    `json:"found"` // seeds sent
	Program string `json:"program"`
	Rater   int    `json:"rater"`
	Left    bool   `json:"left,omitempty"`  // it ends
	Lease   string `json:"lease,omitempty"` // of a unit that it is doing
}

// DeadUnit is a unit that failed too often.
type DeadUnit struct {
	Unit   string `json:"unit"`   // encoding of the unit
	Worker string `json:"worker"` // the last worker that tried
	Reason string `json:"reason"`
}

// speed measures a rate per second over the last seconds.
type speed struct {
	began time.Time
	count int
	rate  float64
}

// speedOver is the time over which a speed is measured.
const speedOver = 5 * time.Second

// add counts n more, and updates the rate.
func (s *speed) add(n int, now time.Time) {
	if s.began.IsZero() {
		s.began = now
	}
	s.count += n
	if over := now.Sub(s.began); over >= speedOver {
		s.rate = float64(s.count) / over.Seconds()
		s.began, s.count = now, 0
	}
}

// Ask asks a hub for its status.
func Ask(ctx context.Context, nc *nats.Conn) (*Status, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	answer, err := nc.RequestWithContext(ctx, statusSubject, nil)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, errors.New("there is no hub at this NATS server")
	}
	if err != nil {
		return nil, fmt.Errorf("asking the hub: %w", err)
	}
	s, err := decodeStatus(answer.Data)
	if err != nil {
		return nil, fmt.Errorf("reading the answer of the hub: %w", err)
	}
	return s, nil
}

// decodeStatus reads a status from an untrusted source. It replaces control characters.
func decodeStatus(message []byte) (*Status, error) {
	s := new(Status)
	if err := json.Unmarshal(message, s); err != nil {
		return nil, err
	}
	texts := []*string{&s.Bank}
	if s.LastDead != nil {
		texts = append(texts, &s.LastDead.Unit, &s.LastDead.Worker, &s.LastDead.Reason)
	}
	for i := range s.Workers {
		w := &s.Workers[i]
		texts = append(texts, &w.Name, &w.Program, &w.Refused, &w.Contributor)
	}
	for i := range s.Contributors {
		texts = append(texts, &s.Contributors[i].Name, &s.Contributors[i].Refused)
	}
	for i := range s.Progress.Targets {
		texts = append(texts, &s.Progress.Targets[i].Name)
	}
	for i := range s.Progress.Patterns {
		texts = append(texts, &s.Progress.Patterns[i].Name)
	}
	for _, text := range texts {
		*text = printable(*text)
	}
	return s, nil
}

// printable returns a text with a question mark for each character that is not printable.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// answer answers a question for the status.
func (h *hub) answer(m *nats.Msg) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if err := m.Respond(h.shown); err != nil {
		h.log.Warn("a question for the status is not answered", "error", err)
	}
}

// Greatest numbers of characters of texts in a status that come from strangers.
const (
	mostProgram = 40
	mostReason  = 150
	mostUnit    = 2000
)

// cut returns the first bytes of a text, at most most.
func cut(text string, most int) string { return strings.ToValidUTF8(text[:min(len(text), most)], "") }

// decodeAlive reads the message of a worker about itself. It may come from a stranger.
func decodeAlive(message []byte) (said Alive, err error) {
	if len(message) > bounds.Alive {
		return said, fmt.Errorf("it has %d bytes, more than %d", len(message), bounds.Alive)
	}
	if err := json.Unmarshal(message, &said); err != nil {
		return said, err
	}
	switch {
	case !workerName.MatchString(said.Name):
		return said, fmt.Errorf("no worker has the name %.80q", said.Name)
	case len(said.Lease) > mostLease:
		return said, errors.New("it has a long lease")
	case said.Cores < 0 || said.Busy < 0 || said.Units < 0 || said.Made < 0 || said.Found < 0:
		return said, errors.New("it has a number below 0")
	}
	said.Program = cut(printable(said.Program), mostProgram)
	return said, nil
}

// report updates the status and shows it.
func (h *hub) report() {
	s := &h.status
	s.Now, s.Progress = time.Now(), h.mining.Progress()
	h.speed.add(0, s.Now)
	s.Rate = h.speed.rate
	s.Workers, s.Unlisted = h.crew.list(s.Now)
	s.Contributors, s.Unlisted.Contributors = h.crew.contributors()
	if s.Now.Sub(h.claimed) >= claimedEvery {
		h.countClaimed(context.Background())
	}
	h.mutex.Lock()
	h.shown, _ = json.Marshal(s) // all its values can be JSON
	h.mutex.Unlock()
	if h.options.Report != nil {
		h.options.Report(*s)
	}
}

// claimedEvery is the time between two counts of the claimed seeds, which may be very many.
const claimedEvery = 10 * time.Second

// countClaimed counts the claimed seeds for the status.
func (h *hub) countClaimed(ctx context.Context) {
	claimed, err := change.Claimed(ctx, h.reader)
	if h.claimed = time.Now(); err != nil {
		h.log.Warn("claimed seeds are not counted", "error", err)
		return
	}
	h.status.Claimed = claimed
}

// lastDead returns the last dead unit, or nil.
func (h *hub) lastDead(ctx context.Context, number uint64) *DeadUnit {
	message, err := h.streams.dead.GetMsg(ctx, number)
	if err != nil {
		return nil
	}
	unit := new(DeadUnit)
	json.Unmarshal(message.Data, unit) // shows as it is
	unit.Unit, unit.Reason = cut(unit.Unit, mostUnit), cut(unit.Reason, mostReason)
	unit.Worker = cut(unit.Worker, mostReason)
	return unit
}
