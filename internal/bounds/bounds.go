// Package bounds holds the bounds of what strangers send: files, pictures, fonts,
// texts, archives, banks, requests to a server, messages to a fleet. They are in
// bytes, in pixels, in seconds and in numbers of things that cost memory or time.
//
// Code that reads such a thing compares it with the constant of its kind before it
// takes memory or time for it. What is larger is an error that tells the bound.
// docs/bounds.md lists all of them for people; a test makes it.
//
// # Not here
//
// How long a line may be: see [sudoku.MaxLine]. How many units a contributor may have: see
// package trust. Both are listed all the same.
package bounds

import "fmt"

// Sizes in bytes.
const (
	kib = 1 << 10
	mib = 1 << 20
)

// Inputs: texts with puzzles, and archives of them.
const (
	// Barren is the longest stretch of a file, unpacked, without a puzzle or an
	// error about one.
	Barren = 8 * mib
	// Window is the window of a zstd file: the memory that unpacking takes. RFC
	// 8878, section 3.1.1.1.2, asks encoders to stay within 8 MiB; all levels of
	// zstd do, except with --ultra.
	Window = 8 * mib
	// Archive is the length of a zip archive, packed.
	Archive = 1024 * mib
	// Directory is the length of the list of files in a zip archive. Each takes 46
	// bytes and its name there, and some ten times that in memory.
	Directory = 8 * mib
	// Columns is the most cells of a row of a table.
	Columns = 4096
	// Depth is the greatest depth of JSON, XML and HTML. Files with puzzles need three
	// levels.
	Depth = 64
	// Peek is the length of the beginning of a text in which the line that tells its
	// format is looked for.
	Peek = 64 * kib
	// Reason is the length of a reason in an error about a file, which may quote it.
	Reason = 300
	// Quote is the length of an argument that an error shows.
	Quote = 100
	// Patterns is the length of a text with patterns.
	Patterns = 16 * mib
)

// Books: what is printed in a booklet beside its puzzles.
const (
	// Picture is the length of the file of a picture. Programs hold several copies of
	// it: the longest makes an export take 150 MB.
	Picture = 8 * mib
	// Pixels is the most pixels of a picture.
	Pixels = 16 << 20
	// Decoding is the most memory for the pixels of a picture while they are read:
	// 1 to 24 bytes for each, as its header says.
	Decoding = 32 * mib
	// Scans is the most passes of a progressive JPEG over its pixels. Programs write
	// ten or so.
	Scans = 64
	// Font is the length of the file of a font.
	Font = 24 * mib
	// FontNames is the length of the names that a font has for itself.
	FontNames = 64 * kib
	// Composite is the length of a letter of a font that is made of others.
	Composite = 64 * kib
	// Components is the most letters that such a letter is made of, with the
	// letters that those are made of.
	Components = 256
	// Nesting is the greatest depth of such letters within each other.
	Nesting = 8
	// Prose is the length of a text in Markdown.
	Prose = 256 * kib
	// Phrase is the length of a text such as a title.
	Phrase = 2 * kib
	// Book is the most puzzles of a booklet on the command line. They take 2 GB of memory.
	Book = 100_000
)

// Lists of files, which a program has written or a stranger.
const (
	// Manifest is the length of the manifest of a pack, with the pictures, fonts and
	// texts that are in it.
	Manifest = 128 * mib
	// Files is the most files of a part of a manifest, so that a false one cannot make
	// a program look for files for ever.
	Files = 10_000_000
	// IDs is the most puzzles whose IDs a part of a manifest lists.
	IDs = 100_000
)

// Banks, and seeds on their way from one to another.
const (
	// Row is the length of a row of a bank: SQLite refuses a longer one without
	// reading it. The longest rows of a sound bank hold seeds: with all the
	// rungs that a seed can have, 400 kB.
	Row = mib
	// RowsAtOnce is the length of the rows of seeds that are read before they are
	// worked on, except the last of them. Unpacked they take ten times as much.
	RowsAtOnce = 4 * mib
	// Rungs is the most rungs of a seed, far above what ladders make.
	Rungs = 1 << 12
	// Name is the length of a name in a bank that is shown in an error.
	Name = 64
	// Seeds is the length of a message with seeds, of which a file of seeds is made.
	// It bounds the memory that a reader takes.
	Seeds = 4 * mib
)

// Unit says what a bound counts.
type Unit uint8

// The units of bounds.
const (
	Bytes Unit = iota
	Things
	Seconds
)

// Text returns a number of bytes in the largest unit that divides it, a number of
// seconds, or a plain number of things.
func Text(n int64, unit Unit) string {
	switch {
	case unit == Things:
		return fmt.Sprint(n)
	case unit == Seconds:
		return fmt.Sprintf("%d seconds", n)
	case n%mib == 0:
		return fmt.Sprintf("%d MiB", n/mib)
	case n%kib == 0:
		return fmt.Sprintf("%d KiB", n/kib)
	}
	return fmt.Sprintf("%d bytes", n)
}

// Check returns an error if there are more than most of something.
func Check(what string, n, most int64, unit Unit) error {
	if n <= most {
		return nil
	}
	return fmt.Errorf("%s: more than %s", what, Text(most, unit))
}
