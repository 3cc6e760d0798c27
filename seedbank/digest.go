package seedbank

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Digest returns a short text that stands for what s has.
func (s *Selection) Digest() string {
	sum := sha256.New()
	for i := range s.strata {
		st := &s.strata[i]
		fmt.Fprintln(sum, st.er, st.clues, st.automorphisms, st.hardest, st.minimal, st.number)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
