package shuffle

// golden is 2^64 divided by the golden ratio, and odd.
const golden = 0x9e3779b97f4a7c15

// Mix spreads the bits of x. If one bit of x changes, about half of the bits of
// the result do; different numbers have different results. It is a step of the
// generator SplitMix64 by G. Steele, D. Lea and C. Flood ("Fast Splittable
// Pseudorandom Number Generators", 2014) from the state x. Results are stored
// in banks and puzzle IDs and never change.
func Mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Next returns the next number of the generator, and moves its state on.
func Next(state *uint64) uint64 {
	mixed := Mix(*state)
	*state += golden
	return mixed
}
