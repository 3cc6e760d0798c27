package web

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are the numbers for Prometheus.
type metrics struct {
	handler http.Handler
	running prometheus.Gauge
	seconds *prometheus.HistogramVec // by route and status
	bytes   prometheus.Counter
}

func newMetrics(s *Server) *metrics {
	m := &metrics{
		running: prometheus.NewGauge(prometheus.GaugeOpts{Name: "seedoku_requests_running", Help: "Requests that are being answered."}),
		bytes:   prometheus.NewCounter(prometheus.CounterOpts{Name: "seedoku_answer_bytes_total", Help: "Bytes of all answers."}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "seedoku_request_seconds", Help: "Time from a request to the end of its answer.",
			Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .5, 1, 5, 30, 300},
		}, []string{"route", "status"}),
	}
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "seedoku_work_requests", Help: "Requests whose puzzles are being worked on, or wait for that.",
	}, func() float64 { return float64(len(s.pool.requests) + len(s.hints.requests)) })
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.running, m.bytes, m.seconds, waiting, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}
