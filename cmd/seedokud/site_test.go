package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// A site comes whole and replaces an earlier one. Nothing else is replaced.
func TestSiteIsReplacedWhole(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "public", "seedoku")
	file := func(name, text string) web.File { return web.File{Name: name, Body: []byte(text)} }
	for _, files := range [][]web.File{
		{file("index.html", "old"), file("static/1/play.js", "old")},
		{file("index.html", "new"), file("static/2/play.js", "new")},
	} {
		if err := replaceSite(t.Context(), folder, append(files, markOf(files))); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "index.html")); err != nil || string(text) != string(files[0].Body) {
			t.Errorf("index.html is %q, %v", text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "static", "1")); err == nil {
		t.Error("files of the earlier site are left")
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("there is more than the site: %v, %v", entries, err)
	}
	// Files of others stay, and so does a folder without the mark of a site.
	mustStay := func(what string) {
		t.Helper()
		if err := replaceSite(t.Context(), folder, []web.File{markOf(nil)}); err == nil || !strings.Contains(err.Error(), "such as "+what+", and is left as it is") {
			t.Errorf("with %s: %v", what, err)
		}
		for _, name := range []string{what, "index.html"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
				t.Error(err)
			}
		}
	}
	for _, name := range []string{"CNAME", ".git/HEAD", "static/2/mine.js", "blog/index.html"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
		mustStay(name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "static", ".DS_Store"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replaceSite(t.Context(), folder, []web.File{file("index.html", "new"), markOf([]web.File{file("index.html", "")})}); err != nil {
		t.Errorf("a file that a system has made is in the way: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, siteMark), []byte("seedokud site wrote this folder, and writes it anew.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := mayBeSite(folder); err == nil || !strings.Contains(err.Error(), "earlier version") {
		t.Errorf("a site of an earlier version: %v", err)
	}
	if err := os.Remove(filepath.Join(folder, siteMark)); err != nil {
		t.Fatal(err)
	}
	mustStay("index.html")
}

// A run that is interrupted leaves nothing, and one for a folder of something else ends at
// once.
func TestSiteInterrupted(t *testing.T) {
	folder := t.TempDir()
	p := start(t, "site", filepath.Join(folder, "public"))
	if err := p.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err == nil || p.ProcessState.Exited() && !strings.Contains(p.stderr.String(), "interrupted before the end") {
		t.Errorf("it ended with %v: %s", err, p.stderr.String())
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
	mustStayWhenInterrupted(t, filepath.Join(folder, "public"))
	if err := os.WriteFile(filepath.Join(folder, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p = start(t, "site", folder)
	if err := p.Wait(); err == nil || !strings.Contains(p.stderr.String(), "files that are not of a site") {
		t.Errorf("a folder of something else: %v, %s", err, p.stderr.String())
	}
}

// mustStayWhenInterrupted checks that a site stays whole when the writing of the next one is
// interrupted, after any of its files.
func mustStayWhenInterrupted(t *testing.T, folder string) {
	t.Helper()
	site := func(text string) []web.File {
		files := []web.File{{Name: "index.html", Body: []byte(text)}, {Name: "bank/1", Body: []byte(text)}}
		return append(files, markOf(files))
	}
	if err := replaceSite(t.Context(), folder, site("old")); err != nil {
		t.Fatal(err)
	}
	for written := range 4 {
		ctx := &endingContext{Context: t.Context(), left: written}
		if err := replaceSite(ctx, folder, site("new")); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted after %d files: %v", written, err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "bank", "1"))
		if string(text) != "old" {
			t.Errorf("interrupted after %d files: the site has %q, %v", written, text, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("it left %v, %v", entries, err)
	}
	os.RemoveAll(folder)
}

// endingContext is done when it has been asked some times.
type endingContext struct {
	context.Context
	left int
}

func (c *endingContext) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
