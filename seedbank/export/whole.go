package export

import (
	"context"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank"
)

// WriteWhole writes the files of m as [Manifest.Write] does, and then m as the file manifest
// beside them. No file appears before all are written. Then they get their names, the manifest
// last; and if there was a manifest of that name, the files of its pack that m has not go before
// it, unless they were changed. So a pack that is to be replaced stands until the new one is
// whole. If the process is killed while files get their names, the old manifest is still there,
// and some files differ from it: [Manifest.Torn] names them.
//
// May is called before the first file gets its name, while no other pack is given its names in
// the folder. That does not hold on Windows, which cannot lock folders, nor if a program locks the
// folder for more than ten seconds. If may returns an error, nothing is changed. May and wrote can
// be nil.
func (m *Manifest) WriteWhole(ctx context.Context, bank *seedbank.Bank, path, manifest string, may func() error, wrote func(path string)) error {
	to, err := atomicfile.OpenFolder(path)
	if err != nil {
		return err
	}
	staged := to.Stage()
	defer staged.Close()
	if err := m.write(ctx, bank, staged, m.keepNone()); err != nil {
		return err
	}
	if err := staged.WriteFile(manifest, m.Encode); err != nil {
		return err
	}
	claim, err := atomicfile.Await(ctx, path)
	if err != nil {
		return err
	}
	defer claim.Close()
	if may != nil {
		if err := may(); err != nil {
			return err
		}
	}
	left := m.leftBy(path, manifest)
	if err := m.place(staged, path, m.keepNone(), wrote); err != nil {
		return err
	}
	for _, name := range left {
		if err := to.Remove(name); err != nil {
			return err
		}
	}
	return placeFile(staged, path, manifest, wrote)
}

// place gives the files that are staged their names, but those to keep.
func (m *Manifest) place(staged *atomicfile.Staged, path string, keep [][]bool, wrote func(path string)) error {
	for _, name := range m.written(keep) {
		if err := placeFile(staged, path, name, wrote); err != nil {
			return err
		}
	}
	return nil
}

func placeFile(staged *atomicfile.Staged, path, name string, wrote func(path string)) error {
	if err := staged.Place(name); err != nil {
		return err
	}
	if wrote != nil {
		wrote(filepath.Join(path, name))
	}
	return nil
}
