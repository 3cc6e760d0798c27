package web

import (
	"bytes"
	_ "embed" // for the engine
	"io"
	"net/http"
	"sync"

	"github.com/andybalholm/brotli"
)

// packedEngine is the engine of the page, which make engine builds: package engine as a
// module of WebAssembly, compressed by brotli.
//
//go:embed page/engine/engine.wasm.br
var packedEngine []byte

// engineHandler serves the engine under an address that changes when it does. Browsers
// take it as it is. For clients that do not take brotli, as browsers without https, it is
// unpacked.
type engineHandler struct {
	packed answer
	plain  func() answer
}

func newEngine() engineHandler {
	return engineHandler{
		packed: newAnswer(packedEngine, wasmType, true),
		plain: sync.OnceValue(func() answer {
			module, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packedEngine)))
			if err != nil {
				panic("web: unpacking the engine: " + err.Error()) // it is part of the program
			}
			return newAnswer(module, wasmType, true)
		}),
	}
}

const wasmType = "application/wasm"

// path returns the address of the engine.
func (e engineHandler) path() string {
	return "/engine/" + e.packed.etag[1:11] + ".wasm"
}

func (e engineHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept-Encoding")
	if quality(r.Header.Get("Accept-Encoding"), "br") == 0 {
		e.plain().serve(w, r)
		return
	}
	w.Header().Set("Content-Encoding", "br")
	e.packed.serve(w, r)
}
