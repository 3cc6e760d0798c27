package seed

import (
	"encoding/binary"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// UnpackPatterns appends the patterns of a packed seed and of its packed rungs, in
// their order: the cells that hold clues. It reads neither digits nor ratings.
func UnpackPatterns(dst []sudoku.Cells, puzzle, rungs []byte) ([]sudoku.Cells, error) {
	if len(puzzle) < maskBytes || puzzle[maskBytes-1]>>1 != 0 {
		return dst, errCutShort
	}
	low, high := binary.LittleEndian.Uint64(puzzle), uint64(puzzle[8])|uint64(puzzle[9])<<8|uint64(puzzle[10])<<16
	first := len(dst)
	dst = append(dst, sudoku.CellsOfWords(low, low>>54|high<<10))
	in := reader{left: rungs}
	for chains := in.uvarint(); chains > 0; chains-- {
		from, length := in.uvarint(), in.uvarint()
		if from >= uint64(len(dst)-first) || length == 0 || length > bounds.Rungs-uint64(len(dst)-first-1) {
			return dst, errRungs
		}
		pattern := dst[first+int(from)]
		for range length {
			added, rated, err := in.added()
			if rated { // skip the rating
				in.bytes(3)
				in.uvarint()
				in.uvarint()
			}
			if in.short {
				err = errCutShort
			}
			if err != nil {
				return dst, err
			}
			pattern = pattern.Or(added)
			dst = append(dst, pattern)
		}
	}
	return dst, in.end()
}
