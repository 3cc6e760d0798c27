package main

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
)

// Who interrupts the program when the pack is written has it in the collection.
func TestWrittenPackIsRecorded(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	ctx, interrupt := context.WithCancel(context.Background())
	m, err := export.Plan(ctx, bank, export.Options{Format: "line", File: "week", Request: draw.Request{N: 2}})
	if err == nil {
		err = m.Write(ctx, bank, folder, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	collection, err := given.Open(ctx, filepath.Join(folder, "year.collection"))
	if err != nil {
		t.Fatal(err)
	}
	defer collection.Close()
	interrupt()
	if err := new(program).record(ctx, &series{Collection: collection, volume: "week"}, bank, m); err != nil {
		t.Error(err)
	}
}
