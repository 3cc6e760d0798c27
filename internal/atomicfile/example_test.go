package atomicfile_test

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/atomicfile"
)

// The second writing fails half way, and the file keeps what it had.
func ExampleWriteFile() {
	dir, err := os.MkdirTemp("", "whole")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "puzzles.txt")

	write := func(text string, failure error) error {
		return atomicfile.WriteFile(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, failure)
		})
	}
	fmt.Println(write("all puzzles", nil))
	fmt.Println(write("some", errors.New("no more")) != nil)
	content, err := os.ReadFile(path)
	fmt.Println(string(content), err)
	// Output:
	// <nil>
	// true
	// all puzzles <nil>
}
