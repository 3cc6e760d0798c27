// Package fleet mines a bank with many machines. A hub plans units of work, workers
// anywhere do them, and the hub stores what they find. NATS JetStream carries both.
//
// # Words
//
// A hub has the bank; a worker has neither bank nor disk. A unit is some seconds of
// work for one core ([mine.Unit]); a result is a part of what a unit gives. A dead
// unit is one that has failed too often to be tried again.
//
// # How nothing is lost and nothing counts twice
//
// Units wait in a stream of their own, and a unit leaves it when its worker says that
// all its results are safe. A worker that is not heard of for a while has lost its
// unit to another one.
//
// Results wait in a second stream, in order. The hub stores some of them in one
// transaction, which also notes the number of the last one; then it deletes them from
// the stream. A hub that is killed goes on behind that number. So it counts each
// result once, although a unit may be done twice: its results have names, and the
// stream refuses a name that it has seen lately. Beyond that a bank takes a seed only
// once.
//
// When the hub is behind, the stream of results is full, and workers wait with theirs.
// When the workers are behind, units wait, and the hub plans no more.
//
// # Trust
//
// Everything that comes over the network is read with bounds. Of each result the hub
// checks the clues of all seeds and rates a sample of them anew, one seed at least,
// before it stores any. A worker with a false seed in a result is refused from then on,
// by its name. That result is checked in full, and its true seeds are stored. The seeds
// that the worker sent before, back to the last good sample and mostly beyond, are checked
// in full as well; false ones are marked in the bank, for [mine.Rerate].
//
// # Not here
//
// What a unit is and how it is done (package mine), and the bank (package seedbank).
//
// Start with [Hub] and [Worker].
package fleet
