package export_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// A pack of twenty puzzles of each level, a file for each, and its manifest.
func ExamplePlan() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	folder, err := os.MkdirTemp("", "packs-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	manifest, err := export.Plan(ctx, bank, export.Options{
		Request:  draw.Request{Levels: seedbank.Range[rating.Level]{Low: 1, High: 3}, RandomSeed: 7},
		PerLevel: 20,
		Format:   "csv",
		Program:  "example",
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := manifest.Write(ctx, bank, folder, nil); err != nil {
		log.Fatal(err)
	}
	for _, part := range manifest.Parts {
		fmt.Println(part.Files[0].Name, part.Puzzles, len(part.Files[0].SHA256))
	}
	// Output:
	// level-1.csv 20 64
	// level-2.csv 20 64
	// level-3.csv 20 64
}

// Puzzles in any format, to any writer.
func ExamplePuzzles() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	format, err := pack.FormatNamed("csv")
	if err != nil {
		log.Fatal(err)
	}
	request := draw.Request{Levels: seedbank.Range[rating.Level]{Low: 9, High: 9}, N: 3}
	var text strings.Builder
	if err := export.Puzzles(&text, format, nil, request.Draw(ctx, bank)); err != nil {
		log.Fatal(err)
	}
	header, _, _ := strings.Cut(text.String(), "\n")
	fmt.Println(header)
	fmt.Println(strings.Count(text.String(), "\n"))
	// Output:
	// id,puzzle,solution,clues,level,er,ep,ed,hardest,techniques,seed,symmetry
	// 4
}
