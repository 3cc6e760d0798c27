package book

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"iter"

	"github.com/seedoku/seedoku/internal/bounds"
)

// Picture is a picture for a title page: PNG or JPEG. The zero Picture is none.
type Picture struct {
	file []byte
	kind string // png or jpeg, or svg of a cover that was drawn
	size image.Point
}

// ParsePicture reads a file of a picture to its last pixel, within the bounds of
// package bounds. It copies nothing: the file must not change.
func ParsePicture(file []byte) (Picture, error) {
	if err := bounds.Check("a picture", int64(len(file)), bounds.Picture, bounds.Bytes); err != nil {
		return Picture{}, err
	}
	config, kind, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return Picture{}, fmt.Errorf("not a picture of format PNG or JPEG: %w", err)
	}
	p := Picture{file: file, kind: kind, size: image.Pt(config.Width, config.Height)}
	if config.Width < 1 || config.Height < 1 || config.Width > bounds.Pixels/config.Height {
		return Picture{}, fmt.Errorf("a picture of %d by %d pixels: want 1 to %d", config.Width, config.Height, bounds.Pixels)
	}
	switch kind {
	case "png":
		err = p.checkPNG()
	case "jpeg":
		err = p.checkJPEG()
	default:
		err = fmt.Errorf("a picture of format %s: want PNG or JPEG", kind)
	}
	if err != nil {
		return Picture{}, err
	}
	if _, err := p.decode(); err != nil {
		return Picture{}, fmt.Errorf("a damaged picture: %w", err)
	}
	return p, nil
}

// exists reports whether there is a picture.
func (p *Picture) exists() bool { return p.file != nil }

// mediaType returns the type of the file for browsers and readers.
func (p *Picture) mediaType() string {
	if p.kind == "svg" {
		return "image/svg+xml"
	}
	return "image/" + p.kind
}

func (p *Picture) decode() (image.Image, error) {
	decoded, _, err := image.Decode(bytes.NewReader(p.file))
	return decoded, err
}

// memory returns an error if the pixels take too much memory while they are read,
// at so many bits for each.
func (p *Picture) memory(bits int) error {
	return bounds.Check(fmt.Sprintf("the memory for a picture of %d by %d pixels such as this", p.size.X, p.size.Y),
		int64(p.size.X)*int64(p.size.Y)*int64(bits)/8, bounds.Decoding, bounds.Bytes)
}

// Where the header of a PNG says what its pixels are, and what it says. ISO/IEC
// 15948, section 11.2.1.
const (
	pngDepth     = 24
	pngColor     = 25
	pngInterlace = 28
	pngChunks    = 33 // the first chunk after the header
	pngAlpha     = 4  // a bit of the color
)

// checkPNG counts what reading takes. A transparent picture is laid on white, beside
// the picture that was read.
func (p *Picture) checkPNG() error {
	bits := 32
	if p.file[pngDepth] == 16 {
		bits = 64
	}
	if p.file[pngColor]&pngAlpha != 0 || bytes.Contains(p.file, []byte("tRNS")) {
		bits *= 2
	}
	if p.file[pngInterlace] != 0 { // the passes are read apart
		bits += bits / 2
	}
	return p.memory(bits)
}

// checkJPEG looks at the segments of a JPEG.
func (p *Picture) checkJPEG() error {
	scans := 0
	for segment := range segments(p.file) {
		if segment[1] == startOfScan {
			scans++
		}
		if err := p.frame(segment); err != nil {
			return err
		}
	}
	return bounds.Check("the scans of a picture of format JPEG", int64(scans), bounds.Scans, bounds.Things)
}

// Markers of segments of a JPEG. ISO/IEC 10918-1, annex B.
const (
	baseline                  = 0xc0
	progressive               = 0xc2
	firstRestart, lastRestart = 0xd0, 0xd7
	endOfImage                = 0xd9
	startOfScan               = 0xda
)

// segments yields the segments of a JPEG from their markers on. Behind the head of
// a scan stand its pixels, in which 0xff has a 0 or the marker of a restart after
// it.
func segments(file []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := file[2:]; len(rest) >= 4; {
			marker := rest[1]
			if rest[0] != 0xff || marker == 0 || marker == 0xff || firstRestart <= marker && marker <= lastRestart {
				at := bytes.IndexByte(rest[1:], 0xff)
				if at < 0 {
					return
				}
				rest = rest[1+at:]
				continue
			}
			length := 2 + int(binary.BigEndian.Uint16(rest[2:]))
			if marker == endOfImage || length > len(rest) || !yield(rest[:length]) {
				return
			}
			rest = rest[length:]
		}
	}
}

// frame looks at a segment that says how pixels are stored. The decoder keeps four
// bytes for each sample of a progressive JPEG beside the sample itself, and turns
// four colors into pixels of four bytes.
func (p *Picture) frame(segment []byte) error {
	const components = 9
	marker := segment[1]
	if marker < baseline || marker > progressive || len(segment) <= components {
		return nil
	}
	bits := 8
	if marker == progressive {
		bits = 40
	}
	most, all, colors := 1, 0, 0
	for list := segment[components+1:]; len(list) >= 3; list = list[3:] {
		samples := int(list[1]>>4) * int(list[1]&15)
		most, all, colors = max(most, samples), all+samples, colors+1
	}
	bits = (bits*all + most - 1) / most
	if colors > 3 {
		bits += 32
	}
	return p.memory(bits)
}

// forPDF returns the picture as a file that the library of PDF reads as it is
// meant. A PNG has nothing but its pixels: the library stumbles over other chunks.
// It does not know interlaced pixels, and takes much time and memory for
// transparency. Such pictures are encoded again, with 8 bits, on the white of the
// paper. So is a JPEG of red, green and blue.
func (p *Picture) forPDF() (file []byte, kind string, err error) {
	if p.kind == "png" {
		if plain, ok := p.plainPNG(); ok {
			return plain, p.kind, nil
		}
	} else if config, err := jpeg.DecodeConfig(bytes.NewReader(p.file)); err != nil || config.ColorModel != color.RGBAModel {
		return p.file, p.kind, err
	}
	decoded, err := p.decode()
	if err != nil {
		return nil, "", err
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = encoder.Encode(&out, onWhite(decoded))
	return out.Bytes(), "png", err
}

// onWhite returns a picture of 8 bits on white paper. That of a picture of 8 bits
// takes its memory.
func onWhite(p image.Image) *image.RGBA {
	n, ok := p.(*image.NRGBA)
	if !ok {
		white := image.NewRGBA(image.Rectangle{Max: p.Bounds().Size()})
		draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(white, white.Rect, p, p.Bounds().Min, draw.Over)
		return white
	}
	for i := 0; i < len(n.Pix); i += 4 {
		alpha := int(n.Pix[i+3])
		for k := i; k < i+3; k++ {
			n.Pix[k] = uint8((int(n.Pix[k])*alpha + 255*(255-alpha) + 127) / 255)
		}
		n.Pix[i+3] = 255
	}
	return &image.RGBA{Pix: n.Pix, Stride: n.Stride, Rect: n.Rect}
}

// plainPNG returns a PNG with the header, the palette and the pixels of p, if
// those are all that its picture is made of.
func (p *Picture) plainPNG() (plain []byte, ok bool) {
	if p.file[pngInterlace] != 0 || p.file[pngColor]&pngAlpha != 0 {
		return nil, false
	}
	plain = append(plain, p.file[:pngChunks]...)
	for rest := p.file[pngChunks:]; len(rest) >= 12; {
		length := int(binary.BigEndian.Uint32(rest))
		if length > len(rest)-12 {
			return nil, false
		}
		switch string(rest[4:8]) {
		case "tRNS":
			return nil, false
		case "IEND":
			return append(plain, rest[:12]...), true
		case "PLTE", "IDAT":
			if length > 0 { // the library takes an empty one for the end
				plain = append(plain, rest[:12+length]...)
			}
		}
		rest = rest[12+length:]
	}
	return nil, false
}
