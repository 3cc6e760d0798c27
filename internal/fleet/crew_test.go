package fleet

import (
	"errors"
	"fmt"
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
		cores uint64
	}{
		{0, "gone;here;leaves left;liar refused;", 4},
		{lostAfter - 1, "gone;here;leaves left;liar refused;", 4},
		{lostAfter, "gone lost;here;liar refused;", 2},
		{forgetLost - 1, "gone lost;here;liar refused;", 2},
		{forgetLost, "here;liar refused;", 2},
		{1000 * forgetLost, "here;liar refused;", 2},
	} {
		now := begun.Add(at.after)
		c.count(map[string]int{"here": 1}, now)
		if got := names(c.list(now)); got != at.want || c.cores() != at.cores {
			t.Errorf("after %v: %s with %d cores, want %s with %d", at.after, got, c.cores(), at.want, at.cores)
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
	c.refuse("liar", errors.New("it lies"), now)
	for i := range bounds.Members + 100 {
		c.hear(Alive{Name: fmt.Sprint("w", i), Cores: 1 << 30, Busy: -1}, now.Add(time.Duration(i)))
	}
	c.count(map[string]int{"w0": 3}, now)
	if got := len(c.list(now)); got > bounds.Members || !c.refuses("liar") {
		t.Errorf("%d workers are told apart, and the liar is refused: %v", got, c.refuses("liar"))
	}
	if cores := c.cores(); cores > bounds.Members*bounds.Cores {
		t.Errorf("%d cores are believed", cores)
	}
}
