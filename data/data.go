// Package data holds the starter bank, so that a program without any file
// beside it has puzzles to draw. README.md tells how the bank was mined.
package data

import "embed"

// Starter is the name of the starter bank in [FS].
const Starter = "starter.db"

// FS holds the starter bank.
//
//go:embed starter.db
var FS embed.FS
