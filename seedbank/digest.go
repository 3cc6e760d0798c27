package seedbank

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// Digest returns a short text of letters and digits that stands for which seeds and
// rungs s has, and in which order: two selections of equal filters with the same digest
// have the same streams, whatever their banks. It depends on the strata that s draws
// from and on no other seeds of the bank. If it cannot be known, because a bank of an
// older format cannot be read or has grown meanwhile, it is equal to no other digest.
func (s *Selection) Digest() string {
	if s.digest != nil {
		return s.digest()
	}
	sum := sha256.New()
	for i := range s.strata {
		if err := s.strata[i].writeTo(sum, s.bank); err != nil {
			return rand.Text()
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:digestBytes])
}

// digestBytes is the length of the digest of a selection before it becomes text.
const digestBytes = 8

// writeTo writes to a hash what st has and in which order.
func (st *stratum) writeTo(sum hash.Hash, bank *Bank) error {
	digest := st.Digest
	if !bank.file.HasDigests() {
		found, err := bank.file.Older()
		if err != nil {
			return err
		}
		order := found[tables.StratumName{Table: st.Table, ID: st.ID}]
		if st.chosen == nil && order.Number != st.Number {
			return errGrown
		}
		digest = order.Digest
	}
	hardest, err := bank.file.Technique(context.Background(), st.Hardest)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%s %d %d %d %v %v %d %t %d %d %x %x\n", st.Table.Name, st.ER, st.Clues, st.Automorphisms, hardest,
		st.Symmetry, st.Conjugates, st.Minimal, st.Isomorphs, st.Number, digest, bytes.TrimRight(st.chosen, "\x00"))
	return nil
}

var errGrown = fmt.Errorf("its order is no longer known")
