package dataset

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// BenchmarkRows is what a row takes in each format: to turn it and to write its
// text.
func BenchmarkRows(b *testing.B) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		b.Fatal(err)
	}
	defer bank.Close()
	o := Options{Augment: 1000}
	o.Request.Levels = seedbank.Only[rating.Level](9)
	classes, err := classesOf(context.Background(), bank, &o)
	if err != nil {
		b.Fatal(err)
	}
	from := rows{bank: bank, kind: kindOf(&o), classes: classes[:1000], copies: o.Augment}
	for _, name := range []string{"csv", "csv-wide", "npy"} {
		b.Run(name, func(b *testing.B) {
			loaded, err := from.load(context.Background(), 0)
			if err != nil {
				b.Fatal(err)
			}
			f, err := formatNamed(name)
			if err != nil {
				b.Fatal(err)
			}
			w := newWriter([]*format{f})
			var scratch texts
			chunk := make([]row, 1)
			number := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				chunk[0] = loaded.row(number % (1000 * o.Augment))
				number++
				if scratch, err = w.texts(chunk, scratch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
