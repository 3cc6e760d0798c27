package seed

import (
	"bytes"
	"hash/crc32"
	"strings"
	"testing"
)

// An error shows no more than the beginning of a name that a stranger has sent.
func TestLongNamesInErrors(t *testing.T) {
	long := appendBytes(nil, []byte(strings.Repeat("n", 1<<20)))
	message := Marshal(goldenBatch(t))
	for _, name := range []string{"x-wing", "walk"} {
		body := bytes.Replace(message[:len(message)-crc32.Size], appendBytes(nil, []byte(name)), long, 1)
		if _, err := Unmarshal(withCRC(body)); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}
