package bounds

import "time"

// What one client sends to a server.
const (
	// Header is the length of the header of a request.
	Header = 16 * kib
	// HeaderTime is how long a header may take, and a body that nobody reads.
	HeaderTime = 10 * time.Second
	// Body is the length of a body.
	Body = 4 * mib
	// BodyPiece is how many bytes of a body are read at once.
	BodyPiece = 16 * kib
	// PieceTime is how long each piece of a body may take: a body comes at 1.6 kB a
	// second at least.
	PieceTime = 10 * time.Second
	// BodyTime is how long a whole body may take.
	BodyTime = time.Minute
	// Bodies is the length of all bodies at once.
	Bodies = 256 * mib
	// Unpacked is the length of a body when it is unpacked.
	Unpacked = 64 * mib
	// BodyPuzzles is how many puzzles a body has.
	BodyPuzzles = 10_000
	// WorkTime is how long all puzzles of a body may take.
	WorkTime = 10 * time.Minute
)

// What one client gets from a server.
const (
	// Objects is how many puzzles an answer has that is one object.
	Objects = 1_000
	// Tasks is how many puzzles an answer has to practise a technique: the path of
	// each has to be found.
	Tasks = 20
	// Runs is how many runs of a bank an answer lists, the last first.
	Runs = 1000
	// Streamed is how many puzzles a long answer has.
	Streamed = 1_000_000
	// Booklet is how many puzzles a booklet has, which is kept in memory.
	Booklet = 2_000
	// AnswerPiece is how many bytes of an answer are written at once.
	AnswerPiece = 32 * kib
	// AnswerTime is how long a client may take to read a piece.
	AnswerTime = 30 * time.Second
	// BookletTime is how long a client may take to read a booklet.
	BookletTime = 2 * time.Minute
)

// What all clients of a server take together.
const (
	// Clients is how many clients are remembered, each with its rate of requests. One
	// that has not come for so long may send at its full rate again.
	Clients = 1 << 16
	// Days is how many puzzles of days are kept.
	Days = 256
	// Kinds is how many selections of puzzles are kept. Each takes some kB, and a bit
	// for each seed of the bank if it is by techniques.
	Kinds = 64
	// Long is the memory of all long answers, also of those that wait for their
	// clients.
	Long = 100 * mib
	// Pressed is how many puzzles there are in the booklets that are being made: in
	// one of the greatest length, with the weight of its fonts and tables. It takes
	// 60 MB meanwhile.
	Pressed = Booklet + 250
	// Held is how many puzzles there are in the booklets that are being made or wait
	// for their clients. Each takes 3 kB.
	Held = 16_000
	// BookletRequests is how many requests for booklets are taken on.
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
	// WorkPuzzles is how many puzzles a unit of work has.
	WorkPuzzles = 1 << 20
	// WorkBudget is how many solutions a look at the neighbors of a puzzle by one move may
	// find.
	WorkBudget = 1 << 20
	// WorkKinds is how many kinds of puzzles a unit of work asks for.
	WorkKinds = 1000
	// Works is how many units of work wait for workers.
	Works = 100_000
	// Failed is how many units that no worker could do are kept.
	Failed = 10_000
	// Members is how many workers are told apart. The one that was silent longest
	// makes place.
	Members = 10_000
	// Cores is how many cores of one worker are counted.
	Cores = 4096
	// Stored is what the NATS server of a hub keeps in memory for whoever asks it to.
	// A fleet keeps everything on the disk.
	Stored = 16 * mib
)
