package web

import (
	"fmt"
	"net/http"
	"time"
)

// Bounds of what one client sends, in bytes, in puzzles and in time.
const (
	// maxHeader is the length of the header of a request.
	maxHeader = 16 << 10
	// headerPatience is how long a header may take.
	headerPatience = 10 * time.Second
	// maxBody is the length of a body.
	maxBody = 4 << 20
	// bodyPiece is how many bytes of a body are read at once.
	bodyPiece = 16 << 10
	// piecePatience is how long each piece of a body may take: a body comes at 1.6 kB
	// a second at least.
	piecePatience = 10 * time.Second
	// readPatience is how long a whole body may take.
	readPatience = time.Minute
	// maxBodies is the length of all bodies at once.
	maxBodies = 256 << 20
	// maxUnpacked is the length of a body when it is unpacked.
	maxUnpacked = 64 << 20
	// maxLines is how many puzzles a body has.
	maxLines = 10_000
	// shortBody is the length of a body for hints that goes ahead of longer ones.
	shortBody = 1 << 10
	// workPatience is how long all puzzles of a body may take.
	workPatience = 10 * time.Minute
)

// Bounds of what one client gets.
const (
	// maxObjects is how many puzzles an answer has that is one object.
	maxObjects = 1_000
	// maxTasks is how many puzzles an answer has to practise a technique: the path of
	// each has to be found.
	maxTasks = 20
	// maxStreamed is how many puzzles a long answer has.
	maxStreamed = 1_000_000
	// maxBooklet is how many puzzles a booklet has, which is kept in memory.
	maxBooklet = 2_000
	// writePiece is how many bytes of an answer are written at once.
	writePiece = 1 << 15
	// writePatience is how long a client may take to read a piece.
	writePatience = 30 * time.Second
	// bookletPatience is how long a client may take to read a booklet.
	bookletPatience = 2 * time.Minute
)

// Bounds of what all clients take together.
const (
	// maxLong is the memory of all long answers, also of those that wait for their
	// clients, in units of 100 kB or so.
	maxLong = 1024
	// maxPressed is how many puzzles there are in the booklets that are being made.
	// One of 2,000 puzzles takes 60 MB meanwhile.
	maxPressed = maxBooklet + bookletBase
	// maxHeld is how many puzzles there are in the booklets that are being made or
	// wait for their clients. Each takes 3 kB.
	maxHeld = 16_000
	// maxBookletRequests is how many requests for booklets are taken on.
	maxBookletRequests = 128
	// staleAfter is how long nobody looks whether the bank has changed.
	staleAfter = time.Minute
)

// Limit sets the limits of an [http.Server] against clients that are slow to send
// their requests, also with bodies that nobody reads. The time for bodies that are
// read and for answers is limited by the handler.
func Limit(server *http.Server) {
	server.ReadHeaderTimeout = headerPatience
	server.ReadTimeout = headerPatience // of a body that nobody reads too
	server.IdleTimeout = 2 * time.Minute
	server.MaxHeaderBytes = maxHeader
}

// Bound is something that clients cannot take more of.
type Bound struct {
	Of   string // what is bounded
	Most string // such as 4 MiB
	Then string // what happens to what is more
}

// Bounds lists the bounds of a server. How many requests a second a client may send
// is an option.
func Bounds() []Bound {
	const (
		refused = "refused: 413"
		ended   = "the connection ends"
		busy    = "503, to try again later"
		line    = "an error in the answer, which ends"
		many    = "refused: 400"
	)
	return []Bound{
		{"the header of a request", size(maxHeader), "refused: 431"},
		{"the time for a header, and for a body that nobody reads", inTime(headerPatience), ended},
		{"a body", size(maxBody), refused},
		{"the time for " + size(bodyPiece) + " of a body", inTime(piecePatience), "refused: 408"},
		{"the time for a whole body", inTime(readPatience), "refused: 408"},
		{"all bodies at once", size(maxBodies), busy},
		{"a body when it is unpacked", size(maxUnpacked), line},
		{"puzzles in a body", count(maxLines), line},
		{"the time for all puzzles of a body", inTime(workPatience), line},
		{"puzzles in a JSON object", count(maxObjects), many},
		{"puzzles to practise", count(maxTasks), many},
		{"puzzles in a long answer", count(maxStreamed), many},
		{"puzzles in a booklet", count(maxBooklet), many},
		{"the time for a client to read " + size(writePiece), inTime(writePatience), ended},
		{"the time for a client to read a booklet", inTime(bookletPatience), ended},
		{"memory of all long answers", size(maxLong * 100_000 >> 20 << 20), busy},
		{"puzzles of the booklets that are being made", count(maxPressed), "they wait in turn"},
		{"puzzles of these and of the booklets that clients are reading", count(maxHeld), "they wait in turn"},
		{"requests for booklets at once", count(maxBookletRequests), busy},
	}
}

func size(bytes int) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

func inTime(d time.Duration) string { return fmt.Sprintf("%.0f seconds", d.Seconds()) }

func count(n int) string { return fmt.Sprint(n) }
