package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/web"
)

// newBareClient returns a client of a server whose bank has the seeds of some puzzles
// of the starter bank, without rungs.
func newBareClient(t *testing.T, options web.Options, ids ...string) *client {
	t.Helper()
	ctx := context.Background()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bank.StartRun(ctx, &seedbank.Run{Program: "test", Rater: rating.Version})
	if err != nil {
		t.Fatal(err)
	}
	starter := banktest.Starter(t)
	var seeds []seed.Seed
	for _, text := range ids {
		id, err := seed.ParseID(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := starter.SeedNamed(ctx, id.Seed)
		if err != nil {
			t.Fatal(err)
		}
		s.Rungs = nil
		seeds = append(seeds, s)
	}
	if _, err := bank.Insert(ctx, run, seeds); err != nil {
		t.Fatal(err)
	}
	return &client{TB: t, server: web.New(bank.Bank, options), headers: http.Header{}}
}

// idsWithClues draws IDs of puzzles with clues added.
func idsWithClues(c *client) (ids []string, answers []string) {
	for _, clues := range []string{"28", "32", "36"} {
		for _, row := range decode[puzzlesObject](c, c.get("/api/v1/puzzles?n=4&seed=1&clues="+clues)).Puzzles {
			ids = append(ids, row.ID)
			answers = append(answers, string(c.get("/api/v1/puzzles/"+row.ID).body))
		}
	}
	return ids, answers
}

// A server whose bank has only the seed of a puzzle gives the same answer as one that
// has the puzzle, and knows the puzzle again.
func TestPuzzleOfIDOnABankOfSeeds(t *testing.T) {
	ids, want := idsWithClues(sharedClient(t))
	c := newBareClient(t, web.Options{}, ids...)
	for i, id := range ids {
		if got := c.get("/api/v1/puzzles/" + id); string(got.body) != want[i] {
			t.Errorf("%s is %s, want %s", id, got.body, want[i])
		}
		line := string(c.get("/api/v1/puzzles/" + id + ".txt").body)
		answer := string(c.post("/api/v1/check", "text/plain", line).body)
		if !strings.Contains(answer, `"id":"`+id+`"`) || strings.Contains(answer, `"held"`) {
			t.Errorf("%s is known as %s", id, answer)
		}
	}
	key, _, _ := strings.Cut(ids[0], "-")
	whole, err := seed.ParseID(ids[0])
	if err != nil {
		t.Fatal(err)
	}
	whole.Added = 1<<64 - 1
	c.wantProblem(c.get("/api/v1/puzzles/"+whole.String()), http.StatusNotFound, "id", "more cells than are empty")
	c.wantProblem(newBareClient(t, web.Options{}, ids[1]).get("/api/v1/puzzles/"+ids[0]), http.StatusNotFound, "id", "does not have the seed of "+key)
}

// A puzzle that has to be rated waits in the queue of hard work; one that the bank
// holds does not.
func TestPuzzleOfIDInAFullQueue(t *testing.T) {
	starter := sharedClient(t)
	ids, _ := idsWithClues(starter)
	c := newBareClient(t, web.Options{Workers: 1, Queue: 1}, ids...)
	server := httptest.NewServer(c.server)
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/api/v1/rate", strings.NewReader(hardPuzzles(starter, "7.6-8.9", 100)))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request) // returns when the first puzzle is rated
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	busy := c.get("/api/v1/puzzles/" + ids[0])
	c.wantProblem(busy, http.StatusServiceUnavailable, "", "try again")
	if busy.Header.Get("Cache-Control") != "no-store" || busy.Header.Get("Retry-After") == "" {
		t.Errorf("the answer may be kept %q, and says to come again after %q", busy.Header.Get("Cache-Control"), busy.Header.Get("Retry-After"))
	}
	id, err := seed.ParseID(ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if held := c.get("/api/v1/puzzles/" + seed.ID{Seed: id.Seed}.String()); held.StatusCode != http.StatusOK {
		t.Errorf("a puzzle that the bank holds: status %d", held.StatusCode)
	}
	cancel()
	for range 600 {
		if c.get("/api/v1/puzzles/"+ids[0]).StatusCode == http.StatusOK {
			http.DefaultClient.CloseIdleConnections()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the work of a client that has gone away goes on")
}
