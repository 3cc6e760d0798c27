package seed

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
)

// fileOf returns batches as a file of seeds.
func fileOf(t rapid.TB, batches ...Batch) []byte {
	t.Helper()
	var file bytes.Buffer
	w := NewFileWriter(&file)
	for i := range batches {
		for j := range batches[i].Seeds {
			if err := w.Write(&batches[i].Seeds[j], batches[i].Rater); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	size := file.Len()
	if err := w.Write(&Seed{}, 1); !errors.Is(err, fs.ErrClosed) {
		t.Fatalf("writing after the end: %v", err)
	}
	if err := w.Close(); err != nil || file.Len() != size {
		t.Fatalf("closing again: %v, %d bytes more", err, file.Len()-size)
	}
	return file.Bytes()
}

// readAll returns what is in a file of seeds, until the first error.
func readAll(r io.Reader) (batches []Batch, err error) {
	for b, err := range ReadFile(r) {
		if err != nil {
			return batches, err
		}
		batches = append(batches, *b)
	}
	return batches, nil
}

func TestFileRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Batch
		for rater := range rapid.IntRange(0, 3).Draw(t, "batches") {
			b := Batch{Rater: rater}
			for range rapid.IntRange(1, 3).Draw(t, "seeds") {
				b.Seeds = append(b.Seeds, drawSeed(t))
			}
			want = append(want, b)
		}
		file := fileOf(t, want...)
		got, err := readAll(iotest.OneByteReader(bytes.NewReader(file)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, asValues); diff != "" {
			t.Fatal(diff)
		}
		if !bytes.Equal(fileOf(t, got...), file) || !IsFile(file[:8]) {
			t.Fatal("the same seeds give other bytes")
		}
	})
}

// However many seeds and rungs there are, no message is longer than a reader
// takes.
func TestFileOfManySeeds(t *testing.T) {
	s := someSeeds()[0]
	s.Rungs = manyRungs(&s, bounds.Rungs)
	many := Batch{Rater: 1}
	for range 3 * batchSeeds {
		many.Seeds = append(many.Seeds, someSeeds()[1])
	}
	for range 3 * batchRungs / bounds.Rungs {
		many.Seeds = append(many.Seeds, s)
	}
	batches, err := readAll(bytes.NewReader(fileOf(t, many)))
	if err != nil {
		t.Fatal(err)
	}
	var got Batch
	for _, b := range batches {
		got.Rater, got.Seeds = b.Rater, append(got.Seeds, b.Seeds...)
	}
	if len(batches) < 6 {
		t.Errorf("%d messages", len(batches))
	}
	same := func(a, b Seed) bool { // cmp takes a second
		rungs := slices.Equal(a.Rungs, b.Rungs)
		a.Rungs, b.Rungs = nil, nil
		return rungs && reflect.DeepEqual(a, b)
	}
	if got.Rater != many.Rater || !slices.EqualFunc(many.Seeds, got.Seeds, same) {
		t.Errorf("%d seeds come back as %d, or as other ones", len(many.Seeds), len(got.Seeds))
	}
}

// Files stay for years: fix the code so that these bytes stay.
const goldenFile = "73646b7365656473" + "01" + "0000009d" + goldenMessage + "00000000" + "0000000000000002"

func TestFileGolden(t *testing.T) {
	if got := hex.EncodeToString(fileOf(t, *goldenBatch(t))); got != goldenFile {
		t.Errorf("the file is\n%s, want\n%s", got, goldenFile)
	}
}

func TestDamagedFiles(t *testing.T) {
	file := fileOf(t, *goldenBatch(t), Batch{Rater: 2, Seeds: someSeeds()[:1]})
	refuse := func(file []byte, want string) {
		t.Helper()
		_, err := readAll(bytes.NewReader(file))
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) {
			t.Fatalf("%x: error %v, want one with %q", file, err, want)
		}
	}
	for i := range file {
		refuse(file[:i], "cut short")
		for _, flip := range []byte{1, 0x80, 0xff} {
			file[i] ^= flip
			refuse(file, "")
			file[i] ^= flip
		}
	}
	refuse(append(bytes.Clone(file), 0), "after its end")
	refuse(append(file[:9:9], 0xff, 0xff, 0xff, 0xff), "more than")
	refuse([]byte("SQLite format 3\x00"), "its first bytes are wrong")
	refuse(withByte(file, len(fileMark), 2), "it has form 2")
	second := len(fileMark) + 1 + 4 + int(binary.BigEndian.Uint32(file[len(fileMark)+1:]))
	refuse(append(bytes.Clone(file[:second]), file[len(file)-12:]...), "has 2")

	broken := errors.New("broken")
	if _, err := readAll(io.MultiReader(bytes.NewReader(file[:50]), iotest.ErrReader(broken))); err != broken {
		t.Errorf("error %v, want the one of the reader", err)
	}
}

// No file makes the reader panic, and what it can read can be written, and read
// again.
func FuzzReadFile(f *testing.F) {
	f.Add(fileOf(f))
	f.Add(fileOf(f, *goldenBatch(f)))
	f.Add(fileOf(f, *goldenBatch(f), Batch{Rater: 2, Seeds: someSeeds()[:2]}))
	f.Fuzz(func(t *testing.T, file []byte) {
		first, err := readAll(bytes.NewReader(file))
		if err != nil {
			if !errors.Is(err, ErrFile) {
				t.Fatal(err)
			}
			return
		}
		second, err := readAll(bytes.NewReader(fileOf(t, first...)))
		if err != nil {
			t.Fatal(err)
		}
		join := func(batches []Batch) (seeds []Seed) {
			for _, b := range batches {
				seeds = append(seeds, b.Seeds...)
			}
			return seeds
		}
		if diff := cmp.Diff(join(first), join(second), asValues); diff != "" {
			t.Fatal(diff)
		}
	})
}
