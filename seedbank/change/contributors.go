package change

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Contributor is a person who gives seeds to a bank.
type Contributor struct {
	Name    string
	Invited time.Time // when the contributor got the last token; zero: never
	Revoked time.Time // when this token was revoked; zero: it is good

	// Confirmed is the number of units of the contributor that were done again elsewhere
	// with the same result. Refused is why hubs refuse the contributor, or empty.
	Confirmed int
	Refused   string

	Seeds   int                       // number of seeds in the bank that the contributor has found
	ByLevel [rating.NumLevels + 1]int // the same by level
	Claimed int                       // number of other seeds that nobody has rated yet
}

// contributorName is what the name of a contributor with a token looks like.
var contributorName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$`)

// ErrToken says that a token is not one of a contributor of the bank.
var ErrToken = errors.New("no contributor has this token")

// Invite gives a contributor a new token, and returns it. It forgets the last one, and that
// the contributor was revoked or refused. The bank keeps only a hash of the token. A new name must
// differ from others by more than capitals, and from the names of rows that stand for several.
func (w *Writer) Invite(ctx context.Context, name string) (token string, err error) {
	switch {
	case !contributorName.MatchString(name):
		return "", fmt.Errorf("contributor %q: a name has at most 40 letters, digits, hyphens and underscores", name)
	case strings.EqualFold(name, "own"), strings.EqualFold(name, "all"):
		return "", fmt.Errorf("contributor %q: tables of a fleet have rows with this name", name)
	}
	defer w.file.Explain(&err, "changing contributor %s of", name)
	token = name + "." + rand.Text()
	hash := sha256.Sum256([]byte(token))
	err = w.write(ctx, func(tx *sql.Tx) error {
		alike, err := tables.Column[string](ctx, tx, "contributors", `SELECT name FROM contributors WHERE name = ?1 COLLATE NOCASE ORDER BY name <> ?1 LIMIT 1`, name)
		if err == nil && len(alike) > 0 && alike[0] != name {
			err = fmt.Errorf("there is a contributor %q, whose name differs only by capitals", alike[0])
		}
		if err != nil {
			return err
		}
		return changeNamed(ctx, tx, `
			INSERT INTO contributors (name, token, invited) VALUES (?1, ?2, ?3)
			ON CONFLICT (name) DO UPDATE SET token = ?2, invited = ?3, revoked = NULL, refused = NULL`, name, hash[:], now())
	})
	return token, err
}

// Invitation returns a text that tells a token from the other tokens of its contributor, and that
// everybody may know.
func Invitation(token string) string {
	hash := sha256.Sum256([]byte(token))
	return invitation(hash[:])
}

func invitation(hash []byte) string { return hex.EncodeToString(hash[:min(len(hash), 8)]) }

// Revoke takes the token of a contributor back. Seeds stay.
func (w *Writer) Revoke(ctx context.Context, name string) error {
	return w.changeContributor(ctx, `UPDATE contributors SET token = NULL, revoked = ?2 WHERE name = ?1`, name, now())
}

// Confirm notes how many units of a contributor were confirmed in all.
func (w *Writer) Confirm(ctx context.Context, name string, confirmed int) error {
	return w.changeContributor(ctx, `UPDATE contributors SET confirmed = ?2 WHERE name = ?1`, name, confirmed)
}

// Refuse notes why hubs refuse a contributor from now on. Nothing is confirmed any more.
// It returns what is to be taken back. The bank notes this until [Writer.TakenBack], also if the
// contributor is invited again.
func (w *Writer) Refuse(ctx context.Context, name, reason string) (what Withdrawal, err error) {
	defer w.file.Explain(&err, "changing contributor %s of", name)
	err = w.write(ctx, func(tx *sql.Tx) error {
		what, err = refuse(ctx, tx, name, reason)
		return err
	})
	return what, err
}

func refuse(ctx context.Context, tx *sql.Tx, name, reason string) (what Withdrawal, err error) {
	if err := changeNamed(ctx, tx, `UPDATE contributors SET refused = ?2, confirmed = 0 WHERE name = ?1`, name, reason); err != nil {
		return what, err
	}
	what.Contributor = name
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM runs`).Scan(&what.UpTo); err != nil {
		return what, err
	}
	return what, noteBookmarks(ctx, tx, map[string]uint64{takeBack + name: uint64(what.UpTo)})
}

// takeBack begins the names of the bookmarks of contributors who were refused, and from whom not all
// is taken back yet. The value is the last run to take back.
const takeBack = "take back "

// Unfinished returns what is to be taken back from contributors who were refused.
func Unfinished(ctx context.Context, bank *seedbank.Bank) (list []Withdrawal, err error) {
	places, err := Bookmarks(ctx, bank, takeBack)
	for name, last := range places {
		list = append(list, Withdrawal{Contributor: name, UpTo: seedbank.RunID(last)})
	}
	return list, err
}

// TakenBack notes that all is taken back of a refused contributor.
func (w *Writer) TakenBack(ctx context.Context, what Withdrawal) error {
	return w.execute(ctx, `DELETE FROM bookmarks WHERE name = ? AND place <= ?`, takeBack+what.Contributor, int64(what.UpTo))
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

// changeContributor executes a statement about a contributor, whose name is the first
// argument.
func (w *Writer) changeContributor(ctx context.Context, statement, name string, more ...any) (err error) {
	defer w.file.Explain(&err, "changing contributor %s of", name)
	return w.patiently(func() error { return changeNamed(ctx, w.file.DB, statement, name, more...) })
}

func changeNamed(ctx context.Context, db executor, statement, name string, more ...any) error {
	changed, err := affected(ctx, db, statement, append([]any{name}, more...)...)
	if err == nil && changed == 0 {
		err = fmt.Errorf("there is no contributor %q", name)
	}
	return err
}

// executor is a data base, or a transaction.
type executor interface {
	ExecContext(ctx context.Context, statement string, arguments ...any) (sql.Result, error)
}

// affected executes a statement, and returns the number of rows that it has changed.
func affected(ctx context.Context, db executor, statement string, arguments ...any) (int, error) {
	result, err := db.ExecContext(ctx, statement, arguments...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// Standing returns how many units of a contributor are confirmed, why it is refused, or nothing,
// and the [Invitation] of its token, or nothing.
func Standing(ctx context.Context, bank *seedbank.Bank, name string) (confirmed int, refused, invited string, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading contributor %s of", name)
	var kept []byte
	err = file.DB.QueryRowContext(ctx, `SELECT confirmed, coalesce(refused, ''), token FROM contributors WHERE name = ?`, name).Scan(&confirmed, &refused, &kept)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return confirmed, refused, invitation(kept), err
}

// Admit returns the contributor with a token. The error wraps [ErrToken] if there is none.
func Admit(ctx context.Context, bank *seedbank.Bank, token string) (*Contributor, error) {
	name, _, _ := strings.Cut(token, ".")
	file := bank.Rows()
	if !contributorName.MatchString(name) || file.Format < tables.ContributedFormat {
		return nil, ErrToken
	}
	c := &Contributor{Name: name}
	var kept []byte
	err := file.DB.QueryRowContext(ctx, `SELECT token, confirmed, coalesce(refused, '') FROM contributors WHERE name = ?`, name).
		Scan(&kept, &c.Confirmed, &c.Refused)
	hash := sha256.Sum256([]byte(token))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, ErrToken
	case err != nil:
		return nil, fmt.Errorf("reading contributor %s of %s: %w", name, file.Path, file.Plain(err))
	case subtle.ConstantTimeCompare(kept, hash[:]) == 0:
		return nil, ErrToken
	}
	return c, nil
}

// Contributors returns the contributors of a bank by name.
func Contributors(ctx context.Context, bank *seedbank.Bank) (_ []Contributor, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading the contributors of")
	if file.Format < tables.ContributedFormat {
		return nil, nil
	}
	list, err := tables.All(ctx, file.DB, "contributors", `
		SELECT name, coalesce(invited, ''), coalesce(revoked, ''), confirmed, coalesce(refused, ''),
			(SELECT count(*) FROM claimed JOIN runs ON runs.id = run WHERE contributor = contributors.id)
		FROM contributors ORDER BY name`, nil, func(row tables.Row) (c Contributor, err error) {
		var invited, revoked string
		if err := row.Scan(&c.Name, &invited, &revoked, &c.Confirmed, &c.Refused, &c.Claimed); err != nil {
			return c, err
		}
		if invited != "" {
			c.Invited, err = time.Parse(time.RFC3339, invited)
		}
		if revoked != "" && err == nil {
			c.Revoked, err = time.Parse(time.RFC3339, revoked)
		}
		return c, err
	})
	if err == nil {
		err = countFound(ctx, file, list)
	}
	return list, err
}

// countFound counts the seeds of contributors, in one scan of all seeds.
func countFound(ctx context.Context, file *tables.File, list []Contributor) error {
	place := map[string]int{}
	for i := range list {
		place[list[i].Name] = i
	}
	return tables.Each(ctx, file.DB, "seeds", `
		SELECT name, level, count(*) FROM seeds JOIN strata ON strata.id = stratum JOIN runs ON runs.id = run
		JOIN contributors ON contributors.id = contributor GROUP BY name, level`, nil, func(row tables.Row) error {
		var name string
		var level rating.Level
		var n int
		err := row.Scan(&name, &level, &n)
		if i, ok := place[name]; ok && err == nil && level <= rating.NumLevels {
			list[i].Seeds += n
			list[i].ByLevel[level] += n
		}
		return err
	})
}

// ContributorOf returns the contributor of a run, "" for the owner of the bank. The error wraps
// [sql.ErrNoRows] if there is no such run.
func ContributorOf(ctx context.Context, bank *seedbank.Bank, run seedbank.RunID) (name string, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading run %d of", run)
	return tables.One[string](ctx, file.DB, `SELECT coalesce((SELECT name FROM contributors WHERE contributors.id = contributor), '') FROM runs WHERE id = ?`, run)
}
