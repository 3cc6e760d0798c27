// Package shuffle puts numbers in a random order that never repeats one, and
// counts puzzles in 128 bits.
//
// A [Permutation] goes through the numbers below some n in an order that looks
// random. It keeps no list of them: every place of the order is computed, so
// that a stream of 10^24 puzzles can start anywhere and never repeats itself.
//
// # Words
//
// A key selects one of the orders. A place is a position in an order, from 0.
//
// # Conventions
//
// A [Uint128] is a value: its methods return a new one.
//
// # Guarantees
//
// The order of a key never changes, nor does [Mix]. Streams, packs and puzzle
// IDs that people keep depend on both. Only [New] and String allocate.
//
// # Not here
//
// Ciphers: whoever sees a part of an order can find its key.
//
// Start with [New] and [Permutation.At].
package shuffle
