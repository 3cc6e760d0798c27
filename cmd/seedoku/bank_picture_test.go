package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
)

// notesOf returns the notes of the shapes of each group of a picture that has an
// id.
func notesOf(t *testing.T, picture []byte) map[string][]string {
	t.Helper()
	notes := map[string][]string{}
	group, inTitle := "", false
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return notes
		}
		if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inTitle = token.Name.Local == "title"
			for _, attribute := range token.Attr {
				if token.Name.Local == "g" && attribute.Name.Local == "id" {
					group = attribute.Value
				}
			}
		case xml.CharData:
			if inTitle {
				notes[group] = append(notes[group], string(token))
			}
		case xml.EndElement:
			inTitle = false
		}
	}
}

func openStarter(t *testing.T) *seedbank.Bank {
	t.Helper()
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}

// Bars show every seed once, and the heat map every seed and rung.
func TestBankPictureShowsAll(t *testing.T) {
	bank := openStarter(t)
	all, err := bank.Select(context.Background(), seedbank.Filter{Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	stats := all.Stats()
	techniques, err := bank.Techniques(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	picture := drawBank(&stats, techniques)
	if !bytes.Equal(picture, drawBank(&stats, techniques)) {
		t.Error("the same bank gives different pictures")
	}
	notes := notesOf(t, picture)
	for group, want := range map[string]int{"ratings": stats.Total.Seeds, "clues": stats.Total.Seeds, "levels": stats.Total.Sum()} {
		sum := 0
		for _, note := range notes[group] {
			_, counts, _ := strings.Cut(note, ": ")
			var seeds, rungs int
			if n, _ := fmt.Sscanf(counts, "%d seeds, %d rungs", &seeds, &rungs); n == 0 {
				t.Fatalf("the note %q has no count", note)
			}
			sum += seeds + rungs
		}
		if sum != want {
			t.Errorf("the group %s shows %d, want %d", group, sum, want)
		}
	}
	if len(notes["techniques"]) != len(techniques) {
		t.Errorf("%d techniques have a bar, want %d", len(notes["techniques"]), len(techniques))
	}
}

func TestPictureOfAnEmptyBank(t *testing.T) {
	empty, err := seedbank.Open(context.Background(), t.TempDir()+"/bank.db")
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	all, err := empty.Select(context.Background(), seedbank.Filter{Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	stats := all.Stats()
	if notes := notesOf(t, drawBank(&stats, nil)); len(notes["ratings"]) != 0 {
		t.Errorf("an empty bank has ratings: %v", notes)
	}
}

func TestBrief(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1.0k", 4449: "4.4k", 9949: "9.9k", 9950: "10k", 12500: "13k", 2_500_000: "2.5M"} {
		if got := brief(n); got != want {
			t.Errorf("brief(%d) = %s, want %s", n, got, want)
		}
	}
}
