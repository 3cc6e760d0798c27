// Package console shows people on a terminal how long work is doing, and elsewhere
// writes lines.
//
// # Words
//
// A terminal is what the place where output goes can show. A screen is a part of a
// terminal that is drawn again and again in the same place; a frame is one drawing.
//
// # Not here
//
// What the commands do, the progress of mining (package mining), and charts of banks (package
// chart).
//
// Start with [TerminalOf] and [StartDisplay].
package console
