//go:build wasip1

// Command wasm is the engine of the page: package engine as WebAssembly. It is a reactor
// of WASI, which runs when the page calls it. What it takes of WASI is the clock, random
// numbers and a place for its last words.
package main

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/engine"
)

// What the page and the engine share: the question before a call, the answer after it.
var (
	asking   engine.Engine
	question []byte
	answer   []byte
)

// room returns where the page is to write a question of n bytes.
//
//go:wasmexport room
func room(n int32) unsafe.Pointer {
	question = make([]byte, n+1)
	return unsafe.Pointer(unsafe.SliceData(question))
}

// speak makes the engine speak the language in the room: a line with its code, and its texts
// as in the file of the catalogue.
//
//go:wasmexport speak
func speak() {
	code, texts, _ := strings.Cut(inRoom(), "\n")
	catalogue.Give(code, texts)
	asking.Language = code
}

// inRoom returns the text that the page has written.
func inRoom() string { return string(question[:len(question)-1]) }

// ask answers the question in the room, and returns where the answer stands: a line with
// its status, a line with its media type, and its body. The first line of the question is
// its address. After the line "text" follow puzzles. After the line "position" follow a
// line with the puzzle, a line with its grid, and the candidates removed, with spaces
// between.
//
//go:wasmexport ask
func ask() unsafe.Pointer {
	address, text, _ := strings.Cut(inRoom(), "\n")
	kind, text, _ := strings.Cut(text, "\n")
	var a engine.Answer
	if kind == "position" {
		puzzle, rest, _ := strings.Cut(text, "\n")
		grid, removed, _ := strings.Cut(rest, "\n")
		a = asking.AnswerFrom(address, puzzle, grid, strings.Fields(removed))
	} else {
		a = asking.Answer(address, text)
	}
	answer = append(append(answer[:0], strconv.Itoa(a.Status)+"\n"+a.Type+"\n"...), a.Body...)
	return unsafe.Pointer(unsafe.SliceData(answer))
}

// length returns the length of the answer.
//
//go:wasmexport length
func length() int32 { return int32(len(answer)) }

func main() {}
