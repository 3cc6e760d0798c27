package seedbank

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// Digest returns a short text of letters and digits that identifies the seeds and rungs
// of s and their order. Selections with equal filters and equal digests have the same
// streams, even in different banks. The digest depends only on the strata of s, not on
// other seeds of the bank. If the digest cannot be computed, because a bank of an older
// format cannot be read or has grown, the result differs from every other digest.
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

// writeTo writes the contents of st and their order to a hash.
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

var errGrown = errors.New("its order is no longer known")
