// Package shuffle holds orders in which no number comes twice, and the numbers
// of 128 bits that count puzzles.
//
// A [Permutation] goes through the numbers below some n in an order that looks
// random. It keeps no list of them: every place of the order is computed, so
// that a stream of 10^24 puzzles can start anywhere and never repeats itself.
//
// # Guarantees
//
// The order of a key never changes, nor does [Mix]: both stand behind streams,
// packs and puzzle IDs that people keep. Nothing here allocates but [New].
//
// # Not here
//
// This is no cipher: who sees a part of an order can find its key.
//
// Start with [New] and [Permutation.At].
package shuffle
