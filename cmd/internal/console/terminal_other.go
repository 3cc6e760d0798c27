//go:build !windows

package console

import "os"

// takesSequences reports whether a terminal obeys escape sequences.
func takesSequences(*os.File) bool { return os.Getenv("TERM") != "dumb" }
