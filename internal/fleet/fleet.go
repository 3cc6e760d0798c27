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
// result once, although a unit may be done twice: the bank notes which parts of a unit
// were counted. A worker that sends a result again gives it the same name, and the stream
// refuses a name that it has seen lately. Names are random, so that nobody can use up
// those of others. Beyond that a bank takes a seed only once.
//
// When the hub is behind, the stream of results is full, and workers wait with theirs.
// When the workers are behind, units wait, and the hub plans no more.
//
// # The end
//
// A hub and a worker end within five seconds after they are told to, whatever the server
// does: no question to it outlasts a second then, and nobody waits for ratings. A hub
// logs what it waits for. What is checked and not stored is checked by the next hub.
//
// # Trust
//
// Everything that comes over the network is read with bounds. A unit carries a seal that
// only hubs of its bank can make, and its results carry it back; others are dropped. A
// worker signs its results with a key of its own, so nobody is blamed for the results of
// another.
//
// Beside its main loop the hub checks the clues of all seeds of a result, and rates a
// sample of them anew, one seed at least, with a few rungs each and for half a second at
// most. If something is false, or the numbers do not fit together, nothing of the result
// is stored, its unit is done again, and the worker is refused from then on. The seeds that
// the worker sent before, back to the last good sample and mostly beyond, are checked in
// full meanwhile; false ones are marked in the bank, for [mine.Rerate].
//
// Some units are done again by the hub: one in four of those that gave far less than
// their kind does, and one in fifty of the others. The same unit gives the same seeds
// everywhere. A worker that has kept seeds back is refused, and the units that it has
// done lately are done again. All this takes half a core at most, and nothing if the
// hub's own worker is the only one.
//
// Whoever is let in can still listen to what others send, take units and leave them
// undone until others get them, say that units are done of which nothing has come, and
// delete streams. The hub goes on then, but the units are not planned again.
//
// # Not here
//
// What a unit is and how it is done (package mine), and the bank (package seedbank).
//
// Start with [Hub] and [Worker].
package fleet
