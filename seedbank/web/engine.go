package web

import (
	"bytes"
	"compress/gzip"
	_ "embed" // for the engine
	"io"
	"net/http"
	"sync"

	"github.com/andybalholm/brotli"
)

// packedEngine is the engine of the page, which make engine builds: package engine as a
// module of WebAssembly, compressed by brotli.
//
//go:embed engine/engine.wasm.br
var packedEngine []byte

// engineHandler serves the engine under an address that changes when it does. Browsers
// take it as it is. For clients that do not take brotli, as browsers without https, it is
// packed by gzip or unpacked, once when the first of them asks.
type engineHandler struct {
	packed         answer
	gzipped, plain func() answer
}

func newEngine() engineHandler {
	plain := sync.OnceValue(func() answer {
		module, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packedEngine)))
		if err != nil {
			panic("web: unpacking the engine: " + err.Error()) // it is part of the program
		}
		return newAnswer(module, wasmType, true)
	})
	return engineHandler{
		packed:  newAnswer(packedEngine, wasmType, true),
		gzipped: sync.OnceValue(func() answer { return newAnswer(gzipped(plain().body), wasmType, true) }),
		plain:   plain,
	}
}

// gzipped returns a text packed by gzip.
func gzipped(text []byte) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(text) // a buffer takes everything
	w.Close()
	return packed.Bytes()
}

const wasmType = "application/wasm"

// path returns the address of the engine.
func (e engineHandler) path() string {
	return "/engine/" + e.packed.etag[1:11] + ".wasm"
}

func (e engineHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept-Encoding")
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case quality(accepted, "br") > 0:
		w.Header().Set("Content-Encoding", "br")
		e.packed.serve(w, r)
	case quality(accepted, "gzip") > 0:
		w.Header().Set("Content-Encoding", "gzip")
		e.gzipped().serve(w, r)
	default:
		e.plain().serve(w, r)
	}
}
