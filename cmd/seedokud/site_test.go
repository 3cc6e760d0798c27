package main

import (
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
		if err := replaceSite(folder, files); err != nil {
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
	if err := replaceSite(folder, []web.File{mark}); err == nil || !strings.Contains(err.Error(), "left as it is") {
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
	if err := p.Wait(); err == nil {
		t.Error("it ended well")
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "letter.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	p = start(t, "site", folder)
	if err := p.Wait(); err == nil || !strings.Contains(p.stderr.String(), "holds other files") {
		t.Errorf("a folder of something else: %v, %s", err, p.stderr.String())
	}
}
