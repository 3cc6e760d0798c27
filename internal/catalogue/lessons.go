//go:build !wasip1

package catalogue

import "embed"

// Lessons are in files of their own: only the server reads them.
//
//go:embed lessons/*.json
var lessons embed.FS

// lesson has a function for each language that reads its lessons once.
var lesson = readers(func(name string) ([]byte, error) { return lessons.ReadFile("lessons/" + name) })

// Lesson returns the two sentences about a technique or a label, in a language or else in
// English. It is empty if there are none.
func Lesson(code, name string) string {
	reader := lesson[code]
	if reader == nil {
		reader = lesson[English]
	}
	if c, key := reader(), "lesson."+name; c.Has(key) {
		return c.Plain(key)
	}
	return ""
}
