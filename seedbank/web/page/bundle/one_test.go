package bundle

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "build the parts of the file that plays anew")

// The parts that package page embeds are those of its sources.
func TestOneIsBuilt(t *testing.T) {
	parts, err := One()
	if err != nil {
		t.Fatal(err)
	}
	var built bytes.Buffer
	w := json.NewEncoder(&built)
	w.SetEscapeHTML(false)
	w.SetIndent("", "\t")
	if err := w.Encode(parts); err != nil {
		t.Fatal(err)
	}
	const path = "../built/one.json"
	if *update {
		if err := os.WriteFile(path, built.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(committed, built.Bytes()) {
		t.Errorf("%s is not what its sources are built to: run make engine", path)
	}
}
