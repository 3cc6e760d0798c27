package phrase

import (
	"testing"

	"pgregory.net/rapid"
)

func TestSize(t *testing.T) {
	for bytes, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.00 kB", 9_994_000: "9.99 MB", 9_996_000: "10.0 MB",
		20_418_560: "20.4 MB", 999_400_000: "999 MB", 999_600_000: "1.00 GB", 1e15: "1000 TB",
	} {
		if got := Size(bytes); got != want {
			t.Errorf("%d bytes are written %q, want %q", bytes, got, want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{"10GB": 1e10, "1.5 tb": 15e11, "800MB": 8e8, "0kB": 0, "3KB": 3000} {
		if got, err := ParseSize(text); got != want || err != nil {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GB", "10", "10G", "-1GB", "NaNGB", "1e300GB", "tenGB"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

// A size that is written is read as nearly the same.
func TestSizesAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Int64Range(1000, 1e15).Draw(t, "bytes")
		got, err := ParseSize(Size(bytes))
		if err != nil || got < bytes-bytes/100 || got > bytes+bytes/100 {
			t.Fatalf("%d is written %q and read as %d, %v", bytes, Size(bytes), got, err)
		}
	})
}
