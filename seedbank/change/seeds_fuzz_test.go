package change_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// What stands around the messages of a file of seeds.
const (
	headOfSeeds = 9 // the mark and the version
	endOfSeeds  = 12
)

// seedsFile returns a file of seeds.
func seedsFile(f *testing.F, seeds []seed.Seed) []byte {
	f.Helper()
	var file bytes.Buffer
	w := seed.NewFileWriter(&file)
	for i := range seeds {
		if err := w.Write(&seeds[i], rating.Version); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		f.Fatal(err)
	}
	return file.Bytes()
}

// mended returns a file of seeds with the lengths and checksums that a liar would have
// computed for its messages: the whole middle of the file is one message.
func mended(file []byte) []byte {
	if len(file) < headOfSeeds+4+crc32.Size+endOfSeeds {
		return file
	}
	file = bytes.Clone(file)
	message := file[headOfSeeds+4 : len(file)-endOfSeeds]
	binary.BigEndian.PutUint32(file[headOfSeeds:], uint32(len(message)))
	body := message[:len(message)-crc32.Size]
	binary.BigEndian.PutUint32(message[len(body):], crc32.ChecksumIEEE(body))
	return file
}

// No file of seeds makes a merge panic, or has it store a false rating: what is stored
// is true, at once or when claimed seeds are rated, and those are drawn by nobody before.
func FuzzSeedsFile(f *testing.F) {
	seeds := seedtest.MakeSeeds(3)
	for i := range seeds {
		seeds[i].Rungs = seeds[i].Rungs[:min(2, len(seeds[i].Rungs))] // falsely rated, as those of makeSeeds are
		f.Add(seedsFile(f, seeds[i:i+1]))
	}
	symmetric := seedtest.SymmetricSeeds()[0]
	f.Add(seedsFile(f, []seed.Seed{symmetric}))
	lie := seeds[0]
	lie.Rating.ER, lie.Rating.EP, lie.Rating.ED, lie.Rating.Hardest = 12, 12, 12, 0
	f.Add(seedsFile(f, []seed.Seed{lie, seeds[1]}))
	f.Add(seedsFile(f, nil))
	f.Fuzz(func(t *testing.T, file []byte) {
		within(t, "a file of seeds", func() {
			for _, file := range [][]byte{file, mended(file)} {
				mergeSeedsFile(t, file)
			}
		})
	})
}

// mergeSeedsFile merges a file of seeds in both ways.
func mergeSeedsFile(t *testing.T, file []byte) {
	merge := func(ratings change.Ratings) *change.Writer {
		bank := seedtest.MakeBank(t)
		_, _ = bank.MergeBatches(seedtest.Background, seed.ReadFile(bytes.NewReader(file)), seedbank.Run{Program: "test"}, change.MergeOptions{Ratings: ratings, Workers: 1})
		return bank
	}
	rated, claiming := merge(change.RateAnew), merge(change.AsRated)
	defer rated.Close()
	defer claiming.Close()
	if err := allTrue(rated); err != nil {
		t.Errorf("%x is stored as false: %v", file, err)
	}
	all, err := claiming.Select(seedtest.Background, seedbank.Filter{Rungs: true})
	if err != nil {
		t.Errorf("%x: %v", file, err)
	} else if all.Len() > 0 {
		t.Errorf("%x: %d claimed seeds can be drawn", file, all.Len())
	}
	if _, err := claiming.RateClaimed(seedtest.Background, change.MergeOptions{Workers: 1}); err != nil && !errors.Is(err, rating.ErrBeyond) {
		t.Errorf("%x: %v", file, err)
	}
	if err := allTrue(claiming); err != nil {
		t.Errorf("%x is false when rated: %v", file, err)
	}
}
