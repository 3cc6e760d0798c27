package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/dataset"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/publish"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
)

// columnsPage returns the page of the documents that tells of every column.
func columnsPage() string {
	var b strings.Builder
	b.WriteString("# Columns\n\nThe columns of tables are the same in every format: cells of csv, members of the objects of jsonl and json, " +
		"columns of SQLite and Parquet. ER, EP and ED are numbers such as 6.6 everywhere. An unknown value is an empty cell, a missing member, or NULL. " +
		"Numbers by name are `{\"pointing\":2,\"x-wing\":1}` in JSON and `pointing:2 x-wing:1` elsewhere; words are an array in JSON, and separated by spaces elsewhere.\n\n" +
		"The program writes this page (`go test ./cmd/seedoku -run Columns -update`).\n")
	section := func(title string, tables ...card.Table) {
		fmt.Fprintf(&b, "\n## %s\n", title)
		for _, t := range tables {
			b.WriteString(t.String())
		}
	}
	section("Puzzles",
		card.Table{About: "`gen`, `export`, `rate`, `bank dump` and the API write these:", Columns: table.Describe(table.Puzzles)},
		card.Table{About: "`rate` with `--expert` and `--why` writes these too:", Columns: table.Describe(rateAsks{why: true, expert: true}.columns(table.CSV)[len(table.Puzzles):])},
		card.Table{About: "The tables of a calendar have these, and `effort` and `minutes`; `export --columns` can choose them for any table:", Columns: table.Describe(table.Place)},
		card.Table{About: "Releases, data sets, the API and `export --columns` have some of these:", Columns: table.Describe(table.More)})
	section("Answers about puzzles",
		card.Table{About: "`check`, and `POST /check` of the API:", Columns: table.Describe(examine.CheckedColumns)},
		card.Table{About: "`check` with `--arrange` and `--against` writes these too:", Columns: table.Describe(checkedColumns(true)[len(examine.CheckedColumns):])},
		card.Table{About: "`compare`; `POST /compare` of the API has `line` instead of `place`, only `line` and `error` for what is unreadable, and `in_bank` and `seed` as [the API](api.md#never-twice) tells:", Columns: table.Describe(comparedColumns(table.CSV, false))},
		card.Table{About: "`POST /rate` of the API (`effort` with `?effort=true`, `minutes` and `bottlenecks` with `?pace=true`):", Columns: table.Describe(examine.RatedColumns)},
		card.Table{About: "`solve`:", Columns: table.Describe(solvedColumns(table.CSV))},
		card.Table{About: "`canon`; `POST /canon` of the API always has `automorphisms`, and `puzzle`, the puzzle as it was given:", Columns: table.Describe(canonColumns)},
		card.Table{About: "`arrange`:", Columns: table.Describe(arrangedColumns(table.CSV))})
	section("Techniques", card.Table{About: "`techniques`:", Columns: table.Describe(techniqueColumns)})
	section("Collections",
		card.Table{About: "`collection`:", Columns: table.Describe(collectionColumns)},
		card.Table{About: "`collection NAME`:", Columns: table.Describe(volumeColumns)})
	section("Data sets", append(dataset.Tables(dataset.FormatNames()...),
		card.Table{About: "A table of `bank release` has the columns of puzzles without `seed` and `symmetry`, then `symmetries`, `minutes`, `bottlenecks`, and these:", Columns: publish.Columns()})...)
	return b.String()
}

// Every column has its sentence in the documents.
func TestColumnsAreDocumented(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "columns.md")
	page := columnsPage()
	if strings.Contains(page, "|  |") {
		t.Errorf("a column without a sentence:\n%s", page)
	}
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), page); diff != "" {
		t.Errorf("%s is not up to date (go test ./cmd/seedoku -run Columns -update):\n%s", path, diff)
	}
}
