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
	"github.com/seedoku/seedoku/internal/mine/work"
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
		c.hear(Alive{Name: name, Key: name, Cores: 2, Left: name == "leaves"}, begun)
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
	if refused := c.hear(Alive{Name: "liar", Key: "other"}, begun.Add(1000*forgetLost)); refused == "" {
		t.Error("the liar is trusted again")
	}
}

// Strangers with many names take no more than some memory, and do not make the hub
// trust whom it refuses.
func TestCrewIsBounded(t *testing.T) {
	c, now := newCrew(), time.Now()
	c.refuse("liar", errors.New(strings.Repeat("<", 1000)), now)
	for i := range bounds.Members + 100 {
		c.hear(Alive{Name: fmt.Sprint("w", i), Key: fmt.Sprint("w", i), Program: strings.Repeat("<", mostProgram), Cores: 1 << 30, Busy: -1}, now.Add(time.Duration(i)))
	}
	if room := bounds.Members - len(c.members); room < 0 || room > bounds.Members/100+1 {
		t.Errorf("%d workers are known", len(c.members))
	}
	if _, first := c.members["w1"]; first || c.members[fmt.Sprint("w", bounds.Members/50)] == nil {
		t.Error("other workers are forgotten than those that were silent longest")
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

// Of a crew of workers that are refused or have sent seeds, one is forgotten for another.
func TestRefusedAreForgottenLast(t *testing.T) {
	c, now := newCrew(), time.Now()
	for i := range bounds.Members {
		key := fmt.Sprint("w", i)
		c.hear(Alive{Name: key, Key: key}, now.Add(time.Duration(i)))
		if i < bounds.Members-1 {
			c.refuse(key, errors.New("it lies"), now.Add(time.Duration(i)))
		}
	}
	c.hear(Alive{Name: "x", Key: "x"}, now.Add(time.Second))
	if len(c.members) != bounds.Members || c.members[fmt.Sprint("w", bounds.Members-1)] != nil {
		t.Errorf("%d workers are known; the only stranger: %v", len(c.members), c.members[fmt.Sprint("w", bounds.Members-1)] != nil)
	}
}

// A false result is held against the session that has sent it, whatever its worker calls
// itself. If the first session of a name is refused, a new one does not help.
func TestNamesakes(t *testing.T) {
	c, now := newCrew(), time.Now()
	for _, key := range []string{"honest", "liar"} {
		if c.hear(Alive{Name: "a", Key: key}, now) != "" {
			t.Fatal("a worker is refused for nothing")
		}
	}
	c.refuse("liar", errors.New("it lies"), now)
	if c.refused("honest") != "" || c.refused("liar") == "" {
		t.Errorf("the honest worker is refused: %v; the liar: %v", c.refused("honest"), c.refused("liar"))
	}
	c.refuse("honest", errors.New("it lies too"), now)
	if c.hear(Alive{Name: "a", Key: "again"}, now) == "" {
		t.Error("a refused worker comes again in a new session")
	}
}

// The hub shows what it has counted, whatever a worker says of itself.
func TestCounts(t *testing.T) {
	c, now := newCrew(), time.Now()
	c.hear(Alive{Name: "a", Key: "a", Cores: 2, Busy: 1 << 30, Units: 1 << 30, Made: 1 << 30, Found: 1 << 30}, now)
	for _, unit := range []string{"x", "y", "x", "z"} { // two of them on its cores
		c.hold("a", unit, now)
	}
	c.tally("a", &result{Done: someUnit, Numbers: work.Numbers{Made: 20}}, now)
	list, _ := c.list(now)
	if w := list[0]; w.Busy != 2 || w.Units != 1 || w.Made != 20 || w.Found != 0 {
		t.Errorf("%+v", w)
	}
	c.release("a", "x")
	c.release("a", "z")
	if list, _ := c.list(now); list[0].Busy != 1 {
		t.Errorf("it does %d units after one is done", list[0].Busy)
	}
	c.hear(Alive{Name: "a", Key: "a"}, now.Add(2*heldFor))
	if list, _ := c.list(now.Add(2 * heldFor)); list[0].Busy != 0 {
		t.Errorf("it does %d units of which it has said nothing for long", list[0].Busy)
	}
}

func refuses(c *crew, id string, now time.Time) bool {
	isRefused, _ := c.refuses(id, now)
	return isRefused
}
