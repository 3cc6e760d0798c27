package export

import (
	"context"
	"io"
	"path/filepath"
	"sync"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank"
)

// WriteWhole writes the files of m as [Manifest.Write] does, and then m as the file manifest
// beside them. If the folder has a manifest of that name, it goes when the first file is to
// appear, and with it the files of its pack that m has not, unless they were changed. So where
// a pack was not written to its end, there is no manifest, and files of two packs never look
// like one.
func (m *Manifest) WriteWhole(ctx context.Context, bank *seedbank.Bank, path, manifest string, wrote func(path string)) error {
	to, err := atomicfile.OpenFolder(path)
	if err != nil {
		return err
	}
	old := append([]string{manifest}, m.leftBy(path, manifest)...)
	retire := sync.OnceValue(func() error {
		for _, name := range old {
			if err := to.Remove(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err := m.write(ctx, bank, path, retiring{to, retire}, wrote, m.keepNone()); err != nil {
		return err
	}
	if err := to.WriteFile(manifest, m.Encode); err != nil {
		return err
	}
	if wrote != nil {
		wrote(filepath.Join(path, manifest))
	}
	return nil
}

// retiring is a folder in which something is done before the first file appears.
type retiring struct {
	folder
	before func() error
}

// WriteFile calls before when the file is written and has not got its name yet.
func (r retiring) WriteFile(name string, write func(io.Writer) error) error {
	return r.folder.WriteFile(name, func(w io.Writer) error {
		if err := write(w); err != nil {
			return err
		}
		return r.before()
	})
}
