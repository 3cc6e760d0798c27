package fleet

import (
	"time"

	"github.com/seedoku/seedoku/seedbank/mine"
)

// Status is how a fleet is doing.
type Status struct {
	Bank     string        `json:"bank"`
	Started  time.Time     `json:"started"`
	Now      time.Time     `json:"now"`
	Progress mine.Progress `json:"progress"` // of this run of the hub
	Rate     float64       `json:"rate"`     // new seeds a second, lately

	Waiting  uint64         `json:"waiting"`   // units that no worker has
	UnderWay int            `json:"under_way"` // units that workers have
	Results  uint64         `json:"results"`   // that wait to be stored
	Dead     uint64         `json:"dead"`      // units that failed too often
	LastDead *DeadUnit      `json:"last_dead,omitempty"`
	Workers  []WorkerStatus `json:"workers"` // by name
}

// WorkerStatus is what is known of a worker.
type WorkerStatus struct {
	Alive
	Heard   time.Time `json:"heard"`             // when the hub heard of it last
	Seeds   int       `json:"seeds"`             // new in the bank, of this run
	Rate    float64   `json:"rate"`              // of these a second, lately
	Refused string    `json:"refused,omitempty"` // why, if it is
}

// Alive is what a worker says of itself from time to time.
type Alive struct {
	Name    string `json:"name"`
	Cores   int    `json:"cores"`
	Busy    int    `json:"busy"`  // cores that have a unit
	Units   int    `json:"units"` // done since it started
	Made    int    `json:"made"`  // puzzles looked at
	Found   int    `json:"found"` // seeds sent
	Program string `json:"program"`
	Rater   int    `json:"rater"`
	Left    bool   `json:"left,omitempty"` // it ends
}

// DeadUnit is a unit that failed too often.
type DeadUnit struct {
	Unit   string `json:"unit"`   // its encoding
	Worker string `json:"worker"` // the last one that tried
	Reason string `json:"reason"`
}

// speed is how many a second there were lately.
type speed struct {
	began time.Time
	count int
	rate  float64
}

// speedOver is the time over which a speed is taken.
const speedOver = 5 * time.Second

// add counts some more, and brings the rate up to date.
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
