package bounds

import (
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/sudoku"
)

// What happens beyond bounds.
const (
	refused = "refused with an error"
	ended   = "the connection ends"
	busy    = "503: try again later"
	inLine  = "an error in the answer, which ends"
	asked   = "refused: 400"
	slow    = "refused: 408"
	waiting = "they wait"
)

// bound is a line of [table].
type bound struct {
	In   string // where what is bounded comes from
	Name string // of the constant
	Of   string // what is bounded, for people
	Most int64
	Unit Unit
	Then string // what happens to what is larger
}

// text returns the bound for people, such as 16 MiB.
func (b *bound) text() string { return Text(b.Most, b.Unit) }

// table lists the bounds, place by place.
func table() []bound {
	return slices.Concat(ofFiles(), ofPacks(), ofBanks(), ofServers(), ofFleets())
}

func ofFiles() []bound {
	const in = "files of puzzles"
	return []bound{
		{in, "sudoku.MaxLine", "a line of a text, a record of a file with puzzles", sudoku.MaxLine, Bytes, "an error for the rest of the file"},
		{in, "Barren", "a part of a file or of an archive, unpacked, without a puzzle", Barren, Bytes, "an error for the rest of it"},
		{in, "Window", "the window of a zstd file", Window, Bytes, refused},
		{in, "Archive", "a zip archive, packed", Archive, Bytes, refused},
		{in, "Directory", "the list of files in a zip archive", Directory, Bytes, refused},
		{in, "Columns", "the cells of a row of a table", Columns, Things, refused},
		{in, "Depth", "the depth of JSON, XML and HTML", Depth, Things, "an error for the rest of the file; in HTML, no puzzle there"},
		{in, "Peek", "the beginning of a text that is searched for its format", Peek, Bytes, "the text is read as lines of puzzles"},
		{in, "Reason", "a reason in an error about a file", Reason, Bytes, "the rest of it is not shown"},
		{in, "Quote", "an argument in an error", Quote, Bytes, "the rest of it is not shown"},
		{in, "Patterns", "a text with patterns", Patterns, Bytes, refused},
	}
}

func ofPacks() []bound {
	const in = "packs"
	return []bound{
		{in, "Picture", "the file of a picture", Picture, Bytes, refused},
		{in, "Pixels", "the pixels of a picture", Pixels, Things, refused},
		{in, "Decoding", "the memory that the pixels of a picture take, as its header says", Decoding, Bytes, refused},
		{in, "Scans", "the scans of a progressive JPEG", Scans, Things, refused},
		{in, "Font", "the file of a font", Font, Bytes, refused},
		{in, "FontNames", "the names in a font", FontNames, Bytes, refused},
		{in, "Composite", "a letter of a font that is made of others", Composite, Bytes, refused},
		{in, "Components", "the letters that such a letter is made of", Components, Things, refused},
		{in, "Nesting", "the depth of such compositions", Nesting, Things, refused},
		{in, "Prose", "a text in Markdown for a booklet", Prose, Bytes, refused},
		{in, "Phrase", "another text for a pack, such as a title", Phrase, Bytes, refused},
		{in, "Book", "the puzzles of a new booklet on the command line", Book, Things, refused},
		{in, "Manifest", "the manifest of a pack", Manifest, Bytes, refused},
		{in, "Files", "the files of a part of a manifest", Files, Things, refused},
		{in, "IDs", "the IDs of a part of a manifest", IDs, Things, "a pack in several formats and a calendar are refused with an error; other manifests have no IDs"},
	}
}

func ofBanks() []bound {
	const in = "banks"
	return []bound{
		{in, "Row", "a row of a bank", Row, Bytes, "the bank is damaged"},
		{in, "RowsAtOnce", "the rows of seeds that are read at once", RowsAtOnce, Bytes, "the rest is read later"},
		{in, "Rungs", "the rungs of a seed", Rungs, Things, refused},
		{in, "Name", "a name from a bank in an error", Name, Bytes, "the rest of it is not shown"},
		{in, "Seeds", "a message of a file of seeds", Seeds, Bytes, refused},
	}
}

func ofServers() []bound {
	const in = "the server"
	return []bound{
		{in, "Header", "the header of a request", Header, Bytes, "refused: 431"},
		{in, "HeaderTime", "the time for a header, and for a body that nobody reads", seconds(HeaderTime), Seconds, ended},
		{in, "Body", "a body", Body, Bytes, "refused: 413"},
		{in, "BodyPiece", "a piece of a body", BodyPiece, Bytes, "more pieces, each with its time"},
		{in, "PieceTime", "the time for a piece of a body", seconds(PieceTime), Seconds, slow},
		{in, "BodyTime", "the time for a whole body", seconds(BodyTime), Seconds, slow},
		{in, "Bodies", "all bodies at once", Bodies, Bytes, busy},
		{in, "Unpacked", "a body when it is unpacked", Unpacked, Bytes, inLine},
		{in, "BodyPuzzles", "puzzles in a body", BodyPuzzles, Things, inLine},
		{in, "GivenAway", "puzzles in a body that were given away", GivenAway, Things, "refused: 422"},
		{in, "Mistyped", "puzzles in a body in which mistyped cells are looked for", Mistyped, Things, "others are not looked at for this"},
		{in, "WorkTime", "the time for all puzzles of a body", seconds(WorkTime), Seconds, inLine},
		{in, "Objects", "puzzles in a JSON object", Objects, Things, asked},
		{in, "Estimated", "puzzles in an answer with minutes or bottlenecks", Estimated, Things, asked},
		{in, "Tasks", "puzzles to practise", Tasks, Things, asked},
		{in, "Labelled", "positions that are searched for a label", Labelled, Things, "the answer has those that were found"},
		{in, "Sequence", "the names of a sequence of steps", Sequence, Things, asked},
		{in, "Sequenced", "paths that are searched for a sequence of steps", Sequenced, Things, "the answer has those that were found"},
		{in, "Census", "positions of a technique in which labels are counted", Census, Things, "the answer says how many were looked at"},
		{in, "Runs", "runs of the bank in an answer", Runs, Things, "older ones are left out"},
		{in, "Streamed", "puzzles in a long answer", Streamed, Things, asked},
		{in, "Booklet", "puzzles in a booklet", Booklet, Things, asked},
		{in, "AnswerPiece", "a piece of an answer", AnswerPiece, Bytes, "more pieces, each with its time"},
		{in, "AnswerTime", "the time for a client to read a piece of an answer", seconds(AnswerTime), Seconds, ended},
		{in, "AnswerRate", "the bytes that a client must read a second, after this time", AnswerRate, Bytes, ended + " if it reads fewer"},
		{in, "BookletTime", "the time for a client to read a booklet", seconds(BookletTime), Seconds, ended},
		{in, "Clients", "clients whose rates are measured", Clients, Things, "the least recent one is forgotten"},
		{in, "Days", "puzzles of days in memory", Days, Things, "the least recently used one is dropped"},
		{in, "Kinds", "selections in memory", Kinds, Things, "the least recently used one is dropped"},
		{in, "Long", "the memory of all long answers", Long, Bytes, busy},
		{in, "Pressed", "puzzles of all booklets that are being made", Pressed, Things, waiting},
		{in, "Held", "puzzles of all booklets that are being made or read by clients", Held, Things, waiting},
		{in, "BookletRequests", "requests for booklets at once", BookletRequests, Things, busy},
	}
}

func ofFleets() []bound {
	const in = "a fleet"
	return []bound{
		{in, "Alive", "a status message of a worker", Alive, Bytes, refused},
		{in, "Result", "a result", Result, Bytes, refused},
		{in, "ResultPart", "the number of the part in a result", ResultPart, Things, refused},
		{in, "ResultMade", "the number of made puzzles in a result", ResultMade, Things, refused},
		{in, "Results", "all results that wait to be stored", Results, Bytes, "workers wait"},
		{in, "Work", "a unit of work", Work, Bytes, refused},
		{in, "WorkPuzzles", "puzzles in a unit of work", WorkPuzzles, Things, refused},
		{in, "WorkBudget", "solutions that a move of a walk may examine", WorkBudget, Things, refused},
		{in, "WorkKinds", "kinds of puzzles that a unit of work asks for", WorkKinds, Things, refused},
		{in, "Works", "units of work that wait", Works, Things, "the hub waits"},
		{in, "Failed", "failed units that are stored", Failed, Things, "new ones are not stored"},
		{in, "Members", "known workers", Members, Things, "those that were silent longest are forgotten, up to 100 at once, and last those that gave seeds or are refused"},
		{in, "Cores", "cores of one worker", Cores, Things, "not counted"},
		{in, "Stored", "what the NATS server of a hub keeps in memory for others", Stored, Bytes, refused},
		{in, "StoredFiles", "what it keeps on the disk", StoredFiles, Bytes, refused},
		{in, "Asked", "questions of a worker in a second, on average", Asked, Things, "it has to wait"},
		{in, "AskedAtOnce", "questions of a worker at once", AskedAtOnce, Things, "it has to wait"},
		{in, "trust.HeldByNew", "units that a new contributor has at a time", trust.HeldByNew, Things, "it has to wait"},
		{in, "trust.HeldMore", "units more for each that was confirmed", trust.HeldMore, Things, "it has to wait"},
		{in, "trust.HeldLess", "units fewer for each that it took and did not do in time, but at least one is left", trust.HeldLess, Things, "it has to wait"},
		{in, "trust.HeldByAny", "units that any contributor has at a time", trust.HeldByAny, Things, "it has to wait"},
		{in, "Answered", "questions through HTTPS at a time", Answered, Things, "429: ask again later"},
		{in, "Connections", "connections through HTTPS", Connections, Things, ended},
		{in, "QuestionHeader", "the header of a question through HTTPS", QuestionHeader, Bytes, "refused: 431"},
		{in, "QuestionHeaderTime", "the time for it", seconds(QuestionHeaderTime), Seconds, ended},
		{in, "QuestionTime", "the time for a whole question through HTTPS, such as a result", seconds(QuestionTime), Seconds, ended},
	}
}

// seconds returns a time as it stands in the table.
func seconds(d time.Duration) int64 { return int64(d / time.Second) }
