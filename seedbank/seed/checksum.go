package seed

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/seedoku/seedoku/rating"
)

// Checksum returns the CRC-32 (IEEE) of everything known about s except its
// origin. A bank stores it with the seed to detect damage to a rating or a rung.
// It depends on the order of the rungs. It does not depend on the numbers that a
// bank gives techniques, because it covers their names. Its values never change.
func (s *Seed) Checksum() uint32 { return new(Checker).Checksum(s) }

// Checker has memory for the checksums of many seeds. It serves one goroutine at a time. The
// zero value is ready.
type Checker struct{ bytes []byte }

// Checksum returns the same as [Seed.Checksum].
func (c *Checker) Checksum(s *Seed) uint32 {
	b := s.Puzzle.Clues().AppendLine(c.bytes[:0], '.')
	b = appendRating(b, &s.Rating, s.Automorphisms)
	b = binary.BigEndian.AppendUint64(b, uint64(s.Solution))
	for t, steps := range s.Rating.Uses {
		if steps > 0 {
			b = append(b, rating.Technique(t).String()...)
			b = binary.BigEndian.AppendUint16(b, steps)
		}
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		low, high := r.Added.Words()
		b = binary.BigEndian.AppendUint64(b, low)
		b = binary.BigEndian.AppendUint64(b, high)
		result := r.Result()
		b = appendRating(b, &result, r.Automorphisms)
	}
	c.bytes = b
	return crc32.ChecksumIEEE(b)
}

func appendRating(b []byte, r *rating.Result, automorphisms uint64) []byte {
	b = append(b, byte(r.ER), byte(r.EP), byte(r.ED))
	b = append(b, r.Hardest.String()...)
	return binary.BigEndian.AppendUint64(b, automorphisms)
}
