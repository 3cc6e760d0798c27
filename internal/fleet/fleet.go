// Package fleet mines a bank with many machines. A hub plans units of work, workers
// anywhere do them, and the hub stores what they find. NATS JetStream carries both.
//
// # Words
//
// A hub has the bank; a worker has neither bank nor disk. A unit is some seconds of
// work for one core ([mine.Unit]). A result is a part of the seeds and numbers that a unit
// gives. A dead unit has failed too often to be tried again.
//
// # How nothing is lost and nothing counts twice
//
// Units wait in a stream of their own. A unit leaves the stream when its worker says that
// all its results are safe. If a worker is silent for a while, another worker gets its
// unit.
//
// Results wait in a second stream, in order. The hub stores some of them in one
// transaction, which also notes the number of the last one; then it deletes them from
// the stream. A hub that is started again goes on after that number.
//
// A unit may be done twice. The bank notes which parts of a unit were counted, and so each
// part counts once. A worker that sends a result again gives it the same name, and the
// stream refuses a name that it has seen lately. Names are random, so that no worker can
// use up the names of others. A bank takes each seed only once.
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
// All messages are read with bounds. A unit carries a seal that only hubs of its bank can
// make. Its results carry the same seal; results without it are dropped. A worker signs its
// results with a key of its own, so that no worker is blamed for the results of another.
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
// Anybody who can connect can still read the messages of others, delete streams, hold units
// until others get them, and acknowledge units without results. The hub goes on then, but
// it does not plan these units again.
//
// # Not here
//
// Units and how to do them (package mine), and the bank (package seedbank).
//
// Start with [Hub] and [Worker].
package fleet
