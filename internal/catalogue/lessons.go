//go:build !wasip1

package catalogue

import (
	"embed"
	"fmt"
	"sync"
)

// Lessons are in files of their own: only the server reads them.
//
//go:embed lessons/*.json
var lessons embed.FS

// lesson has a function for each language that reads its lessons once.
var lesson = func() map[string]func() *Catalogue {
	readers := map[string]func() *Catalogue{}
	for _, l := range languages {
		readers[l.code] = sync.OnceValue(func() *Catalogue {
			file, err := lessons.ReadFile("lessons/" + l.code + ".json")
			if err == nil {
				var c *Catalogue
				if c, err = l.parse(file); err == nil {
					return c
				}
			}
			panic(fmt.Sprintf("catalogue: lessons/%s.json: %v", l.code, err)) // a test reads every file
		})
	}
	return readers
}()

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
