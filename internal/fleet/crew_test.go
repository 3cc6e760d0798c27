package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
)

// names returns the names of workers, with what is remarkable about them.
func names(list []WorkerStatus) (text string) {
	for i := range list {
		w := &list[i]
		text += w.Name
		switch {
		case w.Refused != "":
			text += " refused"
		case w.Left:
			text += " left"
		case w.Lost:
			text += " lost"
		}
		text += ";"
	}
	return text
}

// Workers that are not heard of are lost after a minute, and forgotten some time
// later. Those that are refused stay so.
func TestCrewForgets(t *testing.T) {
	c, begun := newCrew(), time.Now()
	for _, name := range []string{"gone", "here", "leaves", "liar"} {
		c.hear(Alive{Name: name, Cores: 2, Left: name == "leaves"}, begun)
	}
	c.refuse("liar", errors.New("it lies"), begun)
	for _, at := range []struct {
		after time.Duration
		want  string
	}{
		{0, "gone;here;leaves left;liar refused;"},
		{lostAfter - 1, "gone;here;leaves left;liar refused;"},
		{lostAfter, "gone lost;here;liar refused;"},
		{forgetLost - 1, "gone lost;here;liar refused;"},
		{forgetLost, "here;liar refused;"},
		{1000 * forgetLost, "here;liar refused;"},
	} {
		now := begun.Add(at.after)
		c.count(map[string]int{"here": 1}, now)
		list, _ := c.list(now)
		if got := names(list); got != at.want {
			t.Errorf("after %v: %s, want %s", at.after, got, at.want)
		}
	}
	if refused := c.hear(Alive{Name: "liar"}, begun.Add(time.Hour)); !refused {
		t.Error("the liar is trusted again")
	}
}

// Strangers with many names take no more than some memory, and do not make the hub
// trust whom it refuses.
func TestCrewIsBounded(t *testing.T) {
	c, now := newCrew(), time.Now()
	c.refuse("liar", errors.New(strings.Repeat("<", 1000)), now)
	for i := range bounds.Members + 100 {
		c.hear(Alive{Name: fmt.Sprint("w", i), Program: strings.Repeat("<", mostProgram), Cores: 1 << 30, Busy: -1}, now.Add(time.Duration(i)))
	}
	c.count(map[string]int{"w0": 3}, now)
	list, more := c.list(now)
	if all := len(list) + more.Workers + more.Absent; all > bounds.Members || len(list) > mostListed || !refuses(c, "liar", now) {
		t.Errorf("%d workers are told apart, and the liar is refused: %v", all, refuses(c, "liar", now))
	}
	if cores := more.Cores; cores > bounds.Members*bounds.Cores {
		t.Errorf("%d cores are believed", cores)
	}
	text, err := json.Marshal(&Status{Workers: list, Unlisted: more})
	if err != nil || len(text) > 1<<20 {
		t.Errorf("a status has %d bytes: %v", len(text), err)
	}
	if !slices.ContainsFunc(list, func(w WorkerStatus) bool { return w.Name == "w0" && w.Seeds == 3 }) {
		t.Error("a worker that has given seeds is not in the list")
	}
}

// A false result in the name of a worker is held against the key that has signed it. If
// the first key of a name is refused, a new key does not help.
func TestNamesakes(t *testing.T) {
	c, now := newCrew(), time.Now()
	honest, liar := memberID("a", strings.Repeat("1", 64)), memberID("a", strings.Repeat("2", 64))
	for _, key := range []string{strings.Repeat("1", 64), strings.Repeat("2", 64)} {
		if c.hear(Alive{Name: "a", Key: key}, now) {
			t.Fatal("a worker is refused for nothing")
		}
	}
	c.refuse(liar, errors.New("it lies"), now)
	if refuses(c, honest, now) || !refuses(c, liar, now) {
		t.Errorf("the honest worker is refused: %v; the liar: %v", refuses(c, honest, now), refuses(c, liar, now))
	}
	c.refuse(honest, errors.New("it lies too"), now)
	if again := memberID("a", strings.Repeat("3", 64)); !refuses(c, again, now) {
		t.Error("a refused worker comes again with a new key")
	}
	if list := c.named(strings.Repeat("2", 64)); len(list) != 1 || list[0].Refused == "" {
		t.Errorf("the hub says of the liar %+v", list)
	}
}

func refuses(c *crew, id string, now time.Time) bool {
	isRefused, _ := c.refuses(id, now)
	return isRefused
}
