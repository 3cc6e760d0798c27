package mini

// Costs of the work for a seed, in units of about the same time. Many more seeds are
// examined than get their rungs rated.
const (
	workToChoose  = 2
	workToArrange = 1 // in each pass
	workToClimb   = 8
)

// progress counts the work that is done.
type progress struct {
	done, of int
	report   func(done, of int)
}

// newProgress returns the progress of choosing a number of seeds.
func newProgress(report func(done, of int), seeds int) *progress {
	if report == nil {
		report = func(int, int) {}
	}
	return &progress{of: seeds * (surplus*(workToChoose+passes*workToArrange) + workToClimb), report: report}
}

// add counts work. A bank with few seeds leaves some of it out.
func (p *progress) add(work int) {
	p.done += work
	p.report(p.done, p.of)
}
