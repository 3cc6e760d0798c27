package data

import (
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"regexp"
	"testing"
)

var update = flag.Bool("update", false, "write the digest of the starter bank")

// The digest is the one of the file. With an outdated one, users would not hear of new puzzles.
func TestDigest(t *testing.T) {
	content, err := FS.ReadFile(Starter)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	digest := binary.BigEndian.Uint64(sum[:]) >> 1
	if digest == Digest {
		return
	}
	if !*update {
		t.Fatalf("the digest of %s is %#x, not %#x: go test ./data -update writes it", Starter, digest, Digest)
	}
	code, err := os.ReadFile("data.go")
	if err != nil {
		t.Fatal(err)
	}
	code = regexp.MustCompile(`Digest uint64 = \w+`).ReplaceAll(code, fmt.Appendf(nil, "Digest uint64 = %#x", digest))
	if err := os.WriteFile("data.go", code, 0o666); err != nil {
		t.Fatal(err)
	}
}
