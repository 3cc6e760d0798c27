package minutes

import "testing"

func BenchmarkTimes(b *testing.B) {
	list := allObserved(b)
	var e Estimator
	for i := 0; b.Loop(); i++ {
		if _, err := e.Class(&list[i%len(list)].puzzle); err != nil {
			b.Fatal(err)
		}
	}
}
