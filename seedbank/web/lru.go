package web

import (
	"container/list"
	"sync"
)

// lru keeps the values that were used last, each under a key. It can be used from
// several goroutines.
type lru[K comparable, V any] struct {
	most int

	mutex   sync.Mutex
	entries map[K]*list.Element // of *lruEntry[K, V]
	order   *list.List          // the last used first
}

type lruEntry[K comparable, V any] struct {
	key   K
	value V
}

// newLRU returns an lru with room for at least one value.
func newLRU[K comparable, V any](most int) *lru[K, V] {
	return &lru[K, V]{most: most, entries: map[K]*list.Element{}, order: list.New()}
}

// get returns the value of a key. If there is none, it calls make, which must not
// block.
func (l *lru[K, V]) get(key K, make func() V) V {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if element, ok := l.entries[key]; ok {
		l.order.MoveToFront(element)
		return element.Value.(*lruEntry[K, V]).value
	}
	for len(l.entries) >= l.most {
		last := l.order.Back()
		delete(l.entries, l.order.Remove(last).(*lruEntry[K, V]).key)
	}
	value := make()
	l.entries[key] = l.order.PushFront(&lruEntry[K, V]{key, value})
	return value
}

// drop removes the value of a key.
func (l *lru[K, V]) drop(key K) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if element, ok := l.entries[key]; ok {
		l.order.Remove(element)
		delete(l.entries, key)
	}
}
