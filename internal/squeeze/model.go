package squeeze

// Sizes of the model. Other values make other packed texts: unpack.js has them too.
const (
	contexts = 7       // the last 0 to 4 and 6 bytes, and the word
	slots    = 1 << 19 // of a context
	states   = 4       // of a slot, by how often it was met, each with its weight
	mostMet  = 10      // what was met more often changes no slower
	rate     = 0.02    // of learning, for weights
	begin    = 0.3     // weights at first
	steps    = 4096    // of probabilities
)

// model tells how likely the next bit is 1.
type model struct {
	last  uint64 // the last 8 bytes
	word  uint32
	hash  [contexts]uint32
	bits  uint32 // of the byte so far, after a 1
	now   [contexts]int
	say   [contexts]float64
	by    [contexts]int // weights in use
	mixed [2]float64    // what the mixers say

	// The tables stand last: Go 1.26 does not compile what is 33 MB behind the start of a
	// struct for arm64.
	chance [contexts * slots]float64 // of a 1, in a context
	met    [contexts * slots]uint8   // how often a context was met
	// weights of the first mixer, by the bits of the byte so far, then of the second, by
	// the byte before
	weights [2 * 256][contexts * states]float64
	logits  [steps]float64 // how likely a chance is, as a logarithm, roughly
}

func newModel() *model {
	m := new(model)
	for i := range m.chance {
		m.chance[i] = 0.5
	}
	for i := range m.weights {
		for j := range m.weights[i] {
			m.weights[i][j] = begin
		}
	}
	for i := steps / 2; i < steps-1; i++ {
		m.logits[i+1] = m.logits[i] + float64(steps)/float64((i+1)*(steps-1-i))
		m.logits[steps-2-i] = -m.logits[i+1]
	}
	m.begin()
	return m
}

// mix scrambles two numbers.
func mix(a, b uint32) uint32 {
	h := (a + b + 1) * 0x2c1b3c6d
	return h ^ h>>15
}

// begin prepares for a byte.
func (m *model) begin() {
	h := uint32(0)
	for i := range contexts - 1 {
		if i > 0 {
			h = mix(h, uint32(m.last>>(8*(i-1))&255))
		}
		if i == 5 {
			h = mix(h, uint32(m.last>>40&255))
		}
		m.hash[i] = h
	}
	m.hash[contexts-1] = m.word
	m.bits = 1
}

// squash returns the chance of a logit, roughly: the tenth square of a number near 1 is
// nearly a power of e.
func squash(x float64) float64 {
	e := 1 - x/1024
	for range 10 {
		e *= e
	}
	return min(max(1/(1+e), 1.0/steps), 1-1.0/steps)
}

// predict returns how likely the next bit is 1.
func (m *model) predict() float64 {
	m.mixed = [2]float64{}
	for i := range m.hash {
		x := mix(m.hash[i], m.bits*0x9e3779b1)
		m.now[i] = i*slots + int(x%slots)
		m.say[i] = 0
		m.by[i] = i * states
		if n := m.met[m.now[i]]; n > 0 {
			m.say[i] = m.logits[int(m.chance[m.now[i]]*steps)]
			m.by[i] += min(int(n), states-1)
		}
		for k, w := range m.mixers() {
			m.mixed[k] += float64(w[m.by[i]] * m.say[i])
		}
	}
	return squash((m.mixed[0] + m.mixed[1]) / 2)
}

// mixers returns the weights of both mixers.
func (m *model) mixers() [2]*[contexts * states]float64 {
	return [2]*[contexts * states]float64{&m.weights[m.bits], &m.weights[256+m.last&255]}
}

// learn takes the next bit.
func (m *model) learn(one bool) {
	bit := 0.0
	if one {
		bit = 1
	}
	for k, w := range m.mixers() {
		off := float64(rate * (bit - squash(m.mixed[k])))
		for i, by := range m.by {
			w[by] += float64(off * m.say[i])
		}
	}
	for i := range m.now {
		p, n := &m.chance[m.now[i]], &m.met[m.now[i]]
		*p += (bit - *p) / (float64(*n) + 1.3)
		*n = min(*n+1, mostMet)
	}
	m.bits = 2*m.bits + uint32(bit)
	if m.bits < 256 {
		return
	}
	c := m.bits & 255
	m.last = m.last<<8 | uint64(c)
	if isWord(c) {
		m.word = mix(m.word, c)
	} else {
		m.word = 0
	}
	m.begin()
}

// isWord reports whether a byte is part of a word: a letter of ASCII or a digit.
func isWord(c uint32) bool { return c > 47 && c < 58 || c|32 > 96 && c|32 < 123 }
