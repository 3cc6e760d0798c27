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
	mark := file(siteMark, "")
	for _, files := range [][]web.File{
		{mark, file("index.html", "old"), file("static/1/play.js", "old")},
		{mark, file("index.html", "new"), file("static/2/play.js", "new")},
	} {
		if err := replaceSite(t.Context(), folder, files); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "index.html")); err != nil || string(text) != string(files[1].Body) {
			t.Errorf("index.html is %q, %v", text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "static", "1")); err == nil {
		t.Error("files of the earlier site are left")
	}
	if entries, err := os.ReadDir(filepath.Dir(folder)); err != nil || len(entries) != 1 {
		t.Errorf("there is more than the site: %v, %v", entries, err)
	}
	if err := os.Remove(filepath.Join(folder, siteMark)); err != nil {
		t.Fatal(err)
	}
	if err := replaceSite(t.Context(), folder, []web.File{mark}); err == nil || !strings.Contains(err.Error(), "left as it is") {
		t.Errorf("a folder of something else: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		t.Error(err)
	}
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
	if err := p.Wait(); err == nil || !strings.Contains(p.stderr.String(), "holds other files") {
		t.Errorf("a folder of something else: %v, %s", err, p.stderr.String())
	}
}

// mustStayWhenInterrupted checks that a site stays whole when the writing of the next one is
// interrupted, after any of its files.
func mustStayWhenInterrupted(t *testing.T, folder string) {
	t.Helper()
	site := func(text string) []web.File {
		return []web.File{{Name: "index.html", Body: []byte(text)}, {Name: "bank/1", Body: []byte(text)}, {Name: siteMark}}
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
