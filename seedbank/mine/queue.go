package mine

import "time"

// Items are stored when storeAt of them wait, or storeAfter the last storing.
const (
	storeAt    = 2000
	storeAfter = 500 * time.Millisecond
)

// queue holds items that wait to be stored. Storing many at once takes much
// less time than storing each alone.
type queue[T any] struct {
	insert  func([]T) error
	waiting []T
	flushed time.Time // when items were last stored
}

func newQueue[T any](insert func([]T) error) *queue[T] {
	return &queue[T]{insert: insert, flushed: time.Now()}
}

func (q *queue[T]) add(items ...T) { q.waiting = append(q.waiting, items...) }

// due reports whether it is time to store what waits.
func (q *queue[T]) due() bool {
	return len(q.waiting) >= storeAt || time.Since(q.flushed) > storeAfter
}

// flush stores what waits.
func (q *queue[T]) flush() error {
	q.flushed = time.Now()
	if len(q.waiting) == 0 {
		return nil
	}
	if err := q.insert(q.waiting); err != nil {
		return err
	}
	clear(q.waiting) // lets go of the rungs
	q.waiting = q.waiting[:0]
	return nil
}
