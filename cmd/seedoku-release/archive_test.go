package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// entry is a file that was read from an archive.
type entry struct {
	Name    string
	Mode    fs.FileMode
	Content string
	Date    int64 // Unix time
}

// kinds are the archives that there are, each with an independent reader.
var kinds = map[string]struct {
	write func(io.Writer, []file, time.Time) error
	read  func(t rapid.TB, archive []byte) []entry
}{
	"tar.gz": {writeTarGz, readTarGz},
	"zip":    {writeZip, readZip},
}

func readTarGz(t rapid.TB, archive []byte) (list []entry) {
	unpacked, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked.Name != "" || !unpacked.ModTime.IsZero() {
		t.Errorf("the header of gzip has the name %q and the date %v", unpacked.Name, unpacked.ModTime)
	}
	for reader := tar.NewReader(unpacked); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Gid != 0 || header.Uname != "" || header.Gname != "" {
			t.Errorf("%s belongs to somebody", header.Name)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, entry{header.Name, header.FileInfo().Mode(), string(content), header.ModTime.Unix()})
	}
}

func readZip(t rapid.TB, archive []byte) (list []entry) {
	reader, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range reader.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, entry{f.Name, f.Mode(), string(content), f.Modified.Unix()})
	}
	return list
}

// What was put into an archive comes out again, and the archive depends on nothing
// else, such as the time zone of the machine.
func TestArchives(t *testing.T) {
	zone := time.FixedZone("elsewhere", 5*60*60)
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				date := time.Unix(rapid.Int64Range(1_500_000_000, 2_500_000_000).Draw(t, "date"), 0).UTC()
				var files []file
				var want []entry
				for range rapid.IntRange(0, 4).Draw(t, "files") {
					f := file{
						name:    rapid.StringMatching(`[a-z]{1,9}/[a-zA-Z.]{1,9}x`).Draw(t, "name"),
						mode:    rapid.SampledFrom([]fs.FileMode{0o755, 0o644}).Draw(t, "mode"),
						content: rapid.SliceOf(rapid.Byte()).Draw(t, "content"),
					}
					files = append(files, f)
					want = append(want, entry{f.name, f.mode, string(f.content), date.Unix()})
				}
				var first, second bytes.Buffer
				if err := errors.Join(kind.write(&first, files, date), kind.write(&second, files, date.In(zone))); err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(first.Bytes(), second.Bytes()) {
					t.Error("another archive of the same files")
				}
				if diff := cmp.Diff(want, kind.read(t, first.Bytes())); diff != "" {
					t.Error(diff)
				}
			})
		})
	}
}

func TestCommitDate(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	if date, err := commitDate(); err != nil || !date.Equal(time.Date(2023, 11, 14, 22, 13, 20, 0, time.UTC)) {
		t.Errorf("%v, %v", date, err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "yesterday")
	if date, err := commitDate(); err == nil {
		t.Errorf("yesterday is %v", date)
	}
}
