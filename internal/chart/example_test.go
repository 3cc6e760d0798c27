package chart_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A server that shows what its bank holds.
func ExampleBank() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "chart")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	bank, err := change.Open(ctx, filepath.Join(dir, "bank.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()

	show := func(w http.ResponseWriter, r *http.Request) {
		all, err := bank.Select(r.Context(), seedbank.Filter{Rungs: true})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		techniques, err := bank.Techniques(r.Context())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		stats := all.Stats()
		w.Header().Set("Content-Type", "image/svg+xml")
		if err := chart.Bank(w, &stats, techniques); err != nil {
			log.Print(err)
		}
	}
	answer := httptest.NewRecorder()
	show(answer, httptest.NewRequest(http.MethodGet, "/bank.svg", nil))
	fmt.Println(answer.Code, answer.Header().Get("Content-Type"))
	// Output: 200 image/svg+xml
}

func ExampleBars() {
	gentle := &seedbank.Count{
		Tally:   seedbank.Tally{Seeds: 12, Rungs: 90},
		Clues:   seedbank.Range[int]{Low: 24, High: 26},
		ER:      seedbank.Range[rating.Tenths]{Low: 17, High: 20},
		ByClues: map[int]seedbank.Tally{24: {Seeds: 8}, 25: {Seeds: 4, Rungs: 30}, 26: {Rungs: 60}},
		ByER:    map[rating.Tenths]seedbank.Tally{17: {Seeds: 9, Rungs: 80}, 20: {Seeds: 3, Rungs: 10}},
	}
	stats := &seedbank.Stats{Total: gentle, ByLevel: map[rating.Level]*seedbank.Count{3: gentle}}
	fmt.Print(chart.Bars(stats, 50, chart.ASCII))
	// Output:
	// Level     Seeds               Rungs
	//  3 Gentle     12 ############     90 ############
	//
	//  Clues  Seeds               Rungs
	//  24         8 ############      0
	//  25         4 ######           30 ######
	//  26         0                  60 ############
	//
	//  ER        Seeds               Rungs
	//   1.5-1.9      9 ############     80 ############
	//   2.0-2.4      3 ####             10 ##
}
