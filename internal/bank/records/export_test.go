package records

// KeepFewest makes a ranking keep few seeds.
func (r *Ranking) KeepFewest(seeds int) { r.values.fewest = seeds }

// WasCut reports whether a ranking has left out seeds.
func (r *Ranking) WasCut() bool { return r.values.cut }
