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
	newMetric("missing", "Seeds that the targets lack.", prometheus.GaugeValue, func(s *Status) (missing float64) {
		for i := range s.Progress.Targets {
			missing += float64(s.Progress.Targets[i].Missing())
		}
		return missing
	}),
}

// The numbers about each worker.
var (
	workerCores = prometheus.NewDesc("seedoku_worker_cores", "Cores of a worker.", []string{"worker"}, nil)
	workerSeeds = prometheus.NewDesc("seedoku_worker_stored_total", "New seeds of a worker in the bank.", []string{"worker"}, nil)
	workerOdd   = prometheus.NewDesc("seedoku_worker_residual", "Greatest difference of the seeds of a worker from those of the fleet, in standard deviations; 0 if it is small.", []string{"worker"}, nil)
	workerHeard = prometheus.NewDesc("seedoku_worker_heard_seconds", "Time since anything was heard of a worker.", []string{"worker"}, nil)
)

func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics {
		to <- m.Desc
	}
	to <- workerCores
	to <- workerSeeds
	to <- workerHeard
	to <- workerOdd
}

func (c *collector) Collect(to chan<- prometheus.Metric) {
	s, err := Ask(context.Background(), c.nc)
	if err != nil {
		to <- prometheus.NewInvalidMetric(metrics[0].Desc, err)
		return
	}
	for _, m := range metrics {
		to <- prometheus.MustNewConstMetric(m.Desc, m.kind, m.value(s))
	}
	seen := map[string]bool{}
	for i := range s.Workers {
		w := &s.Workers[i]
		name := metricName(w, seen)
		to <- prometheus.MustNewConstMetric(workerCores, prometheus.GaugeValue, float64(w.Cores), name)
		to <- prometheus.MustNewConstMetric(workerSeeds, prometheus.CounterValue, float64(w.Seeds), name)
		to <- prometheus.MustNewConstMetric(workerHeard, prometheus.GaugeValue, s.Now.Sub(w.Heard).Seconds(), name)
		residual := 0.
		if w.Odd != nil {
			residual = w.Odd.Residual
		}
		to <- prometheus.MustNewConstMetric(workerOdd, prometheus.GaugeValue, residual, name)
	}
}

// metricName returns a name for a worker that no other one has: two metrics of one name are an
// error, and strangers choose their names.
func metricName(w *WorkerStatus, seen map[string]bool) string {
	name := w.Name
	if w.Contributor != "" {
		name = w.Contributor + "/" + name
	}
	if seen[name] {
		name += "/" + w.Key
	}
	seen[name] = true
	return name
}
