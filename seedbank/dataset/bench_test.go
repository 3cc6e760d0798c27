package dataset

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// BenchmarkRows is what chunks take in each format: to turn their puzzles and to
// write their texts.
func BenchmarkRows(b *testing.B) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		b.Fatal(err)
	}
	defer bank.Close()
	o := Options{Augment: 1000}
	o.Request.Levels = seedbank.Only[rating.Level](9)
	entries, err := entriesOf(context.Background(), bank, &o)
	if err != nil {
		b.Fatal(err)
	}
	from := rows{bank: bank, kind: kindOf(&o), entries: entries[:1000], copies: o.Augment}
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
			var list []row
			var scratch texts
			c := chunk{block: loaded}
			b.ReportAllocs()
			for b.Loop() {
				c.end = c.first + chunkRows
				list = c.appendRows(list[:0])
				if scratch, err = w.texts(list, scratch); err != nil {
					b.Fatal(err)
				}
				c.first = c.end % (400 * chunkRows) // below the number of rows of the block
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunkRows, "ns/row")
		})
	}
}
