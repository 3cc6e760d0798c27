package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageUser is the number of the user who runs the programs of the image, and owns its
// folders. It has no name there.
const imageUser = 65532

// imageFolder is the folder of banks in the image, a volume.
const imageFolder = "data"

// image writes an OCI image of the programs, for each Linux, as a folder in the layout of
// the OCI. It has nothing else in it.
func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, b := range r.builds {
		if b.os != "linux" {
			continue
		}
		image, err := r.imageFor(b)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{
			MediaType: types.OCIManifestSchema1, Platform: &v1.Platform{OS: "linux", Architecture: b.arch},
		}}).(v1.ImageIndex)
	}
	name := "seedoku-" + r.version + "-image"
	folder := filepath.Join(r.output, name)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if _, err := layout.Write(folder, index); err != nil {
		return err
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			inside, _ := filepath.Rel(r.output, path)
			r.written = append(r.written, inside)
		}
		return err
	})
}

// imageFor returns the image for a system.
func (r *release) imageFor(b *built) (v1.Image, error) {
	files := []file{{name: imageFolder, mode: fs.ModeDir | 0o755}, {name: "tmp", mode: fs.ModeDir | 0o755}}
	files = append(files, r.onUnix(b, "image")...)
	var packed bytes.Buffer
	if err := writeTarGz(&packed, files, r.date); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(packed.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.Append(base, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: r.date}, CreatedBy: "seedoku-release"}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", b.arch, v1.Time{Time: r.date}
	config.Config = v1.Config{
		User:       "65532:65532",
		Env:        []string{"PATH=/usr/bin", "HOME=/" + imageFolder, "XDG_DATA_HOME=/" + imageFolder},
		Entrypoint: []string{"/usr/bin/seedoku"},
		Cmd:        []string{"gen", "--format", "grid"},
		WorkingDir: "/" + imageFolder,
		Volumes:    map[string]struct{}{"/" + imageFolder: {}},
		Labels: map[string]string{
			"org.opencontainers.image.title": "seedoku", "org.opencontainers.image.description": summary,
			"org.opencontainers.image.version": r.version, "org.opencontainers.image.source": home, "org.opencontainers.image.licenses": licence,
		},
	}
	return mutate.ConfigFile(image, config)
}
