package book

import (
	"fmt"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// Legible returns an error if the fonts lack a letter of a text. They have
// Latin, Greek and Cyrillic letters.
func Legible(text string) error {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	var buffer sfnt.Buffer
	for _, letter := range text {
		if glyph, err := font.GlyphIndex(&buffer, letter); err != nil || glyph == 0 {
			return fmt.Errorf("no letter %q (%U) in the fonts of a booklet, which are Latin, Greek and Cyrillic", letter, letter)
		}
	}
	return nil
}
