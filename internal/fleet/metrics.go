package fleet

import (
	"context"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics serves the status of the hub at a NATS server as metrics for Prometheus.
func Metrics(nc *nats.Conn) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(&collector{nc})
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

// collector asks the hub for its status each time that the metrics are read.
type collector struct{ nc *nats.Conn }

// metric is a number of a status, of a worker or of a contributor.
type metric[Row any] struct {
	*prometheus.Desc
	kind  prometheus.ValueType
	value func(*Row) float64
}

func newMetric[Row any](of, name, help string, kind prometheus.ValueType, value func(*Row) float64) metric[Row] {
	labels := []string{of}
	if of == "fleet" {
		labels = nil
	}
	return metric[Row]{prometheus.NewDesc("seedoku_"+of+"_"+name, help, labels, nil), kind, value}
}

// metrics are the numbers about a fleet as a whole.
var metrics = []metric[Status]{
	newMetric("fleet", "made_total", "Puzzles that workers have looked at.", prometheus.CounterValue, func(s *Status) float64 { return float64(s.Progress.Made) }),
	newMetric("fleet", "stored_total", "New seeds in the bank.", prometheus.CounterValue, func(s *Status) float64 { return float64(s.Progress.Stored) }),
	newMetric("fleet", "units_waiting", "Units that no worker has.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Waiting) }),
	newMetric("fleet", "units_under_way", "Units that workers have.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.UnderWay) }),
	newMetric("fleet", "units_dead", "Units that failed too often.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Dead) }),
	newMetric("fleet", "results_waiting", "Results that are not stored yet.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Results) }),
	newMetric("fleet", "claimed", "Seeds of new contributors that are not rated yet.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Claimed) }),
	newMetric("fleet", "contributors_unlisted", "Contributors that have no metrics, because others have sent more.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Unlisted.Contributors) }),
	newMetric("fleet", "missing", "Seeds that the targets lack.", prometheus.GaugeValue, func(s *Status) (missing float64) {
		for i := range s.Progress.Targets {
			missing += float64(s.Progress.Targets[i].Missing())
		}
		return missing
	}),
}

// seenWorker is a worker at the time of a status.
type seenWorker struct {
	*WorkerStatus
	now time.Time
}

// workerMetrics are the numbers about each machine of the owner. Those of contributors have none:
// strangers choose their names, and could fill the memory of Prometheus with them.
var workerMetrics = []metric[seenWorker]{
	newMetric("worker", "cores", "Cores of a worker.", prometheus.GaugeValue, func(w *seenWorker) float64 { return float64(w.Cores) }),
	newMetric("worker", "stored_total", "New seeds of a worker in the bank.", prometheus.CounterValue, func(w *seenWorker) float64 { return float64(w.Seeds) }),
	newMetric("worker", "heard_seconds", "Time since anything was heard of a worker.", prometheus.GaugeValue, func(w *seenWorker) float64 { return w.now.Sub(w.Heard).Seconds() }),
	newMetric("worker", "residual", "Greatest deviation of the yield of a worker from that of the fleet, in standard deviations; 0 if it is small.", prometheus.GaugeValue, func(w *seenWorker) float64 {
		if w.Odd == nil {
			return 0
		}
		return w.Odd.Residual
	}),
}

// contributorMetrics are the numbers about each contributor that a status lists.
var contributorMetrics = []metric[ContributorStatus]{
	newMetric("contributor", "workers", "Workers of a contributor that work for the hub.", prometheus.GaugeValue, func(c *ContributorStatus) float64 { return float64(c.Workers) }),
	newMetric("contributor", "cores", "Cores of the workers of a contributor, as they say.", prometheus.GaugeValue, func(c *ContributorStatus) float64 { return float64(c.Cores) }),
	newMetric("contributor", "units_total", "Units that a contributor has done.", prometheus.CounterValue, func(c *ContributorStatus) float64 { return float64(c.Units) }),
	newMetric("contributor", "sent_total", "Seeds that a contributor has sent.", prometheus.CounterValue, func(c *ContributorStatus) float64 { return float64(c.Found) }),
	newMetric("contributor", "stored_total", "New seeds of a contributor that the bank took at once.", prometheus.CounterValue, func(c *ContributorStatus) float64 { return float64(c.Seeds) }),
	newMetric("contributor", "residual", "Greatest residual of the workers of a contributor, in standard deviations; 0 if it is small.", prometheus.GaugeValue, func(c *ContributorStatus) float64 { return c.Residual }),
	newMetric("contributor", "refused", "1 if the hub refuses a contributor, 0 if not.", prometheus.GaugeValue, func(c *ContributorStatus) float64 {
		if c.Refused == "" {
			return 0
		}
		return 1
	}),
}

func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics {
		to <- m.Desc
	}
	for _, m := range workerMetrics {
		to <- m.Desc
	}
	for _, m := range contributorMetrics {
		to <- m.Desc
	}
}

func (c *collector) Collect(to chan<- prometheus.Metric) {
	s, err := Ask(context.Background(), c.nc)
	if err != nil {
		to <- prometheus.NewInvalidMetric(metrics[0].Desc, err)
		return
	}
	collect(s, to)
}

// collect sends the numbers of a status.
func collect(s *Status, to chan<- prometheus.Metric) {
	send(to, metrics, s)
	seen := map[string]bool{}
	for i := range s.Workers {
		if w := &s.Workers[i]; w.Contributor == "" {
			send(to, workerMetrics, &seenWorker{w, s.Now}, metricName(w, seen))
		}
	}
	for i := range s.Contributors {
		send(to, contributorMetrics, &s.Contributors[i], s.Contributors[i].Name)
	}
}

func send[Row any](to chan<- prometheus.Metric, list []metric[Row], row *Row, name ...string) {
	for _, m := range list {
		to <- prometheus.MustNewConstMetric(m.Desc, m.kind, m.value(row), name...)
	}
}

// metricName returns a name for a worker that no other one has: two metrics of one name are an
// error.
func metricName(w *WorkerStatus, seen map[string]bool) string {
	name := w.Name
	if seen[name] {
		name += "/" + w.Key
	}
	seen[name] = true
	return name
}
