package export_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Any number of workers writes what entries one after the other make, and ends with
// the same error.
func TestRequested(t *testing.T) {
	bank := banktest.Starter(t)
	requests := []draw.Request{
		{},
		{Levels: levels(3, 6)},
		{Levels: levels(9, 9), Skip: 12_345},
		{Clues: seedbank.Range[int]{Low: 24, High: 33}},
		{Symmetry: transform.Rotate180},
		{Levels: levels(5, 5), Distinct: true},
		{Levels: levels(2, 2), Clues: seedbank.Range[int]{Low: 40, High: 40}, Distinct: true},
		{Levels: levels(2, 2), Clues: seedbank.Range[int]{Low: 80, High: 80}},
	}
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom(pack.Formats).Draw(t, "format")
		request := rapid.SampledFrom(requests).Draw(t, "request")
		request.RandomSeed = rapid.Uint64().Draw(t, "seed")
		request.N = rapid.SampledFrom([]uint64{1, 2, 30, 64, 65, 1025, 4161}).Draw(t, "n")
		if format.Binary || format.Single {
			request.N = 1
		}
		var settings pack.Settings
		if _, err := format.Option("solution"); err == nil && rapid.Bool().Draw(t, "solution") {
			settings = pack.Settings{pack.Solution()}
		}
		want, wantErr := byEntries(bank, request, format, settings)
		output := export.Output{Format: format, Settings: settings, Workers: rapid.IntRange(1, 4).Draw(t, "workers")}
		var got bytes.Buffer
		err := export.Requested(background, &got, request.Stream(background, bank), output)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("%d bytes, want %d, or other ones", got.Len(), len(want))
		}
	})
}

// byEntries returns what the writer of a format makes of the entries of a request.
func byEntries(bank *seedbank.Bank, request draw.Request, format pack.Format, settings pack.Settings) ([]byte, error) {
	var file bytes.Buffer
	w, err := format.New(&file, settings...)
	if err != nil {
		return nil, err
	}
	for puzzle, err := range request.Draw(background, bank) {
		if err != nil {
			err = errors.Join(err, w.Close())
			return file.Bytes(), err
		}
		entry := pack.EntryOf(puzzle)
		if err := w.Write(&entry); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return file.Bytes(), err
}

// A request without a number is written up to its end.
func TestRequestedToTheEnd(t *testing.T) {
	bank := banktest.Starter(t)
	request := draw.Request{Levels: levels(9, 9), ER: seedbank.Range[rating.Tenths]{Low: 92, High: 99}, Distinct: true}
	format, _ := pack.FormatNamed("line")
	selection, err := request.Select(background, bank)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 3} {
		var got bytes.Buffer
		if err := export.Requested(background, &got, request.Stream(background, bank), export.Output{Format: format, Workers: workers}); err != nil {
			t.Error(err)
		}
		if n := uint64(bytes.Count(got.Bytes(), []byte("\n"))); n != selection.Len() || n < 2000 {
			t.Errorf("%d workers write %d puzzles of %d", workers, n, selection.Len())
		}
	}
}

// What cannot be written any more ends everything, with the error of the writer
// alone.
func TestRequestedStopsWhenWritingFails(t *testing.T) {
	bank, full := banktest.Starter(t), errors.New("the disk is full")
	for _, name := range []string{"line", "csv", "json"} {
		format, _ := pack.FormatNamed(name)
		for _, workers := range []int{1, 3} {
			w := &limitedWriter{left: 120_000, err: full}
			err := export.Requested(background, w, (&draw.Request{N: 1 << 40, Levels: levels(9, 9), ER: seedbank.Only[rating.Tenths](99)}).Stream(background, bank), export.Output{Format: format, Workers: workers})
			if !errors.Is(err, full) || err.Error() != full.Error() {
				t.Errorf("%s, %d workers: %v, want %v", name, workers, err, full)
			}
		}
	}
}

// Nor is it lost if all puzzles are wanted and the last ones, or the foot, cannot be written.
func TestRequestedToTheEndOfTheRoom(t *testing.T) {
	bank, full := banktest.Starter(t), errors.New("the disk is full")
	request := draw.Request{Levels: levels(9, 9), ER: seedbank.Range[rating.Tenths]{Low: 99, High: 99}, Distinct: true}
	for _, name := range []string{"line", "csv", "json"} {
		format, _ := pack.FormatNamed(name)
		var whole bytes.Buffer
		if err := export.Requested(background, &whole, request.Stream(background, bank), export.Output{Format: format}); err != nil || whole.Len() < 100 {
			t.Fatalf("%s: %d bytes, %v", name, whole.Len(), err)
		}
		for workers := 1; workers <= 2; workers++ {
			for _, left := range []int{0, whole.Len() - 1} {
				err := export.Requested(background, &limitedWriter{left, full}, request.Stream(background, bank), export.Output{Format: format, Workers: workers})
				if err != full {
					t.Errorf("%s, %d workers, room for %d bytes: %v, want %v", name, workers, left, err, full)
				}
			}
		}
	}
}

// A pack has the same bytes and IDs, and ends with the same error, on any number of cores.
func TestPackOnAnyNumberOfCores(t *testing.T) {
	bank, full := banktest.Starter(t), errors.New("the disk is full")
	cores := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(cores)
	for _, name := range []string{"line", "csv"} {
		var want bytes.Buffer
		var ids []string
		for _, n := range []int{1, 3} {
			runtime.GOMAXPROCS(n)
			m, err := export.Plan(background, bank, export.Options{Request: draw.Request{N: 4_200, RandomSeed: 1}, Format: name, Order: export.Shuffled})
			if err != nil {
				t.Fatal(err)
			}
			if err := m.WriteTo(background, bank, &limitedWriter{left: 300_000, err: full}); !errors.Is(err, full) || err.Error() != full.Error() {
				t.Errorf("%s, %d cores: %v, want %v", name, n, err, full)
			}
			var got bytes.Buffer
			if err := m.WriteTo(background, bank, &got); err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				want, ids = got, m.Parts[0].IDs
			}
			if !bytes.Equal(got.Bytes(), want.Bytes()) || len(ids) != 4_200 || !slices.Equal(m.Parts[0].IDs, ids) {
				t.Errorf("%s: %d cores write %d bytes and %d IDs, or other ones; one writes %d bytes", name, n, got.Len(), len(m.Parts[0].IDs), want.Len())
			}
		}
	}
}

// limitedWriter takes some bytes, and then fails.
type limitedWriter struct {
	left int
	err  error
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, w.err
	}
	return len(p), nil
}

func TestRequestedIsInterrupted(t *testing.T) {
	bank := banktest.Starter(t)
	ended, cancel := context.WithCancel(background)
	cancel()
	format, _ := pack.FormatNamed("line")
	for workers := 1; workers <= 3; workers++ {
		err := export.Requested(ended, discard{}, (&draw.Request{N: 1 << 40}).Stream(background, bank), export.Output{Format: format, Workers: workers})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: %v, want %v", workers, err, context.Canceled)
		}
	}
}

// BenchmarkRequested is what "seedoku gen" does, by format and by what is drawn. The
// time is of one puzzle.
func BenchmarkRequested(b *testing.B) {
	bank := banktest.Starter(b)
	level5 := draw.Request{Levels: levels(5, 5), N: 1_000_000}
	for _, row := range []struct {
		name, format string
		settings     pack.Settings
		request      draw.Request
	}{
		{"line", "line", nil, level5},
		{"solution", "line", pack.Settings{pack.Solution()}, level5},
		{"sdm", "sdm", nil, level5},
		{"compact", "compact", nil, level5},
		{"csv", "csv", nil, level5},
		{"jsonl", "jsonl", nil, level5},
		{"levels=1-9", "line", nil, draw.Request{Levels: levels(1, 9), N: 1_000_000}},
		{"clues=17-45", "line", nil, draw.Request{Clues: seedbank.Range[int]{Low: 17, High: 45}, N: 1_000_000}},
		{"distinct", "line", nil, draw.Request{N: 60_000, Distinct: true}},
	} {
		format, err := pack.FormatNamed(row.format)
		if err != nil {
			b.Fatal(err)
		}
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", row.name, workers), func(b *testing.B) {
				for b.Loop() {
					output := export.Output{Format: format, Settings: row.settings, Workers: workers}
					if err := export.Requested(background, discard{}, row.request.Stream(background, bank), output); err != nil {
						b.Fatal(err)
					}
				}
				puzzles := float64(b.N) * float64(row.request.N)
				b.ReportMetric(b.Elapsed().Seconds()/puzzles*1e9, "ns/puzzle")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// An output without a format is refused as in the options of a pack.
func TestRequestedWithoutAFormat(t *testing.T) {
	request, options := draw.Request{N: 1}, export.Options{Request: draw.Request{N: 1}}
	want := errors.Unwrap(options.Check())
	for _, err := range []error{
		export.Requested(background, io.Discard, request.Stream(background, banktest.Starter(t)), export.Output{}),
		export.Puzzles(io.Discard, pack.Format{}, nil, nil),
	} {
		if err == nil || err.Error() != want.Error() {
			t.Errorf("%v; want %v", err, want)
		}
	}
}

// On one core, each puzzle is measured before the next is drawn, so that nothing is measured for
// a client of a server that has gone.
func TestPuzzlesAreMeasuredOneByOne(t *testing.T) {
	format, err := pack.FormatNamed("csv")
	if err != nil {
		t.Fatal(err)
	}
	request := draw.Request{N: 3, Levels: levels(1, 2)}
	var out bytes.Buffer
	gone := errors.New("the client has gone")
	from := func(yield func(seed.Isomorph, error) bool) {
		drawn := 0
		for puzzle, err := range request.Draw(background, banktest.Starter(t)) {
			if lines := bytes.Count(out.Bytes(), []byte("\n")); drawn > 0 && lines != drawn+1 {
				t.Errorf("%d lines are written before puzzle %d is drawn, want a header and %d", lines, drawn+1, drawn)
			}
			if drawn++; drawn == 3 {
				yield(puzzle, gone)
				return
			}
			if !yield(puzzle, err) {
				return
			}
		}
	}
	if err := export.Puzzles(&out, format, pack.Settings{{Name: "columns", Text: "puzzle,minutes"}}, from); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}
