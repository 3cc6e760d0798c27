// Package data holds the starter bank, so that a program without any file
// beside it has puzzles to draw: seedbank.OpenFS(ctx, data.FS, data.Starter) opens it. A
// program that imports this package is 27 MB larger. README.md tells how the bank was mined.
package data

import "embed"

// Starter is the name of the starter bank in [FS].
const Starter = "starter.db"

// Digest identifies the contents of the starter bank: the first 63 bits of the SHA-256 of its
// file. go test ./data -update writes it.
const Digest uint64 = 0x135b4601bb157b82

// FS holds the starter bank.
//
//go:embed starter.db
var FS embed.FS
