package rating

import "testing"

// TestFastSearchFindsWhatThePlainOneDoes compares reaches with traces, of all
// assumptions on states of the sample.
func TestFastSearchFindsWhatThePlainOneDoes(t *testing.T) {
	var r Rater
	contradictory, others := 0, 0
	for i, p := range samplePuzzles(t) {
		if i%3 > 0 {
			continue
		}
		r.start(&p)
		for !r.state.solved() && r.round() {
			if r.found.steps[0].Rating >= 30 {
				for name, rules := range map[string]engineRules{"nishio": nishio, "static": static, "dynamic": dynamic} {
					var e engine
					e.setRules(&rules, techniques[:])
					e.start, e.run = &r.state, 1
					e.beginReaches()
					for l := range literal(numLiterals) {
						if k := l.candidate(); !r.state.digits[k.Cell()].Has(k.Digit()) {
							continue
						}
						fast, plain := e.reaches.from(l), e.trace(l)
						if fast.contradictory != plain.contradictory {
							t.Fatalf("%v, %s: %v, on: %v: contradictory: %v, by the plain search %v",
								r.state.grid, name, l.candidate(), l.on(), fast.contradictory, plain.contradictory)
						}
						if fast.contradictory {
							contradictory++
							continue
						}
						others++
						if fast.on != plain.on || fast.off != plain.off {
							t.Fatalf("%v, %s: %v, on: %v: other literals than by the plain search",
								r.state.grid, name, l.candidate(), l.on())
						}
					}
				}
			}
			r.apply()
		}
	}
	t.Logf("%d assumptions contradict themselves, %d do not", contradictory, others)
	if contradictory == 0 || others == 0 {
		t.Error("too few to say anything")
	}
}
