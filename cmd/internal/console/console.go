// Package console shows the progress of long tasks: as a picture on a terminal, and as lines
// elsewhere.
//
// # Words
//
// A terminal describes what the destination of output can show. A screen is a part of a
// terminal that is drawn again and again in the same place; a frame is one drawing.
//
// # Not here
//
// What the commands do, the progress of mining (package mining), and charts of banks (package
// chart).
//
// Start with [TerminalOf] and [StartDisplay].
package console
