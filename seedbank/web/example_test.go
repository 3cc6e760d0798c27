package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http/httptest"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/web"
)

// A puzzle of level 4 over HTTP.
func ExampleNew() {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	server := httptest.NewServer(web.New(bank, web.Options{}))
	defer server.Close()
	answer, err := server.Client().Get(server.URL + "/api/v1/puzzles?level=4")
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var drawn struct {
		Puzzles []struct {
			Level int
			Clues int
		}
		Count string
	}
	err = json.NewDecoder(answer.Body).Decode(&drawn)
	fmt.Println(len(drawn.Puzzles), drawn.Puzzles[0].Level, drawn.Puzzles[0].Clues > 16, len(drawn.Count) > 10, err)
	// Output:
	// 1 4 true true <nil>
}
