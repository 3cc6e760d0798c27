package draw

// Contradiction is for tests.
func (r *Request) Contradiction() string { return r.contradiction() }
