package raster_test

import (
	"bytes"
	"image/png"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/drawing/raster"
)

// Pictures of any size are written byte for byte as by image/png.
func TestEncode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.IntRange(1, 300)
		p := raster.New(side.Draw(t, "width"), side.Draw(t, "height"))
		for range rapid.IntRange(0, 20).Draw(t, "dots") {
			at := drawing.Point{X: float64(side.Draw(t, "x")), Y: float64(side.Draw(t, "y"))}
			p.Dots(float64(rapid.IntRange(1, 20).Draw(t, "radius")), drawing.Look{Color: drawing.Gray(rapid.Uint8().Draw(t, "gray"))}, []drawing.Point{at})
		}
		seed := rapid.Uint32().Draw(t, "noise")
		if rapid.Bool().Draw(t, "noisy") { // several chunks
			for i := range p.Pix {
				seed = seed*1664525 + 1013904223
				p.Pix[i] = uint8(seed >> 28)
			}
		}
		var got, want bytes.Buffer
		if err := p.Encode(&got); err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(&want, p.Paletted); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Fatalf("%d bytes, want %d", got.Len(), want.Len())
		}
	})
}
