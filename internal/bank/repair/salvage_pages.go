package repair

import (
	"io"
	"iter"
	"os"
)

// pageFile is a file of pages, each of the same size.
type pageFile struct {
	file       *os.File
	size       int
	first, gap int64 // bytes before the first page, and between pages
}

// pageSizeOf returns the size of the pages of a bank: the value in the header, or
// the default of the program if that is impossible.
func pageSizeOf(file io.ReaderAt) int {
	const usual = 4096
	var header [2]byte
	if _, err := file.ReadAt(header[:], 16); err != nil {
		return usual
	}
	size := int(header[0])<<8 | int(header[1])
	if size < 512 || size&(size-1) != 0 {
		return usual
	}
	return size
}

// all yields the pages of the file. The missing end of a truncated page and
// unreadable parts of the disk read as zeros.
func (f pageFile) all() iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		info, err := f.file.Stat()
		if err != nil {
			yield(nil, err)
			return
		}
		for at := f.first; at < info.Size(); at += int64(f.size) + f.gap {
			page := make([]byte, f.size)
			_, _ = f.file.ReadAt(page, at)
			if !yield(page, nil) {
				return
			}
		}
	}
}

// page returns a page by its number, counted from 1, or nil.
func (f pageFile) page(number uint64) []byte {
	if number == 0 || number > 1<<32 {
		return nil
	}
	page := make([]byte, f.size)
	if n, _ := f.file.ReadAt(page, int64(number-1)*int64(f.size)); n < f.size {
		return nil
	}
	return page
}
