package fleet

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Whenever hubs begin and end, the bank has in the end how many seeds they stored in each hour.
func TestHours(t *testing.T) {
	bank := seedtest.Open(t, t.TempDir()+"/bank.db")
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		if err := bank.ClearBookmarks(ctx, hoursPrefix, 1<<62); err != nil {
			t.Fatal(err)
		}
		now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
		first := now
		want := []int{0}
		h, stored := &hours{}, 0
		note := func() {
			notes := map[string]uint64{}
			err := h.note(ctx, bank.Bank, now, stored, notes)
			if err == nil {
				_, err = bank.Collect(ctx, 0, &change.Collection{Bookmarks: notes})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		note()
		for range rapid.IntRange(1, 6).Draw(t, "minutes") {
			if rapid.IntRange(0, 4).Draw(t, "ends") == 0 {
				h, stored = &hours{}, 0
				now = now.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "pause")) * time.Minute)
				note()
			}
			for len(want) <= int(now.Sub(first).Hours()) {
				want = append(want, 0)
			}
			note()
			n := rapid.IntRange(0, 100).Draw(t, "seeds")
			stored += n
			want[len(want)-1] += n
			note()
			now = now.Add(time.Duration(rapid.IntRange(1, 90).Draw(t, "time")) * time.Minute)
		}
		begun, got, err := readHours(ctx, bank.Bank)
		for len(want) < len(got) {
			want = append(want, 0)
		}
		if err != nil || !begun.Equal(first) || !slices.Equal(got, want) {
			t.Errorf("from %v %v, want from %v %v: %v", begun, got, first, want, err)
		}
	})
}

// The page tells of contributors and hides nothing in what strangers have chosen. However often
// it is asked for, the bank is read once a minute.
func TestPage(t *testing.T) {
	ctx := t.Context()
	bank := seedtest.Open(t, t.TempDir()+"/bank.db")
	if _, err := bank.Invite(ctx, "ann"); err != nil {
		t.Fatal(err)
	}
	run, err := bank.StartRun(ctx, &seedbank.Run{Started: time.Date(2030, 1, 1, 7, 0, 0, 0, time.UTC), Contributor: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	seeds := someSeeds(t)
	if _, err := bank.Insert(ctx, run, seeds); err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Refuse(ctx, "ann", "<script>lies"); err != nil {
		t.Fatal(err)
	}
	s := &Status{Bank: "/home/me/all.db", Contributors: []ContributorStatus{{Name: "ann", Units: 4711}}}
	for i := range seeds {
		s.Progress.InBank[seeds[i].Rating.Level()]++
	}
	shown := 0
	p := &pages{show: func(ctx context.Context) ([]byte, error) {
		shown++
		return writePage(ctx, s, bank.Bank)
	}}
	var text string
	for range 5 {
		w := httptest.NewRecorder()
		if p.serve(w, httptest.NewRequest(http.MethodGet, "/", nil)); w.Code != http.StatusOK {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
		text = w.Body.String()
	}
	if shown != 1 {
		t.Errorf("the bank is read %d times", shown)
	}
	for _, want := range []string{"Fleet of all.db", "<td>ann</td>", "4711", "2030-01-01 07:00", "<svg", "refused: &lt;script&gt;lies"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	given, err := change.Contributors(ctx, bank.Bank)
	if err != nil || len(given) != 1 || given[0].Seeds != len(seeds) || !slices.Equal(given[0].ByLevel[:], s.Progress.InBank[:]) {
		t.Errorf("%+v, %v", given, err)
	}
	if rows := giverRows(s, given); rows[0].Name != ownMachines || rows[0].Seeds != 0 || rows[1].Seeds != len(seeds) {
		t.Errorf("%+v", rows)
	}
}
