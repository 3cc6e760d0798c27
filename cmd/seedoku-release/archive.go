package main

import (
	"archive/tar"
	"archive/zip"
	"compress/flate"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"time"
)

// file is a file of an archive.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// writeTarGz writes files as a tar archive, compressed by gzip. The bytes depend on
// the files and the date alone: all files belong to user 0, and the header of gzip
// has neither name nor date.
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
