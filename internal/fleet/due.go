package fleet

import (
	"context"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// An audit may take longer than a hub lives. The bank notes each audit in one transaction with the
// seeds of its unit, until it is closed, so that the next hub has it done.

// duePrefix begins the names of the bookmarks of open audits. The contributor, the unit and the
// digest of its result follow it. The value is the run that has given the result.
const duePrefix = "audit "

// dueName returns the beginning of the name of the bookmark of an audit.
func dueName(by, unit string) string { return duePrefix + by + " " + unit + " " }

// draw lets the ledger decide whether a unit that has ended is audited. It returns the bookmark of
// the audit, or "".
func (g *contributed) draw(a *audit) (bookmark string) {
	name := contributorOf(a.from)
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if !a.of.isWhole() || a.Done == nil || !g.ledger.Knows(name) || g.ledger.Audited(a.Unit, name) {
		return ""
	}
	if !g.ledger.Done(name, a.Unit, a.Done.Encode(), a.of.digest, rand.Float64(), time.Now()) {
		return ""
	}
	return dueName(name, a.Unit) + hex.EncodeToString(a.of.digest[:])
}

// resume begins the audits again that an earlier hub has left open.
func (g *contributed) resume(ctx context.Context) error {
	places, err := change.Bookmarks(ctx, g.hub.bank.Bank, duePrefix)
	for name, run := range places {
		var begun bool
		if begun, err = g.resumeOne(ctx, name, seedbank.RunID(run)); err == nil && !begun {
			err = g.hub.bank.ClearBookmarks(ctx, duePrefix+name, math.MaxInt64)
		}
		if err != nil {
			break
		}
	}
	return err
}

// resumeOne begins an audit again. It reports false if there is nothing left to audit.
func (g *contributed) resumeOne(ctx context.Context, name string, run seedbank.RunID) (begun bool, err error) {
	fields := strings.Fields(name)
	if len(fields) != 3 { // no hub has written it
		return true, nil
	}
	by, unit := fields[0], fields[1]
	digest, err := hex.DecodeString(fields[2])
	if err != nil || len(digest) != len(trust.Digest{}) {
		return false, nil
	}
	text, err := change.UnitOf(ctx, g.hub.bank.Bank, unit, run)
	if err == nil {
		err = g.know(ctx, by)
	}
	if _, bad := work.DecodeUnit(text); err != nil || bad != nil {
		return false, err
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.ledger.Done(by, unit, text, trust.Digest(digest), 0, time.Now()), nil
}
