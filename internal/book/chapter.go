package book

// chapter is a part of a book that starts on a new page.
type chapter struct {
	name        string
	first, last int // puzzles, counted from 0; last is not in it
}

// Divided reports whether the puzzles of b are several chapters.
func (b *Book) Divided() bool {
	plan, err := b.Layout.plan()
	return err == nil && len(chapters(b.Puzzles, plan.PerPage, "")) > 1
}

// chapters divides a book if the chapters of its puzzles ascend and each of them fills at
// least a page. Otherwise the whole book is one chapter, named all.
func chapters(list []Puzzle, perPage int, all string) (parts []chapter) {
	start := 0
	for i := range list {
		next := i + 1
		if next < len(list) && list[next].chapter() == list[i].chapter() {
			continue
		}
		whole := next-start == len(list)
		if next-start < perPage && !whole || next < len(list) && list[next].chapter() < list[i].chapter() {
			return []chapter{{all, 0, len(list)}}
		}
		parts = append(parts, chapter{list[i].Label, start, next})
		start = next
	}
	return parts
}
