package userbank_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A bank has news if it has taken in another starter bank, or if it is the user's and does not
// know of any.
func TestNews(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		create    func(context.Context, string) (*change.Writer, error)
		bookmarks map[string]uint64 // that are set afterwards
		named     string
		want      bool
	}{
		"a copy":                   {userbank.Create, nil, "", false},
		"a copy by name":           {userbank.Create, nil, "my.db", false},
		"an older copy":            {userbank.Create, map[string]uint64{"starter": 77}, "", true},
		"an older copy by name":    {userbank.Create, map[string]uint64{"starter": 77}, "my.db", true},
		"an empty one":             {userbank.CreateEmpty, nil, "", false},
		"an empty one with a copy": {userbank.CreateEmpty, userbank.TakenIn(), "", false},
		"the user's, without note": {change.Open, nil, "", true},
		"another, without note":    {change.Open, nil, "my.db", false},
	} {
		t.Run(name, func(t *testing.T) {
			bank, err := c.create(ctx, filepath.Join(t.TempDir(), "bank.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer bank.Close()
			if _, err := bank.Collect(ctx, 0, &change.Collection{Bookmarks: c.bookmarks}); err != nil {
				t.Fatal(err)
			}
			if is, err := userbank.HasNews(ctx, c.named, bank.Bank); err != nil || is != c.want {
				t.Errorf("%t, %v; want %t", is, err, c.want)
			}
		})
	}
	starter, err := userbank.Starter(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer starter.Close()
	if is, err := userbank.HasNews(ctx, "", starter); err != nil || is {
		t.Errorf("the starter bank itself: %t, %v", is, err)
	}
}
