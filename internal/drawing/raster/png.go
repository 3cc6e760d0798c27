package raster

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// Encode writes the picture as PNG. The bytes are those of image/png, which asks for the
// color of each pixel through an interface and takes three times as long.
func (p *Picture) Encode(w io.Writer) error {
	c := &chunks{w: w}
	if _, c.err = io.WriteString(w, "\x89PNG\r\n\x1a\n"); c.err != nil {
		return c.err
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(p.Rect.Dx()))
	head = binary.BigEndian.AppendUint32(head, uint32(p.Rect.Dy()))
	c.write("IHDR", append(head, 4, 3, 0, 0, 0)) // four bits a pixel, with a palette
	var palette []byte
	for i := range grays {
		palette = append(palette, grayOf(i), grayOf(i), grayOf(i))
	}
	c.write("PLTE", palette)
	p.writePixels(c)
	c.write("IEND", nil)
	return c.err
}

// writePixels writes the rows, each after a byte that says that it is not filtered.
func (p *Picture) writePixels(c *chunks) {
	const atOnce = 1 << 15 // bytes of a chunk
	buffer := bufio.NewWriterSize(c, atOnce)
	packed := zlib.NewWriter(buffer) // its errors stay in c
	row := make([]byte, 1+(p.Rect.Dx()+1)/2)
	for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
		pixels := p.Pix[p.PixOffset(p.Rect.Min.X, y):p.PixOffset(p.Rect.Max.X, y)]
		for i := range row[1:] {
			row[1+i] = pixels[2*i] << 4
			if 2*i+1 < len(pixels) {
				row[1+i] |= pixels[2*i+1]
			}
		}
		packed.Write(row)
	}
	packed.Close()
	buffer.Flush()
}

// chunks writes chunks until an error.
type chunks struct {
	w   io.Writer
	err error
}

// Write writes a chunk of pixels.
func (c *chunks) Write(data []byte) (int, error) {
	c.write("IDAT", data)
	return len(data), c.err
}

func (c *chunks) write(name string, data []byte) {
	if c.err != nil {
		return
	}
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	chunk = append(append(chunk, name...), data...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	_, c.err = c.w.Write(chunk)
}
