package main

import (
	"time"
)

// progressPause is the time between two lines that say how far long work is,
// where there is no terminal to draw on.
const progressPause = 10 * time.Second

// nowAndThen returns a function that reports whether a pause is over since it
// last did.
func nowAndThen(pause time.Duration) func() bool {
	said := time.Now()
	return func() bool {
		if time.Since(said) < pause {
			return false
		}
		said = time.Now()
		return true
	}
}

// sayDone returns a function that says from time to time how much is done.
func (p *program) sayDone(what string) func(done, of uint64) {
	due := nowAndThen(progressPause)
	return func(done, of uint64) {
		if due() {
			p.Say("%d of %d %s\n", done, of, what)
		}
	}
}
