package fleet

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// crewCollector collects the metrics of a crew.
type crewCollector struct{ crew *crew }

func (c crewCollector) Describe(to chan<- *prometheus.Desc) { (&collector{}).Describe(to) }

func (c crewCollector) Collect(to chan<- prometheus.Metric) {
	s := &Status{Now: time.Now()}
	s.Workers, s.Unlisted = c.crew.list(s.Now)
	s.Contributors, s.Unlisted.Contributors = c.crew.contributors()
	collect(s, to)
}

// gather returns the values of the metrics of a crew: by name and label.
func gather(t *rapid.T, c *crew) map[[2]string]float64 {
	registry := prometheus.NewRegistry()
	registry.MustRegister(crewCollector{c})
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	values := map[[2]string]float64{}
	for _, family := range families {
		for _, m := range family.Metric {
			label := ""
			for _, pair := range m.Label {
				label = pair.GetValue()
			}
			values[[2]string{family.GetName(), label}] = m.GetCounter().GetValue() + m.GetGauge().GetValue() // it has one of both
		}
	}
	return values
}

// Whatever workers come, whatever they are called, and whoever is forgotten, the metrics of a
// contributor are all that was counted of it, and its workers have none of their own.
func TestMetricsOfContributors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Now().Add(-time.Hour)
		c := newCrew()
		units, sent, stored, refused := map[string]int{}, map[string]int{}, map[string]int{}, map[string]bool{}
		for range rapid.IntRange(0, 30).Draw(t, "messages") {
			now = now.Add(time.Duration(rapid.IntRange(0, 300).Draw(t, "seconds")) * time.Second)
			name := rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(t, "contributor")
			key := rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "session")
			if name != "" {
				key = name + "/" + key
			}
			c.hear(Alive{Name: rapid.SampledFrom([]string{"w", "ann", "x"}).Draw(t, "name"), Key: key, Cores: 2}, now)
			r := &result{seeds: make([]seed.Seed, rapid.IntRange(0, 3).Draw(t, "seeds")), Done: &work.Unit{}}
			c.tally(key, r, now)
			c.count(map[string]int{key: 1}, now)
			units[name]++
			sent[name] += len(r.seeds)
			stored[name]++
			if rapid.IntRange(0, 9).Draw(t, "false") == 0 {
				refused[name] = true
				c.bar(name, "lies")
			}
			c.list(now) // forgets workers
		}
		values := gather(t, c)
		for _, name := range []string{"ann", "bob"} {
			if units[name] == 0 {
				continue
			}
			isRefused := 0.
			if refused[name] {
				isRefused = 1
			}
			for metric, want := range map[string]float64{"units_total": float64(units[name]), "sent_total": float64(sent[name]), "stored_total": float64(stored[name]), "refused": isRefused} {
				if got, ok := values[[2]string{"seedoku_contributor_" + metric, name}]; !ok || got != want {
					t.Errorf("%s of %s is %v, want %v", metric, name, got, want)
				}
			}
		}
		workers := 0
		for name := range values {
			if name[0] == "seedoku_worker_cores" {
				workers++
			}
		}
		if workers > 3 {
			t.Errorf("%d workers have metrics, and the owner has 3", workers)
		}
	})
}

// However many contributors there are, those who have sent most are listed.
func TestContributorsListedAreBounded(t *testing.T) {
	g := givers{}
	for i := range mostContributors + 50 {
		g.count(fmt.Sprintf("c%d/key", i), 1, i, 0)
	}
	list, more := g.list(nil, nil)
	if len(list) != mostContributors || more != 50 {
		t.Fatalf("%d contributors are listed, %d are not", len(list), more)
	}
	var err error
	for i := range list {
		if list[i].Found < 50 {
			err = errors.Join(err, fmt.Errorf("%s has sent %d seeds and is listed", list[i].Name, list[i].Found))
		}
	}
	if err != nil {
		t.Error(err)
	}
}
