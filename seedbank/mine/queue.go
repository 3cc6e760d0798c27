package mine

import "time"

// What waits is stored when it is storeAt items, or storeAfter after the last
// time.
const (
	storeAt    = 2000
	storeAfter = 500 * time.Millisecond
)

// queue holds what waits to be stored: to store many items at once takes much
// less time than to store each by itself.
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
	clear(q.waiting) // holds on to no rungs
	q.waiting = q.waiting[:0]
	return nil
}
