package fleet

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine/work"
)

// Headers of units and results.
const (
	triesHeader     = "Seedoku-Tries"     // number of failures of a unit
	sealHeader      = "Seedoku-Seal"      // of a unit, and of each of its results
	keyHeader       = "Seedoku-Key"       // public key of the worker that sends a result
	signatureHeader = "Seedoku-Signature" // of a result, made with this key
)

// secret is a number that only the hubs of a bank know. They use it to mark the units
// that they plan.
type secret uint64

// secretPlace is the name of the bookmark that keeps the secret of a bank.
const secretPlace = "seal of units"

// openSecret returns the secret of a bank, or a new one for store to keep.
func openSecret(ctx context.Context, bank *change.Writer, store func(places map[string]uint64) error) (secret, error) {
	kept, err := change.Bookmark(ctx, bank.Bank, secretPlace)
	if err != nil || kept != 0 {
		return secret(kept), err
	}
	var bytes [8]byte
	rand.Read(bytes[:])                              // never fails
	made := binary.BigEndian.Uint64(bytes[:])>>1 | 1 // a bookmark has 63 bits, and 0 means none
	return secret(made), store(map[string]uint64{secretPlace: made})
}

// mark returns a mark for a text that nobody can make without the secret. Marks for
// different purposes differ.
func (s secret) mark(purpose, text string) string {
	var key [8]byte
	binary.BigEndian.PutUint64(key[:], uint64(s))
	sum := hmac.New(sha256.New, key[:])
	fmt.Fprintf(sum, "%s %s", purpose, text)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// seal returns the seal of the unit with a name.
func (s secret) seal(unit string) string { return s.mark("seal", unit) }

// isSeal reports whether a text is the seal of the unit with a name.
func (s secret) isSeal(text, unit string) bool {
	return hmac.Equal([]byte(text), []byte(s.seal(unit)))
}

// message returns a unit as a message with its seal.
func (s secret) message(u *work.Unit) *nats.Msg {
	m := nats.NewMsg(unitSubject)
	m.Data = u.Encode()
	m.Header.Set(sealHeader, s.seal(u.Name()))
	return m
}

// newKey returns a key with which a worker signs its results. It distinguishes the worker
// from others with the same name.
func newKey() ed25519.PrivateKey {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(fmt.Sprintf("fleet: making a key: %v", err)) // random bytes are always available
	}
	return key
}

// publicKey returns the public part of a key as text.
func publicKey(key ed25519.PrivateKey) string {
	return hex.EncodeToString(key.Public().(ed25519.PublicKey))
}

// sign signs a message with the key of a worker.
func sign(m *nats.Msg, key ed25519.PrivateKey) {
	m.Header.Set(keyHeader, publicKey(key))
	m.Header.Set(signatureHeader, hex.EncodeToString(ed25519.Sign(key, m.Data)))
}

// Reasons to drop a message that should be a result.
var (
	errUnsigned = errors.New("it is not signed by its worker")
	errUnsealed = errors.New("its unit was not planned for this bank")
)

// signer returns the public key with which a message is signed.
func signer(data []byte, header nats.Header) (key string, err error) {
	text := header.Get(keyHeader)
	public, err := hex.DecodeString(text)
	if err != nil || len(public) != ed25519.PublicKeySize || hex.EncodeToString(public) != text {
		return "", errUnsigned
	}
	signature, err := hex.DecodeString(header.Get(signatureHeader))
	if err != nil || !ed25519.Verify(public, data, signature) {
		return "", errUnsigned
	}
	return text, nil
}
