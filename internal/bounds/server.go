package bounds

import "time"

// What one client sends to a server.
const (
	// Header is the length of the header of a request.
	Header = 16 * kib
	// HeaderTime is the time for a header, and for a body that no handler reads.
	HeaderTime = 10 * time.Second
	// Body is the length of a body.
	Body = 4 * mib
	// BodyPiece is the most of a body that is read at once.
	BodyPiece = 16 * kib
	// PieceTime is the time for each piece of a body, so that a body comes at 1.6 kB a
	// second at least.
	PieceTime = 10 * time.Second
	// BodyTime is the time for a whole body.
	BodyTime = time.Minute
	// Bodies is the length of all bodies at once.
	Bodies = 256 * mib
	// Unpacked is the length of a body when it is unpacked.
	Unpacked = 64 * mib
	// BodyPuzzles is the most puzzles of a body.
	BodyPuzzles = 10_000
	// GivenAway is the most puzzles of a body that says which were given away.
	GivenAway = 100_000
	// Mistyped is the most puzzles of a body in which mistyped cells are looked for.
	Mistyped = 1_000
	// WorkTime is the time for all puzzles of a body.
	WorkTime = 10 * time.Minute
)

// What one client gets from a server.
const (
	// Objects is the most puzzles of an answer that is one object.
	Objects = 1_000
	// Estimated is the most puzzles of an answer with minutes: each has to be solved.
	Estimated = 200
	// Tasks is the most puzzles of an answer to practise a technique: the path of each
	// has to be found.
	Tasks = 20
	// Labelled is the most positions that are searched for one with a label.
	Labelled = 5_000
	// Sequence is the most names of a sequence of steps.
	Sequence = 8
	// Sequenced is the most paths that are searched for a sequence of steps.
	Sequenced = 1_000
	// Census is the most positions of a technique in which labels are counted.
	Census = 1_000
	// Runs is the most runs of a bank in an answer, the last first.
	Runs = 1000
	// Streamed is the most puzzles of a long answer.
	Streamed = 1_000_000
	// Booklet is the most puzzles of a booklet, which is kept in memory.
	Booklet = 2_000
	// AnswerPiece is the most of an answer that is written at once.
	AnswerPiece = 32 * kib
	// AnswerTime is the time for a client to read a piece.
	AnswerTime = 30 * time.Second
	// AnswerRate is the fewest bytes a second that a client reads, after AnswerTime.
	AnswerRate = 8 * kib
	// BookletTime is the time for a client to read a booklet.
	BookletTime = 2 * time.Minute
)

// What all clients of a server take together.
const (
	// Clients is the most clients that are remembered, each with its rate of requests.
	// The one that came longest ago is forgotten, and may send at its full rate again.
	Clients = 1 << 16
	// Days is the most puzzles of days that are kept.
	Days = 256
	// Kinds is the most selections of puzzles that are kept. Each takes some kB, and
	// one by techniques a bit for each seed of the bank as well.
	Kinds = 64
	// Long is the most memory of all long answers together, also of those that wait
	// for their clients.
	Long = 100 * mib
	// Pressed is the most puzzles in the booklets that are being made: those of one of
	// the greatest length, and 250 for its fonts and tables. It takes 60 MB meanwhile.
	Pressed = Booklet + 250
	// Held is the most puzzles in the booklets that are being made or wait for their
	// clients. Each takes 3 kB.
	Held = 16_000
	// BookletRequests is the most requests for booklets at once.
	BookletRequests = 128
)

// What the members of a fleet send.
const (
	// Alive is the length of what a worker says of itself.
	Alive = 4 * kib
	// Result is the length of a result.
	Result = 256 * kib
	// ResultPart is above the number of any part of a unit: a unit has fewer puzzles.
	ResultPart = 1 << 22
	// ResultMade is more puzzles than a worker looks at for one unit.
	ResultMade = 1 << 24
	// Results is the length of all results that wait to be stored.
	Results = 512 * mib
	// Work is the length of a unit of work.
	Work = 128 * kib
	// WorkPuzzles is the most puzzles of a unit of work.
	WorkPuzzles = 1 << 20
	// WorkBudget is the most solutions that one move of a walk may find while it looks
	// for neighbors of a puzzle.
	WorkBudget = 1 << 20
	// WorkKinds is the most kinds of puzzles that a unit of work asks for.
	WorkKinds = 1000
	// Works is the most units of work that wait for workers.
	Works = 100_000
	// Failed is the most units that are kept because no worker could do them.
	Failed = 10_000
	// Members is the most workers that are told apart. Of more, those that were silent
	// longest are forgotten, up to a hundred at once.
	Members = 10_000
	// Cores is the most cores of one worker that are counted.
	Cores = 4096
	// Stored is the most that the NATS server of a hub keeps in memory for clients that
	// ask for it. A fleet itself keeps everything on the disk.
	Stored = 16 * mib
	// StoredFiles is the most that it keeps on the disk.
	StoredFiles = 4096 * mib
	// Asked is how many questions a worker may ask in a second. A worker with a hundred cores
	// needs a fifth of this.
	Asked = 100
	// AskedAtOnce is how many questions a worker may ask at once.
	AskedAtOnce = 2000
	// Answered is the most questions through HTTPS that a hub answers at a time.
	Answered = 512
	// Connections is the most connections through HTTPS that a hub keeps.
	Connections = 10_000
	// QuestionHeader is the length of the header of a question through HTTPS.
	QuestionHeader = 8 * kib
	// QuestionHeaderTime is the time for the header of a question through HTTPS.
	QuestionHeaderTime = 10 * time.Second
	// QuestionTime is the time for a whole question through HTTPS, such as a result.
	QuestionTime = 30 * time.Second
)
