package userbank

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// takenIn is the bookmark that a bank has for the starter bank that it took in last: the
// digest, or declined.
const takenIn = "starter"

// declined stands for the digest in banks whose owners want them without a starter bank.
const declined = 1

// Starter opens the starter bank in the program.
func Starter(ctx context.Context) (*seedbank.Bank, error) {
	return seedbank.OpenFS(ctx, data.FS, data.Starter)
}

// TakenIn are the bookmarks of a bank that has all seeds of the starter bank in the program.
func TakenIn() map[string]uint64 { return map[string]uint64{takenIn: data.Digest} }

// Create makes a bank as a copy of the starter bank.
func Create(ctx context.Context, path string) (*change.Writer, error) {
	return begin(ctx, path, change.CreateCopy(path, data.FS, data.Starter), TakenIn())
}

// CreateEmpty makes an empty bank.
func CreateEmpty(ctx context.Context, path string) (*change.Writer, error) {
	return begin(ctx, path, change.Create(ctx, path), map[string]uint64{takenIn: declined})
}

// begin opens a bank that was just made, if there was no error. The starter bank may have an
// older format, and opening brings the copy up to date.
func begin(ctx context.Context, path string, err error, bookmarks map[string]uint64) (*change.Writer, error) {
	if err != nil {
		return nil, err
	}
	bank, err := change.Open(ctx, path)
	if err == nil {
		if _, err = bank.Collect(ctx, 0, &change.Collection{Bookmarks: bookmarks}); err != nil {
			return nil, errors.Join(err, bank.Close())
		}
	}
	return bank, err
}

// HasNews reports whether the program has a starter bank that a bank has not taken in. Banks
// that were made without one, by name, have never taken one in, and do not wait for one.
func HasNews(ctx context.Context, named string, bank *seedbank.Bank) (bool, error) {
	if named == "" && bank.Path() == data.Starter {
		return false, nil
	}
	last, err := change.Bookmark(ctx, bank, takenIn)
	switch {
	case err != nil || last == data.Digest || last == declined:
		return false, err
	case last == 0:
		return named == "", nil
	}
	return true, nil
}
