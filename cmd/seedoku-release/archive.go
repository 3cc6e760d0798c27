package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"slices"
	"time"
)

// file is a file of an archive, or a folder.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// writeTarGz writes files as a tar archive, compressed by gzip. The bytes depend on
// the files and the date alone: all files belong to user 0, folders to the user of images,
// and the header of gzip has neither name nor date.
func writeTarGz(w io.Writer, files []file, date time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for i := range files {
		f := &files[i]
		header := tar.Header{
			Typeflag: tar.TypeReg, Format: tar.FormatUSTAR,
			Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.content)), ModTime: date,
		}
		if f.mode.IsDir() {
			header.Typeflag, header.Name, header.Uid, header.Gid = tar.TypeDir, f.name+"/", imageUser, imageUser
		}
		if err := archive.WriteHeader(&header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

// writeZip writes files as a zip archive. The bytes depend on the files and the date
// alone.
func writeZip(w io.Writer, files []file, date time.Time) error {
	archive := zip.NewWriter(w)
	archive.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for i := range files {
		f := &files[i]
		header := zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date.UTC()}
		header.SetMode(f.mode)
		to, err := archive.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := to.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// gzipped packs a text, always into the same bytes.
func gzipped(content []byte) ([]byte, error) {
	var to bytes.Buffer
	packed, err := gzip.NewWriterLevel(&to, gzip.BestCompression)
	if err == nil {
		_, err = packed.Write(content)
	}
	if err == nil {
		err = packed.Close()
	}
	return to.Bytes(), err
}

// archives writes an archive of the programs for each system.
func (r *release) archives() error {
	for _, b := range r.builds {
		title := r.archiveTitle(b)
		var files []file
		add := func(f file) {
			f.name = title + "/" + f.name
			files = append(files, f)
		}
		for _, f := range b.programs {
			add(f)
		}
		for _, t := range r.extras {
			if t.name != "" {
				add(t.file)
			}
		}
		slices.SortFunc(files, byName)
		write, extension := writeTarGz, ".tar.gz"
		if b.os == "windows" {
			write, extension = writeZip, ".zip"
		}
		if err := r.write(title+extension, func(w io.Writer) error { return write(w, files, r.date) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) archiveTitle(b *built) string { return "seedoku-" + r.version + "-" + b.title() }
