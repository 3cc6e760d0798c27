// Package fleet mines a bank with many machines. A hub plans units of work, workers
// anywhere do them, and the hub stores what they find. NATS JetStream carries both.
//
// # Words
//
// A hub has the bank; a worker has neither bank nor disk. A unit is some seconds of
// work for one core ([work.Unit]). A result is a part of the seeds and numbers that a unit
// gives. A dead unit has failed too often to be tried again.
//
// # Doors
//
// A worker asks its hub three questions: give me a unit, take this result, and I am still at
// work. The questions are the same for every door. Behind all doors stands one gate, in the
// process of the hub. It alone uses the streams: a worker reaches no stream, no consumer, and
// no message of others.
//
// # How nothing is lost and nothing counts twice
//
// Units wait in a stream of their own. The gate gives a unit to a worker with a lease. The
// unit leaves the stream when all its results are safe. If a worker is silent for a while,
// another worker gets its unit.
//
// Results wait in a second stream, in order. The hub stores some of them in one
// transaction, which also notes the number of the last one; then it deletes them from
// the stream. A hub that is started again goes on after that number.
//
// A unit may be done twice. The bank notes which parts of a unit were counted, and so each
// part counts once. The gate takes each part under a lease once. A bank takes each seed only
// once. The next hub takes results under the leases of the last one: a lease is a text with a
// mark that only hubs of the bank can make.
//
// When the hub is behind, the stream of results is full, and workers wait before they send
// more. When the workers are behind, units wait, and the hub plans no more.
//
// # The end
//
// A hub and a worker end within five seconds after they are told to, even if the server
// does not answer. Then no question to the server lasts longer than a second, and ratings
// under way are given up. A hub logs each step that it waits for. The next hub checks the
// results that are not stored.
//
// # Trust
//
// All messages are read with bounds. A worker is who the door says, by a secret that only
// this worker has; the name that it states is only shown. A result counts only under the
// lease of its unit. What a worker says of itself changes nothing but its own row, and what
// is shown of its work is counted by the hub. Who asks too often waits.
//
// Beside its main loop the hub checks the clues of all seeds of a result. It rates a sample
// of the seeds again: at least one seed, with a few rungs each, for half a second at most. If
// a seed is false, or the numbers contradict each other, the hub stores nothing of the
// result. It has the unit done again, and refuses the worker from then on. It also checks
// all seeds that the worker sent before, at least back to the last good sample. It marks
// false seeds in the bank, for [mine.BringUpToDate].
//
// The hub does some units again: one in four of the units that gave far fewer seeds than
// usual for their kind, and one in fifty of the others. The same unit gives the same seeds
// everywhere. If a worker has kept seeds back, the hub refuses it and has its last units
// done again. All this takes half a core at most, and nothing if the hub's own worker is
// the only one.
//
// # Contributors
//
// Strangers come through HTTPS, each with a token that the bank knows by its hash. All that
// they give is noted with them: runs, units, seeds. Package trust has the rules of their
// audits. Until a contributor is proven, its seeds are claimed seeds: nothing is learned from
// them, and nothing is drawn, until the hub has rated them. Of an audit both results are
// compared as bytes; if they differ, the hub does the unit and compares both with its own. If
// a contributor has sent a false result, the hub takes back all that it gave, and plans its
// units again. The bank takes each seed from one contributor only, so the hub also plans again
// the units of others that gave some of the same seeds.
//
// The first unit of each worker is one whose result the hub knows.
//
// Whoever may use the streams of a cluster can still read messages, and delete streams and
// messages in them. The hub goes on then, but it does not plan these units again. The server
// in a hub lets only the hub use them.
//
// # Not here
//
// Which units a bank needs (package mine), how to do them (package internal/mine/work), and the
// bank (package seedbank).
//
// Start with [Hub] and [Worker].
package fleet
