package dataset_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/dataset"
)

// Another reader of Parquet, hyparquet for JavaScript, finds the rows of csv-wide in
// it. The file has several row groups.
func TestAnotherReaderOfParquet(t *testing.T) {
	reader := filepath.Join("testdata", "parquet")
	if _, err := os.Stat(filepath.Join(reader, "node_modules", "hyparquet-compressors")); err != nil {
		t.Skip("hyparquet is not installed: make parquet installs it")
	}
	o := small()
	o.Train, o.Augment, o.Test, o.Validation = 140_000, 140, 0, 0
	o.Formats = []string{"parquet", "csv-wide"}
	folder := t.TempDir()
	mustMake(t, folder, o, dataset.Run{})
	read := exec.Command("node", filepath.Join(reader, "read.js"), filepath.Join(folder, "train.parquet"))
	read.Stderr = os.Stderr
	got, err := read.Output()
	if err != nil {
		t.Fatalf("%v: %v", read, err)
	}
	want, err := os.ReadFile(filepath.Join(folder, "train-wide.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if at := firstDifference(got, want); at != "" {
		t.Error(at)
	}
}

// firstDifference says where two texts begin to differ, or nothing.
func firstDifference(got, want []byte) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("from byte %d on: %.100q, want %.100q", i, got[min(i, len(got)):], want[min(i, len(want)):])
		}
	}
	return ""
}
