package seed

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// withCRC appends the right CRC-32 to the body of a message.
func withCRC(body []byte) []byte {
	return binary.BigEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
}

func TestMessageRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := &Batch{Rater: rapid.IntRange(0, 1<<31-1).Draw(t, "rater")}
		for range rapid.IntRange(0, 4).Draw(t, "seeds") {
			want.Seeds = append(want.Seeds, drawSeed(t))
		}
		message := Marshal(want)
		got, err := Unmarshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, asValues); diff != "" {
			t.Fatal(diff)
		}
		if !bytes.Equal(Marshal(want), message) || !bytes.Equal(Marshal(got), message) {
			t.Fatal("the same batch gives other bytes")
		}
	})
}

func TestMessageOfRealSeeds(t *testing.T) {
	want := &Batch{Rater: rating.Version, Seeds: append(someSeeds(), symmetricSeed(), seedWithAutomorphisms())}
	got, err := Unmarshal(Marshal(want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, asValues); diff != "" {
		t.Error(diff)
	}
}

// goldenBatch is a batch with everything that a message can hold.
func goldenBatch(t testing.TB) *Batch {
	a, b := goldenSeed(t), goldenSeed(t)
	a.Rating = rating.Result{ER: 66, EP: 28, ED: 12, Hardest: technique(t, "x-wing")}
	a.Rating.Uses[technique(t, "naked-single")] = 300
	a.Rating.Uses[technique(t, "x-wing")] = 1
	a.Rungs = []Rung{
		{Added: sudoku.CellSet(0), ER: 66, EP: 28, ED: 12, Hardest: technique(t, "x-wing"), Automorphisms: 1},
		{Added: sudoku.CellSet(0, 80), ER: 23, EP: 23, ED: 12, Hardest: technique(t, "naked-single"), Automorphisms: 2},
		{Added: sudoku.CellSet(1), ER: 66, EP: 28, ED: 12, Hardest: technique(t, "x-wing"), Automorphisms: 1},
		{Added: sudoku.CellSet(0, 10, 53, 54), ER: 12, EP: 12, ED: 12, Hardest: technique(t, "naked-single"), Automorphisms: 648},
	}
	b.Rating = rating.Result{ER: 23, EP: 15, ED: 15, Hardest: technique(t, "naked-single")}
	b.Automorphisms, b.Origin = 648, Import
	return &Batch{Rater: 1, Seeds: []Seed{a, b}}
}

// Messages are kept in files and come from other versions: fix the code so that
// these bytes stay.
const goldenMessage = "73646b75" + "01" + "01" +
	"04" + "06782d77696e67" + "0477616c6b" + "0c6e616b65642d73696e676c65" + "06696d706f7274" +
	"02" +
	"00616301445189a5310b00" + "11234456274589446281743837" + "421c0c" + "00" + "01" + "0123456789abcdef" + "01" +
	"05" + "02ac020001" + "1a" + "03" +
	"0002" + "00" + "d017170c0202" +
	"0001" + "01" +
	"0101" + "d1030a35360c0c0c028805" +
	"00616301445189a5310b00" + "11234456274589446281743837" + "170f0f" + "02" + "8805" + "0123456789abcdef" + "03" +
	"00" + "01" + "00" +
	"6866e08e"

func TestMessageGolden(t *testing.T) {
	want := goldenBatch(t)
	if got := hex.EncodeToString(Marshal(want)); got != goldenMessage {
		t.Errorf("the message is\n%s, want\n%s", got, goldenMessage)
	}
	message, err := hex.DecodeString(goldenMessage)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Unmarshal(message)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, asValues); diff != "" {
		t.Error(diff)
	}
}

// wantBadMessage expects an error that wraps ErrMessage and contains a text.
func wantBadMessage(t testing.TB, message []byte, want string) {
	t.Helper()
	b, err := Unmarshal(message)
	if !errors.Is(err, ErrMessage) || b != nil || !strings.Contains(fmt.Sprint(err), want) {
		t.Fatalf("Unmarshal(%x) = %v, %v; want an error with %q", message, b, err, want)
	}
}

func TestDamagedMessages(t *testing.T) {
	message := Marshal(goldenBatch(t))
	for i := range message {
		for flip := 1; flip < 256; flip++ {
			message[i] ^= byte(flip)
			wantBadMessage(t, message, "")
			message[i] ^= byte(flip)
		}
		wantBadMessage(t, message[:i], "")
		wantBadMessage(t, append(bytes.Clone(message), message[:i+1]...), "damaged")
	}
	// The same with a checksum that fits.
	body := message[:len(message)-crc32.Size]
	for i := range body {
		wantBadMessage(t, withCRC(body[:i]), "")
	}
	wantBadMessage(t, withCRC(append(bytes.Clone(body), 0)), "1 byte too many")
}

func TestUnmarshalRefuses(t *testing.T) {
	body := func(change func(b *Batch)) []byte {
		b := goldenBatch(t)
		change(b)
		message := Marshal(b)
		return message[:len(message)-crc32.Size]
	}
	plain := body(func(*Batch) {})
	unnamed := body(func(b *Batch) { b.Seeds = nil })
	for _, test := range []struct {
		name string
		body []byte
		want string
	}{
		{"text", []byte("not a message"), "its first bytes are wrong"},
		{"another form", withByte(plain, len(messageMark), 2), "it has form 2"},
		{"a technique of another version", bytes.Replace(plain, []byte("x-wing"), []byte("y-wing"), 1), `technique "y-wing" is not known`},
		{"an origin of another version", bytes.Replace(plain, []byte("walk"), []byte("talk"), 1), `origin "talk" is not known`},
		{"an origin as a technique", bytes.Replace(plain, []byte("x-wing"), []byte("import"), 1), `technique "import" is not known`},
		{"an origin without a name", bytes.Replace(plain, []byte{0xef, 1}, []byte{0xef, 9}, 1), "names cannot be read"},
		{"a technique without a name", bytes.Replace(plain, []byte{0x42, 28, 12, 0}, []byte{0x42, 28, 12, 9}, 1), "names cannot be read"},
		{"a technique that is used 0 times", bytes.Replace(plain, []byte{0xac, 2, 0, 1}, []byte{0xac, 2, 0, 0}, 1), "techniques cannot be read"},
		{"clues with two solutions", bytes.Replace(plain, []byte{0, 0x61, 0x63, 1}, []byte{0, 0x61, 0x62, 1}, 1), "seed 1 of 2"},
		{"a clue that is not a digit", bytes.Replace(plain, []byte{0x11, 0x23}, []byte{0x11, 0xf3}, 1), "the digit 15"},
		{"a version that is not a version", append([]byte("sdku\x01"), uvarints(1<<40, 0, 0)...), "no version 1099511627776"},
		{"more names than there are", append([]byte("sdku\x01"), uvarints(1, 1<<60)...), "names cannot be read"},
		{"a name longer than the rest", append([]byte("sdku\x01"), uvarints(1, 1, 1<<60)...), "names cannot be read"},
		{"more seeds than there are", append(unnamed[:len(unnamed)-1:len(unnamed)-1], uvarints(1<<60)...), "cut short"},
		{"no puzzle", body(func(b *Batch) { b.Seeds[1].Puzzle = sudoku.Puzzle{} }), "seed 2 of 2"},
		{"automorphisms that no puzzle has", body(func(b *Batch) { b.Seeds[1].Automorphisms = 7 * 11 }), "no puzzle has 77"},
		{"a rung that adds a clue in a filled cell", body(func(b *Batch) { b.Seeds[0].Rungs[2].Added = sudoku.CellSet(8) }), "to a filled cell"},
		{"a rung twice", bytes.Replace(plain, []byte{0, 1, 1, 1, 1}, []byte{0, 1, 0, 1, 1}, 1), "two rungs"},
	} {
		t.Run(test.name, func(t *testing.T) { wantBadMessage(t, withCRC(test.body), test.want) })
	}
}

// No message, also none that somebody has made with care, makes Unmarshal panic,
// and what it can read it can write, and read again.
func FuzzUnmarshal(f *testing.F) {
	for _, b := range []*Batch{{}, {Rater: 1, Seeds: someSeeds()[:2]}, goldenBatch(f)} {
		message := Marshal(b)
		f.Add(message[:len(message)-crc32.Size])
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if b, err := Unmarshal(body); err != nil && (!errors.Is(err, ErrMessage) || b != nil) {
			t.Fatalf("Unmarshal = %v, %v", b, err)
		}
		first, err := Unmarshal(withCRC(body))
		if err != nil {
			if !errors.Is(err, ErrMessage) {
				t.Fatal(err)
			}
			return
		}
		message := Marshal(first)
		second, err := Unmarshal(message)
		if err != nil {
			t.Fatalf("%+v is written as what cannot be read: %v", first, err)
		}
		if diff := cmp.Diff(first, second, asValues); diff != "" {
			t.Fatal(diff)
		}
		if !bytes.Equal(Marshal(second), message) {
			t.Fatal("the same batch gives other bytes")
		}
	})
}

func BenchmarkUnmarshal(b *testing.B) {
	message := Marshal(&Batch{Rater: rating.Version, Seeds: someSeeds()})
	for b.Loop() {
		if _, err := Unmarshal(message); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(someSeeds()))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
	b.ReportMetric(float64(len(message))/float64(len(someSeeds())), "bytes/seed")
}
