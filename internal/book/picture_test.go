package book

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"github.com/seedoku/seedoku/internal/bounds"
)

func pictureOf(t testing.TB, file []byte) Picture {
	t.Helper()
	p, err := ParsePicture(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testColours are a small picture of every colour model that files of pictures have.
func testPictures() map[string]image.Image {
	area := image.Rect(0, 0, 23, 17)
	pictures := map[string]image.Image{
		"gray": image.NewGray(area), "gray16": image.NewGray16(area), "rgba": image.NewRGBA(area), "nrgba": image.NewNRGBA(area),
		"rgba64": image.NewRGBA64(area), "nrgba64": image.NewNRGBA64(area), "cmyk": image.NewCMYK(area),
		"palette": image.NewPaletted(area, color.Palette{color.Black, color.White, color.NRGBA{200, 10, 10, 255}}),
		"clear":   image.NewPaletted(area, color.Palette{color.NRGBA{1, 2, 3, 4}, color.White, color.NRGBA{}}),
	}
	for name, picture := range pictures {
		alpha := uint8(255)
		if strings.HasPrefix(name, "n") || name == "clear" {
			alpha = 100
		}
		for y := range area.Dy() {
			for x := range area.Dx() {
				picture.(interface{ Set(x, y int, c color.Color) }).Set(x, y, color.NRGBA{uint8(x * 11), uint8(y * 15), uint8(x * y), alpha})
			}
		}
	}
	return pictures
}

func pngOf(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func jpegOf(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// chunk returns a chunk of a PNG.
func chunk(kind, data string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// with returns a PNG with chunks after its header.
func with(file []byte, chunks ...[]byte) []byte {
	return slices.Concat(file[:pngChunks], slices.Concat(chunks...), file[pngChunks:])
}

// titled returns a book whose title page has a picture.
func titled(t testing.TB, p Picture) *Book {
	return &Book{Title: "T", Picture: p, Puzzles: puzzles(1)}
}

// Every kind of picture is drawn, and its pixels in the booklet are those of its
// file, to 8 bits.
func TestPictures(t *testing.T) {
	files := map[string][]byte{}
	for name, picture := range testPictures() {
		files["png "+name] = pngOf(t, picture)
		files["jpeg "+name] = jpegOf(t, picture)
	}
	gray := files["png gray"]
	files["png with a short chunk of sizes"] = with(gray, chunk("pHYs", "12"))
	files["png with empty chunks"] = with(gray, chunk("tEXt", ""), chunk("IDAT", ""))
	files["png with a transparent gray"] = with(gray, chunk("tRNS", "\x00\x0b"))
	files["png with a transparent colour"] = with(files["png rgba"], chunk("tRNS", "\x00\x0b\x00\x0f\x00\x01"))
	for name, file := range files {
		p := pictureOf(t, file)
		forPDF, kind, err := p.forPDF()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		drawn, kindOf, err := image.Decode(bytes.NewReader(forPDF))
		if err != nil || kindOf != kind {
			t.Fatalf("%s: %v, %s for %s", name, err, kind, kindOf)
		}
		want, err := p.decode()
		if err != nil {
			t.Fatal(err)
		}
		for y := range p.size.Y {
			for x := range p.size.X {
				if a, b := want.At(x, y), drawn.At(x, y); !alike(a, b) {
					t.Fatalf("%s: %v at %d, %d is drawn as %v", name, a, x, y, b)
				}
			}
		}
		if kind == "png" && (forPDF[pngInterlace] != 0 || bytes.Contains(forPDF, []byte("tRNS")) || bytes.Contains(forPDF, []byte("pHYs")) || forPDF[pngColor]&pngAlpha != 0) {
			t.Errorf("%s: not plain: % x", name, forPDF[:40])
		}
		b := titled(t, p)
		for form, write := range map[string]func(io.Writer) error{"pdf": b.WritePDF, "html": b.WriteHTML, "epub": b.WriteEPUB} {
			if err := write(io.Discard); err != nil {
				t.Errorf("%s, %s: %v", name, form, err)
			}
		}
	}
}

// alike reports whether two colours are the same on white paper, to 8 bits.
func alike(a, b color.Color) bool {
	const one = 0x101
	near := func(a, b uint32) bool { return max(a, b)-min(a, b) <= one }
	onWhite := func(c color.Color) (r, g, b uint32) {
		r, g, b, alpha := c.RGBA()
		paper := 0xffff - alpha
		return r + paper, g + paper, b + paper
	}
	ar, ag, ab := onWhite(a)
	br, bg, bb := onWhite(b)
	return near(ar, br) && near(ag, bg) && near(ab, bb)
}

// Pictures that are damaged or too large are refused, with a reason.
func TestPicturesRefused(t *testing.T) {
	gray, scans := pngOf(t, testPictures()["gray"]), jpegOf(t, testPictures()["gray"])
	large := slices.Clone(gray)
	binary.BigEndian.PutUint32(large[16:], 20_000)
	binary.BigEndian.PutUint32(large[20:], 20_000)
	binary.BigEndian.PutUint32(large[29:], crc32.ChecksumIEEE(large[12:29]))
	deep := slices.Clone(pngOf(t, testPictures()["nrgba64"]))
	binary.BigEndian.PutUint32(deep[16:], 4096)
	binary.BigEndian.PutUint32(deep[20:], 4096)
	binary.BigEndian.PutUint32(deep[29:], crc32.ChecksumIEEE(deep[12:29]))
	at := bytes.Index(scans, []byte{0xff, startOfScan})
	for want, file := range map[string][]byte{
		"not a picture of format PNG or JPEG":                                []byte("GIF"),
		"a damaged picture: png: invalid format: unexpected EOF":             gray[:len(gray)-20],
		"a damaged picture: unexpected EOF":                                  gray[:pngChunks],
		"a picture of 20000 by 20000 pixels: want 1 to 16777216":             large,
		"the memory for a picture of 4096 by 4096 pixels such as this: more": deep,
		"a picture: more than 8 MiB":                                         append(slices.Clone(gray), make([]byte, bounds.Picture)...),
		"the scans of a picture of format JPEG: more than 64":                append(slices.Clone(scans[:len(scans)-2]), bytes.Repeat(scans[at:len(scans)-2], bounds.Scans)...),
		"a damaged picture: invalid JPEG format":                             bytes.Replace(scans, []byte{0xff, 0xc4}, []byte{0xff, 0xdb}, 1),
		"a damaged picture: invalid JPEG format: short Huffman data":         scans[:len(scans)-8],
	} {
		if _, err := ParsePicture(file); err == nil || !strings.HasPrefix(err.Error()+" ", want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A file of 33 bytes, a header and nothing else, once made the library panic; so
// did 569 of 14,919 pictures with changed bytes. FuzzPicture changes more of them.
func TestMutantPictures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var files [][]byte
	for _, name := range []string{"gray", "palette", "nrgba", "rgba", "clear"} {
		files = append(files, pngOf(t, testPictures()[name]))
	}
	files = append(files, jpegOf(t, testPictures()["rgba"]))
	read := 0
	for range 300 {
		file := slices.Clone(files[random.IntN(len(files))])
		at := random.IntN(len(file))
		switch random.IntN(3) {
		case 0:
			file[at] = byte(random.Uint32())
		case 1:
			file = file[:at]
		case 2:
			file = slices.Delete(file, at, min(len(file), at+1+random.IntN(8)))
		}
		if random.IntN(2) == 0 {
			repairPNG(file)
		}
		if drawsPicture(t, file) {
			read++
		}
	}
	if read == 0 {
		t.Error("none of them is a picture")
	}
}

// repairPNG sets the checksums of the chunks of a PNG, as far as they can be found.
func repairPNG(file []byte) {
	for at := 8; at+12 <= len(file); {
		n := int(binary.BigEndian.Uint32(file[at:]))
		if n < 0 || n > len(file)-at-12 {
			return
		}
		binary.BigEndian.PutUint32(file[at+8+n:], crc32.ChecksumIEEE(file[at+4:at+8+n]))
		at += 12 + n
	}
}

// drawsPicture reports whether a file is a picture. One that is must be drawn.
func drawsPicture(t *testing.T, file []byte) bool {
	p, err := ParsePicture(file)
	if err != nil {
		return false
	}
	if err := titled(t, p).WritePDF(io.Discard); err != nil {
		t.Errorf("% x: %v", file[:min(len(file), 200)], err)
	}
	return true
}

func FuzzPicture(f *testing.F) {
	for _, picture := range testPictures() {
		f.Add(pngOf(f, picture))
		f.Add(jpegOf(f, picture))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		repairPNG(file)
		drawsPicture(t, file)
	})
}

// A panic of the library is an error that names what the library was working on.
func TestPanicsBecomeErrors(t *testing.T) {
	gray := pngOf(t, testPictures()["gray"])
	broken := Picture{file: slices.Concat(gray[:pngChunks], chunk("tRNS", "")), kind: "png", size: image.Pt(1, 1)}
	b := titled(t, Picture{})
	c := newCanvas(&plan{Layout: Layout{}})
	err := c.guarded(func() error {
		c.at = "picture"
		c.pdf.RegisterImageOptionsReader("picture", fpdf.ImageOptions{ImageType: "png"}, bytes.NewReader(broken.file))
		return nil
	})
	if err == nil || !strings.HasPrefix(err.Error(), "picture: the PDF library cannot use it: runtime error: index out of range") {
		t.Errorf("got %v", err)
	}
	b.Font = Font{file: changed(t, "maxp", 4, 0xffff), letters: &letters{}}
	for i := range b.Font.letters {
		b.Font.letters[i] = ^uint64(0)
	}
	if err := b.WritePDF(io.Discard); err == nil || !strings.HasPrefix(err.Error(), "drawing a book of 1 puzzle: font: the PDF library cannot use it: ") {
		t.Errorf("got %v", err)
	}
}
