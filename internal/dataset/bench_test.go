package dataset

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// BenchmarkRows is what chunks take in each format: to turn their puzzles and to
// write their texts.
func BenchmarkRows(b *testing.B) {
	bank := banktest.Starter(b)
	o := Options{Augment: 1000}
	o.Request.Levels = seedbank.Only[rating.Level](9)
	library, err := readLibrary(context.Background(), bank, &o, 0)
	if err != nil {
		b.Fatal(err)
	}
	from := rows{library: library, kind: kindOf(&o), entries: library.entries[:1000], copies: o.Augment}
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
			w := &shardWriter{formats: []*format{f}}
			for i := range f.files {
				w.outputs = append(w.outputs, &output{file: &f.files[i]})
			}
			worker := w.newMaker()
			var m made
			c := chunk{block: loaded}
			b.ReportAllocs()
			for b.Loop() {
				c.end = c.first + chunkRows
				m.rows = c.appendRows(m.rows[:0])
				if err := worker(&m); err != nil {
					b.Fatal(err)
				}
				c.first = c.end % (400 * chunkRows) // below the number of rows of the block
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/chunkRows, "ns/row")
		})
	}
}

// BenchmarkProof is what it takes to solve a row that was read again, and to name its
// classes.
func BenchmarkProof(b *testing.B) {
	bank := banktest.Starter(b)
	o := Options{Test: excerptRows, Augment: 1, Formats: []string{"csv"}}
	m := &maker{path: b.TempDir()}
	manifest, err := Make(context.Background(), bank, m.path, o, Run{})
	if err != nil {
		b.Fatal(err)
	}
	m.manifest = *manifest
	var worker prover
	for some := range m.excerpts {
		b.ReportAllocs()
		for b.Loop() {
			worker.known = new(classes)
			if p := worker.prove(some); p.err != nil {
				b.Fatal(p.err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(some.pairs)), "ns/row")
		return
	}
}
