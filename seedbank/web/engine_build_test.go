package web

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// maxEngine is how large the engine may be as it is sent to browsers.
const maxEngine = 1_000_000

// engineBuild is the command that builds the engine. What is not at the heart of solving
// is compiled without inlining, which makes it a tenth smaller when compressed.
var engineBuild = []string{
	"build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
	"-gcflags=std=-l", "-gcflags=github.com/seedoku/seedoku/internal/...=-l", "-gcflags=github.com/seedoku/seedoku/seedbank/...=-l",
}

// The engine is what the code is compiled to. With -update it is built anew, which is what
// make engine does.
func TestEngineIsBuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("the engine is not built: -short")
	}
	module := buildEngine(t)
	if *Update {
		packEngine(t, module)
	}
	committed, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packedEngine)))
	if err != nil {
		t.Fatal(err)
	}
	if !*Update && !bytes.Equal(module, committed) {
		t.Errorf("the engine of the page is not what its code is compiled to (%d bytes, want %d): run make engine", len(committed), len(module))
	}
	if len(packedEngine) > maxEngine {
		t.Errorf("the engine has %d bytes, more than %d", len(packedEngine), maxEngine)
	}
	t.Logf("the engine has %d bytes, %d compressed", len(committed), len(packedEngine))
}

// buildEngine compiles the engine with the version of Go that go.mod names.
func buildEngine(t *testing.T) []byte {
	t.Helper()
	root := filepath.Join("..", "..")
	modules, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^toolchain (go\S+)$`).FindSubmatch(modules)
	if named == nil {
		t.Fatal("go.mod names no toolchain")
	}
	file := filepath.Join(t.TempDir(), "engine.wasm")
	command := exec.Command("go", append(engineBuild, "-o", file, "./internal/engine/wasm")...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOWASM=", "GOFLAGS=", "CGO_ENABLED=0")
	if version := string(named[1]); runtime.Version() != version {
		command.Env = append(command.Env, "GOTOOLCHAIN="+version)
	}
	if out, err := command.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "toolchain") {
			t.Skipf("the engine is not built: %s is not to be had: %s", named[1], out)
		}
		t.Fatalf("%v: %v\n%s", command.Args, err, out)
	}
	module, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// packEngine writes the compressed engine.
func packEngine(t *testing.T, module []byte) {
	t.Helper()
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(module); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	packedEngine = packed.Bytes()
	if err := os.WriteFile(filepath.Join("engine", "engine.wasm.br"), packedEngine, 0o644); err != nil {
		t.Fatal(err)
	}
}
