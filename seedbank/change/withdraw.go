package change

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Withdrawal says what to take back: all that a run has found, or all that a contributor has
// given since a time.
type Withdrawal struct {
	Run         seedbank.RunID // 0: see Contributor
	Contributor string
	Since       time.Time      // what came in runs that ended later; zero: from the beginning
	UpTo        seedbank.RunID // last run of the contributor to take back; 0: all
}

// ContributorRun is the longest time that a run of a contributor lasts. A run whose end nobody
// has noted, because the hub was killed or is still running, counts as one that lasted so long.
const ContributorRun = time.Hour

// Withdrawn counts what was taken back.
type Withdrawn struct {
	Seeds   int // seeds
	Rungs   int // rungs of other seeds, claimed or not
	Claimed int // claimed seeds
	Units   int // units to be done again by others

	Complete bool // nothing is left to take back
}

// Add adds the counts of a later step.
func (n *Withdrawn) Add(later Withdrawn) {
	n.Seeds, n.Rungs, n.Claimed, n.Units = n.Seeds+later.Seeds, n.Rungs+later.Rungs, n.Claimed+later.Claimed, n.Units+later.Units
	n.Complete = later.Complete
}

// withdrawAtOnce is the greatest number of seeds that are taken back in one transaction.
const withdrawAtOnce = 100

// Withdraw takes back a part of what a withdrawal names, in one transaction, and reports
// whether this was all. So a bank is valid between two calls, and a withdrawal can be resumed.
// Seeds that are taken back leave the bank, with all their rungs; of other seeds only the
// rungs leave that the runs have found. This holds for claimed seeds too. Units that a
// contributor has done are kept for others; see [Orphans].
func (w *Writer) Withdraw(ctx context.Context, what Withdrawal) (n Withdrawn, err error) {
	defer w.file.Explain(&err, "taking seeds back from")
	err = w.write(ctx, func(tx *sql.Tx) error {
		runs, err := runsOf(ctx, tx, what)
		if err != nil || len(runs) == 0 {
			n.Complete = true
			return err
		}
		if n, err = withdrawSome(ctx, tx, runs); err != nil || n == (Withdrawn{Complete: true}) {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO bookmarks (name, place) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET place = place + 1`, WithdrawalsMark)
		if err == nil { // the next seeds get the numbers of the last ones that left
			_, err = tx.ExecContext(ctx, `UPDATE bookmarks SET place = min(place, coalesce((SELECT max(id) FROM seeds), 0)) WHERE name LIKE 'verified%'`)
		}
		return err
	})
	return n, err
}

// WithdrawAll takes back all that a withdrawal names, in steps. After each step it calls told with
// what was taken back so far, unless told is nil, and leaves the bank to others for as long as the step
// took: without a pause, whoever waits for the bank would hardly ever come between two steps.
func (w *Writer) WithdrawAll(ctx context.Context, what Withdrawal, told func(total Withdrawn)) (Withdrawn, error) {
	for total := (Withdrawn{}); ; {
		begun := time.Now()
		step, err := w.Withdraw(ctx, what)
		if err != nil {
			return total, err
		}
		total.Add(step)
		if told != nil {
			told(total)
		}
		if total.Complete {
			return total, nil
		}
		select {
		case <-ctx.Done():
			return total, ctx.Err()
		case <-time.After(time.Since(begun)):
		}
	}
}

// WithdrawalsMark is the bookmark that counts the transactions which took seeds back.
const WithdrawalsMark = "withdrawals"

// Withdrawals returns how many transactions have taken seeds back from a bank, by whatever
// process. If the number has changed, seeds that were stored before may be missing.
func Withdrawals(ctx context.Context, bank *seedbank.Bank) (uint64, error) {
	return Bookmark(ctx, bank, WithdrawalsMark)
}

// runsOf returns the runs of a withdrawal.
func runsOf(ctx context.Context, tx *sql.Tx, what Withdrawal) ([]seedbank.RunID, error) {
	query, arguments := `SELECT id FROM runs WHERE id = ?`, []any{what.Run}
	if what.Run == 0 {
		query = `SELECT runs.id FROM runs JOIN contributors ON contributors.id = contributor WHERE name = ? AND coalesce(ended, strftime('%Y-%m-%dT%H:%M:%SZ', started, ?)) >= ? AND (?4 = 0 OR runs.id <= ?4)`
		arguments = []any{what.Contributor, fmt.Sprintf("%d seconds", ContributorRun/time.Second), what.Since.UTC().Format(time.RFC3339), what.UpTo}
	}
	return tables.Column[seedbank.RunID](ctx, tx, "runs", query, arguments...)
}

// withdrawSome takes back claimed seeds first, then seeds, then rungs. Units come last: whoever
// did a unit again earlier would find its seeds in the bank.
//
// Seeds have no index by run. In a bank of a million seeds, looking for the seeds of a run takes a
// tenth of the time of a withdrawal, and an index would be a twentieth of the bank.
func withdrawSome(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (n Withdrawn, err error) {
	list := strings.Trim(strings.ReplaceAll(fmt.Sprint(runs), " ", ", "), "[]")
	// A claimed seed that the bank lacks was counted as one that its run has stored.
	some := fmt.Sprintf(`(SELECT key FROM claimed WHERE run IN (%s) ORDER BY key LIMIT 1000)`, list)
	_, err = tx.ExecContext(ctx, `UPDATE runs SET stored = max(stored - of.n, 0)
		FROM (SELECT run, count(*) AS n FROM claimed WHERE key IN `+some+` AND key NOT IN (SELECT key FROM seeds) GROUP BY run) AS of WHERE of.run = runs.id`)
	if err == nil {
		n.Claimed, err = affected(ctx, tx, `DELETE FROM claimed WHERE key IN `+some)
	}
	if err != nil || n.Claimed > 0 {
		return n, err
	}
	if n.Rungs, err = stripClaims(ctx, tx, runs); err != nil || n.Rungs > 0 {
		return n, err
	}
	ids, err := seedIDs(ctx, tx, fmt.Sprintf(`SELECT id FROM seeds WHERE run IN (%s) ORDER BY id DESC LIMIT %d`, list, withdrawAtOnce))
	if err != nil {
		return n, err
	}
	r := newRemover(ctx, tx)
	if n.Seeds = len(ids); n.Seeds > 0 {
		return n, r.remove(ids, nil)
	}
	ids, err = rungsFoundBy(ctx, tx, runs)
	if err != nil {
		return n, err
	}
	if len(ids) == 0 {
		n.Units, err = affected(ctx, tx, fmt.Sprintf(`UPDATE units SET run = NULL WHERE name IN (SELECT name FROM units WHERE run IN (%s) LIMIT 10000)`, list))
		n.Complete = n.Units == 0
		return n, err
	}
	err = r.remove(nil, func(s *listedSeed) bool {
		stripped := stripRungs(&s.Seed, &s.credits, runs)
		n.Rungs += stripped
		return stripped > 0
	}, ids...)
	return n, err
}

func seedIDs(ctx context.Context, tx *sql.Tx, query string, arguments ...any) ([]seedbank.SeedID, error) {
	return tables.Column[seedbank.SeedID](ctx, tx, "seeds", query, arguments...)
}

// rungsFoundBy returns some seeds with rungs that some runs have found.
func rungsFoundBy(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (ids []seedbank.SeedID, err error) {
	err = tables.Each(ctx, tx, "seeds", `SELECT id, rung_runs FROM seeds WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var id seedbank.SeedID
		var packed []byte
		if err := row.Scan(&id, &packed); err != nil {
			return err
		}
		if tables.CreditsAny(packed, runs) {
			ids = append(ids, id)
		}
		if len(ids) == withdrawAtOnce {
			return tables.ErrEnough
		}
		return nil
	})
	return ids, err
}

// UnitOf returns the text of a unit with a name that a run has given, or nil if its results do not
// count any more.
func UnitOf(ctx context.Context, bank *seedbank.Bank, name string, run seedbank.RunID) (text []byte, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "looking for unit %s in", name)
	number, bad := strconv.ParseUint(name, 16, 64)
	if bad != nil {
		return nil, nil
	}
	u := DoneUnit{Name: number, Run: run}
	list, err := tables.Column[string](ctx, file.DB, "units", `SELECT unit FROM units WHERE name = ? AND run = ?`, u.row(), run)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return []byte(list[0]), nil
}

// Orphan is a unit whose results were taken back or do not count. Others have to do it again.
type Orphan struct {
	Row  int64 // its number in the bank
	Text []byte
}

// Orphans returns some units that others have to do again. [Writer.Adopt] forgets them.
func Orphans(ctx context.Context, bank *seedbank.Bank, most int) (_ []Orphan, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading units of")
	if file.Format < tables.ContributedFormat {
		return nil, nil
	}
	return tables.All(ctx, file.DB, "units", `SELECT name, unit FROM units WHERE run IS NULL LIMIT ?`, []any{most}, func(row tables.Row) (o Orphan, err error) {
		var text string
		err = row.Scan(&o.Row, &text)
		o.Text = []byte(text)
		return o, err
	})
}

// Adopt forgets a unit that was planned again.
func (w *Writer) Adopt(ctx context.Context, o Orphan) (err error) {
	defer w.file.Explain(&err, "forgetting a unit of")
	return w.execute(ctx, `DELETE FROM units WHERE name = ? AND run IS NULL`, o.Row)
}

// Givers returns the runs of contributors that have found seeds with some keys, or rungs of
// them. The bank keeps the first finder of a seed: when a giver is taken back, the seed leaves
// with it, also if another unit has given it since.
func Givers(ctx context.Context, bank *seedbank.Bank, keys []seed.Key) (givers []seedbank.RunID, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "looking for the contributors of seeds of")
	if file.Format < tables.ContributedFormat {
		return nil, nil
	}
	var invited bool
	if err := file.DB.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM contributors)`).Scan(&invited); err != nil || !invited {
		return nil, err
	}
	found := map[seedbank.RunID]bool{}
	query := `WITH given AS (SELECT value FROM json_each(?))
		SELECT rung_runs, run FROM seeds WHERE key IN given UNION ALL SELECT rung_runs, run FROM claimed WHERE key IN given`
	err = tables.Each(ctx, file.DB, "seeds", query, []any{tables.ListOf(keys)}, func(row tables.Row) error {
		var run seedbank.RunID
		var packed []byte
		err := row.Scan(&packed, &run)
		found[run] = true
		for of := range tables.EachCredit(packed) {
			found[of.Found] = true // or no run, of a damaged value
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return tables.Column[seedbank.RunID](ctx, file.DB, "runs", `SELECT id FROM runs WHERE id IN (SELECT value FROM json_each(?)) AND contributor IS NOT NULL`,
		tables.ListOf(slices.Collect(maps.Keys(found))))
}
