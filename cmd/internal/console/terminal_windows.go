package console

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesSequences reports whether a terminal obeys escape sequences. A console of
// Windows needs a call for this.
func takesSequences(file *os.File) bool {
	console := windows.Handle(file.Fd())
	var mode uint32
	if err := windows.GetConsoleMode(console, &mode); err != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
