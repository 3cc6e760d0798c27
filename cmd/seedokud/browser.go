package main

import (
	"os/exec"
	"runtime"
)

// openers are the programs that open an address in the browser, by system.
var openers = map[string][]string{
	"darwin":  {"open"},
	"windows": {"rundll32", "url.dll,FileProtocolHandler"},
}

// openBrowser opens an address in the user's browser, and does not wait for it.
func openBrowser(address string) error {
	words, ok := openers[runtime.GOOS]
	if !ok {
		words = []string{"xdg-open"} // of freedesktop.org
	}
	opener := exec.Command(words[0], append(words[1:], address)...)
	if err := opener.Start(); err != nil {
		return err
	}
	go opener.Wait() // releases the resources of the ended process
	return nil
}
