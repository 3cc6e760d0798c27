package fleet

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
)

// secret is a number that only the hubs of a bank know. They use it to mark units, leases and
// results.
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

// lease lets one worker send the results of one unit. The worker gets it as a text with a
// mark, so that a hub needs no list of leases, and the next hub takes the results too.
type lease struct {
	unit  string // its name
	reply string // subject that acknowledges the unit in its stream, or noReply
	since int64  // when the stream was made, in nanoseconds since 1970
	place uint64 // number of the unit in its stream
	tries int    // failed ones
	given time.Time
	again bool // another worker had it before; the text does not say this
}

// noReply is the reply of a lease for an audit, whose unit is not in the stream.
const noReply = "-"

// leaseLasts is the time after which a lease ends. It is shorter than the time for which the
// bank notes which units were counted.
const leaseLasts = countedFor / 2

// text returns a lease for a worker with a key.
func (l *lease) text(s secret, key string) string {
	plain := fmt.Sprintf("%s %s %d %d %d %d", l.unit, l.reply, l.since, l.place, l.tries, l.given.Unix())
	return plain + " " + s.mark("lease", key+" "+plain)
}

// errNoLease says that a worker may not send results of a unit.
var errNoLease = errors.New("the hub has not given this unit to this worker, or too long ago")

// readLease reads the lease of a worker with a key. It may come from a stranger.
func (s secret) readLease(text, key string, now time.Time) (l lease, err error) {
	fields := strings.Split(text, " ")
	if len(fields) != 7 || len(text) > mostLease {
		return l, errNoLease
	}
	plain := strings.Join(fields[:6], " ")
	if !equal(fields[6], s.mark("lease", key+" "+plain)) {
		return l, errNoLease
	}
	var given int64
	_, err = fmt.Sscan(plain, &l.unit, &l.reply, &l.since, &l.place, &l.tries, &given)
	l.given = time.Unix(given, 0)
	if err != nil || now.Sub(l.given) > leaseLasts {
		return l, errNoLease
	}
	return l, nil
}

// mostLease is the greatest length of the text of a lease.
const mostLease = 500

// unitSeal returns the seal of the unit with a name. A hub gives workers only units that a hub
// of its bank has planned.
func (s secret) unitSeal(unit string) string { return s.mark("unit", unit) }

// message returns a unit as a message with its seal.
func (s secret) message(unit []byte) *nats.Msg {
	m := nats.NewMsg(unitSubject)
	m.Data = unit
	m.Header.Set(sealHeader, s.unitSeal(work.NameOf(unit)))
	return m
}

// errUnplanned says that a unit has no seal.
var errUnplanned = errors.New("it has no seal of a hub of this bank")

// Headers of results in their stream, and of units.
const (
	triesHeader = "Seedoku-Tries" // number of failures of a unit
	keyHeader   = "Seedoku-Key"   // of the worker that has sent a result
	sealHeader  = "Seedoku-Seal"  // of the hub that has planned the unit or taken the result
)

// seal marks a result as taken from the worker with a key. Only hubs write to the streams of
// a server of their own, but others may write to those of a cluster.
func (s secret) seal(m *nats.Msg, key string) {
	m.Header.Set(keyHeader, key)
	m.Header.Set(sealHeader, s.sealOf(m.Data, key))
}

func (s secret) sealOf(data []byte, key string) string {
	return s.mark("result", fmt.Sprintf("%s %x", key, sha256.Sum256(data)))
}

// errUnsealed is the reason to drop a message that no hub of the bank has taken.
var errUnsealed = errors.New("no hub of this bank has taken it from a worker")

// sealedBy returns the key of the worker that has sent a result.
func (s secret) sealedBy(data []byte, header nats.Header) (key string, err error) {
	key = header.Get(keyHeader)
	if !equal(header.Get(sealHeader), s.sealOf(data, key)) {
		return "", errUnsealed
	}
	return key, nil
}
