package fleet

import (
	"context"
	"net/http"

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

// metric is a number of a status.
type metric struct {
	*prometheus.Desc
	kind  prometheus.ValueType
	value func(*Status) float64
}

func newMetric(name, help string, kind prometheus.ValueType, value func(*Status) float64) metric {
	return metric{prometheus.NewDesc("seedoku_fleet_"+name, help, nil, nil), kind, value}
}

// metrics are the numbers about a fleet as a whole.
var metrics = []metric{
	newMetric("made_total", "Puzzles that workers have looked at.", prometheus.CounterValue, func(s *Status) float64 { return float64(s.Progress.Made) }),
	newMetric("stored_total", "New seeds in the bank.", prometheus.CounterValue, func(s *Status) float64 { return float64(s.Progress.Stored) }),
	newMetric("units_waiting", "Units that no worker has.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Waiting) }),
	newMetric("units_under_way", "Units that workers have.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.UnderWay) }),
	newMetric("units_dead", "Units that failed too often.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Dead) }),
	newMetric("results_waiting", "Results that are not stored yet.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Results) }),
	newMetric("contributors_unlisted", "Contributors that have no metrics, because others have sent more.", prometheus.GaugeValue, func(s *Status) float64 { return float64(s.Unlisted.Contributors) }),
	newMetric("missing", "Seeds that the targets lack.", prometheus.GaugeValue, func(s *Status) (missing float64) {
		for i := range s.Progress.Targets {
			missing += float64(s.Progress.Targets[i].Missing())
		}
		return missing
	}),
}

// rowMetric is a number of a row of a status: of a worker or of a contributor.
type rowMetric[Row any] struct {
	*prometheus.Desc
	kind  prometheus.ValueType
	value func(*Status, *Row) float64
}

func newRowMetric[Row any](of, name, help string, kind prometheus.ValueType, value func(*Status, *Row) float64) rowMetric[Row] {
	return rowMetric[Row]{prometheus.NewDesc("seedoku_"+of+"_"+name, help, []string{of}, nil), kind, value}
}

// workerMetrics are the numbers about each machine of the owner. Those of contributors have none:
// strangers choose their names, and could fill the memory of Prometheus with them.
var workerMetrics = []rowMetric[WorkerStatus]{
	newRowMetric("worker", "cores", "Cores of a worker.", prometheus.GaugeValue, func(_ *Status, w *WorkerStatus) float64 { return float64(w.Cores) }),
	newRowMetric("worker", "stored_total", "New seeds of a worker in the bank.", prometheus.CounterValue, func(_ *Status, w *WorkerStatus) float64 { return float64(w.Seeds) }),
	newRowMetric("worker", "heard_seconds", "Time since anything was heard of a worker.", prometheus.GaugeValue, func(s *Status, w *WorkerStatus) float64 { return s.Now.Sub(w.Heard).Seconds() }),
	newRowMetric("worker", "residual", "Greatest difference of the seeds of a worker from those of the fleet, in standard deviations; 0 if it is small.", prometheus.GaugeValue, func(_ *Status, w *WorkerStatus) float64 {
		if w.Odd == nil {
			return 0
		}
		return w.Odd.Residual
	}),
}

// contributorMetrics are the numbers about each contributor that a status lists.
var contributorMetrics = []rowMetric[ContributorStatus]{
	newRowMetric("contributor", "workers", "Workers of a contributor that work for the hub.", prometheus.GaugeValue, func(_ *Status, c *ContributorStatus) float64 { return float64(c.Workers) }),
	newRowMetric("contributor", "cores", "Cores of the workers of a contributor, as they say.", prometheus.GaugeValue, func(_ *Status, c *ContributorStatus) float64 { return float64(c.Cores) }),
	newRowMetric("contributor", "units_total", "Units that a contributor has done.", prometheus.CounterValue, func(_ *Status, c *ContributorStatus) float64 { return float64(c.Units) }),
	newRowMetric("contributor", "sent_total", "Seeds that a contributor has sent.", prometheus.CounterValue, func(_ *Status, c *ContributorStatus) float64 { return float64(c.Found) }),
	newRowMetric("contributor", "stored_total", "New seeds of a contributor that the bank took at once.", prometheus.CounterValue, func(_ *Status, c *ContributorStatus) float64 { return float64(c.Seeds) }),
	newRowMetric("contributor", "residual", "Greatest residual of the workers of a contributor, in standard deviations; 0 if it is small.", prometheus.GaugeValue, func(_ *Status, c *ContributorStatus) float64 { return c.Residual }),
	newRowMetric("contributor", "refused", "1 if the hub refuses a contributor, 0 if not.", prometheus.GaugeValue, func(_ *Status, c *ContributorStatus) float64 {
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
	for _, m := range metrics {
		to <- prometheus.MustNewConstMetric(m.Desc, m.kind, m.value(s))
	}
	seen := map[string]bool{}
	for i := range s.Workers {
		if w := &s.Workers[i]; w.Contributor == "" {
			sendRow(to, workerMetrics, s, w, metricName(w, seen))
		}
	}
	for i := range s.Contributors {
		sendRow(to, contributorMetrics, s, &s.Contributors[i], s.Contributors[i].Name)
	}
}

func sendRow[Row any](to chan<- prometheus.Metric, list []rowMetric[Row], s *Status, row *Row, name string) {
	for _, m := range list {
		to <- prometheus.MustNewConstMetric(m.Desc, m.kind, m.value(s, row), name)
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
