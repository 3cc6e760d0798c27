package read

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
)

// packedBy returns a text compressed in one of the ways of compressors.
func packedBy(t rapid.TB, name string, text []byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := compressors[name](&packed)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

// Whatever is compressed comes back, also in several parts one after another, and
// what is not compressed stays as it is.
func TestUnpackRoundTrip(t *testing.T) {
	for name := range compressors {
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
			more := rapid.SliceOf(rapid.Byte()).Draw(t, "more")
			packed := append(packedBy(t, name, text), packedBy(t, name, more)...)
			want := append(bytes.Clone(text), more...)
			if err := iotest.TestReader(Unpack(iotest.HalfReader(bytes.NewReader(packed))), want); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, text := range []string{"", "\x28", "\x28\xb5", "\x1f", "(", known} {
		if err := iotest.TestReader(Unpack(strings.NewReader(text)), []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestUnpackErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	text := bytes.Repeat([]byte(known+"\n"), 1000)
	for name := range compressors {
		packed := packedBy(t, name, text)
		damaged := bytes.Clone(packed)
		damaged[len(damaged)/2] ^= 0xff
		for _, test := range []struct {
			what string
			r    io.Reader
			want string
		}{
			{"half of it", bytes.NewReader(packed[:len(packed)/2]), "the " + name + " file is cut short"},
			{"its magic number", bytes.NewReader(packed[:4]), "the " + name + " file is cut short"},
			{"a damaged one", bytes.NewReader(damaged), name},
			{"a broken disk", io.MultiReader(bytes.NewReader(packed[:len(packed)/2]), iotest.ErrReader(broken)), broken.Error()},
		} {
			unpacked := Unpack(test.r)
			_, err := io.ReadAll(unpacked)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s, %s: got %v, want %q", name, test.what, err, test.want)
			}
			if _, again := unpacked.Read(make([]byte, 1)); again == nil || !strings.Contains(again.Error(), name) && !errors.Is(again, broken) {
				t.Errorf("%s, %s: reading on after the error gives %v", name, test.what, again)
			}
		}
	}
	more := append(packedBy(t, "gzip", text), "garbage"...)
	if _, err := io.ReadAll(Unpack(bytes.NewReader(more))); err == nil || !strings.Contains(err.Error(), "something follows its end") {
		t.Errorf("a whole gzip file with garbage after it: %v", err)
	}
	if _, err := Unpack(iotest.ErrReader(broken)).Read(make([]byte, 1)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// A window, or a frame without one, that takes more memory than there is for it
// is refused before it takes any.
func TestUnpackBoundsTheWindow(t *testing.T) {
	var wide bytes.Buffer
	w, err := zstd.NewWriter(&wide, zstd.WithWindowSize(2*bounds.Window))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, newEndless(known+"\n", 3*bounds.Window)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// A frame header as RFC 8878 has it: one segment, whose length has 8 bytes.
	segment := append([]byte("\x28\xb5\x2f\xfd\xe0"), binary.LittleEndian.AppendUint64(nil, 1<<40)...)
	for name, packed := range map[string][]byte{"window": wide.Bytes(), "segment": segment} {
		gauge := newHeapGauge(bytes.NewReader(packed))
		_, err := io.ReadAll(Unpack(gauge))
		gauge.measure()
		if err == nil || !strings.Contains(err.Error(), "a window of more than 8 MiB") {
			t.Errorf("%s: got %v", name, err)
		}
		if used := max(gauge.most, gauge.before) - gauge.before; used > bounds.Window {
			t.Errorf("%s: %d bytes of heap", name, used)
		}
	}
}

// FuzzUnpack demands that any bytes are unpacked in bounded memory.
func FuzzUnpack(f *testing.F) {
	for name := range compressors {
		f.Add(packedBy(f, name, []byte(known+"\n")))
		f.Add(packedBy(f, name, bytes.Repeat([]byte("1"), 1<<20)))
	}
	f.Add([]byte(known))
	f.Fuzz(func(t *testing.T, packed []byte) {
		const most = 16 << 20 // more than a window
		gauge := newHeapGauge(bytes.NewReader(packed))
		io.CopyN(io.Discard, Unpack(gauge), most)
		gauge.measure()
		if used := max(gauge.most, gauge.before) - gauge.before; used > mostHeap {
			t.Errorf("%d MB of heap", used>>20)
		}
	})
}

// A file that is cut short in its first bytes has one error, however often it is
// read.
func TestUnpackFailsForGood(t *testing.T) {
	for _, head := range []string{"\x1f\x8b", "\x1f\x8b\x08", "\x1f\x8b\x07 is no gzip", "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd\xff\xff"} {
		r := Unpack(strings.NewReader(head))
		_, first := io.ReadAll(r)
		_, second := r.Read(make([]byte, 10))
		if first == nil || second == nil || first.Error() != second.Error() {
			t.Errorf("%q: first %v, then %v", head, first, second)
		}
	}
}
