package publish_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/rating"
)

// Readers that are not ours find the same rows in both formats: hyparquet and DuckDB, and
// the program zstd.
func TestOtherReaders(t *testing.T) {
	folder := t.TempDir()
	files := released(t, someOfTheStarterBank(t, rating.Version), folder)
	rows, text := rowsOf(t, files["puzzles.csv.zst"])
	packed := filepath.Join(folder, "puzzles.csv.zst")
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Log("the text is not read by another program: there is no zstd (apt-get install zstd)")
	} else if got := output(t, "zstd", "-dc", packed); !bytes.Equal(got, text) {
		t.Errorf("zstd unpacks %.300q", got)
	}
	scripts := filepath.Join("..", "dataset", "testdata", "parquet")
	if _, err := os.Stat(filepath.Join(scripts, "node_modules", "@duckdb")); err != nil {
		t.Skip("hyparquet and DuckDB are not installed: make parquet installs them")
	}
	table := filepath.Join(folder, "puzzles.parquet")
	if got := output(t, "node", filepath.Join(scripts, "read.js"), table); !bytes.Equal(got, text) {
		t.Errorf("hyparquet reads %.600q", got)
	}
	extreme := 0
	for _, row := range rows {
		if row["level"] == "9" {
			extreme++
		}
	}
	want := fmt.Sprintf("%d\n%[1]d\n0\n0\n%d\n", len(rows), extreme)
	if got := output(t, "node", filepath.Join(scripts, "compare.js"), table, packed); string(got) != want {
		t.Errorf("DuckDB counts %q, want %q", got, want)
	}
}

// output runs a program and returns what it prints.
func output(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	command := exec.Command(name, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v", command, err)
	}
	return out
}
