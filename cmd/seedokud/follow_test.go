package main

import (
	"database/sql"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/web"
)

// A file that takes the place of a bank is served, and one that is no bank is told.
func TestServeFollows(t *testing.T) {
	folder := t.TempDir()
	path, next := filepath.Join(folder, "served.db"), filepath.Join(folder, "new.db")
	if err := change.Create(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := change.CreateCopy(next, data.FS, data.Starter); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	f, err := follow(t.Context(), path, web.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { f.now.bank.Close() }()
	draw := func(want int) {
		t.Helper()
		f.looked = time.Time{}
		w := httptest.NewRecorder()
		f.handler(func(now *served) http.Handler { return now })(w, httptest.NewRequest("GET", "/api/v1/puzzles?level=3", nil))
		if w.Code != want {
			t.Errorf("status %d, want %d: %s\n%s", w.Code, want, w.Body, &log)
		}
	}
	draw(404)
	if log.Len() > 0 {
		t.Errorf("nothing has changed: %s", &log)
	}
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	draw(200)
	draw(200)
	if n := strings.Count(log.String(), "is served now"); n != 1 {
		t.Errorf("%d notices: %s", n, &log)
	}
	if err := os.Rename(path, next); err != nil {
		t.Fatal(err)
	}
	db := f.now.bank.Rows().DB
	var held []*sql.Conn
	for db.Stats().Idle > 0 { // others read at the same time
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, conn)
	}
	if err := change.Create(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Conn(t.Context()); err == nil || !strings.Contains(err.Error(), "another one is in its place") {
		t.Errorf("a connection to the file that came later: %v", err)
	}
	for _, conn := range held {
		conn.Close()
	}
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	for range 2 { // it is away, and back
		for _, names := range [][2]string{{path, next}, {next, path}} {
			if err := os.Rename(names[0], names[1]); err != nil {
				t.Fatal(err)
			}
			draw(200)
		}
	}
	if n := strings.Count(log.String(), "no such file"); n != 2 {
		t.Errorf("%d warnings: %s", n, &log)
	}
	other := filepath.Join(folder, "other")
	if err := errors.Join(os.WriteFile(other, []byte("no bank"), 0o600), os.Rename(other, path)); err != nil {
		t.Fatal(err)
	}
	draw(200)
	draw(200)
	if n := strings.Count(log.String(), "not a bank"); n != 1 {
		t.Errorf("%d warnings: %s", n, &log)
	}
}

// Whoever cannot wait for a file that is not ready is served by the old one.
func TestServeDoesNotWaitForAnotherFile(t *testing.T) {
	folder := t.TempDir()
	path, next := filepath.Join(folder, "served.db"), filepath.Join(folder, "new.db")
	for _, file := range []string{path, next} {
		if err := change.Create(t.Context(), file); err != nil {
			t.Fatal(err)
		}
	}
	var log strings.Builder
	f, err := follow(t.Context(), path, web.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	writer, err := sql.Open("sqlite", "file:"+next+"?_txlock=exclusive")
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	lock, err := writer.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	served := f.now
	for range 3 {
		f.notice()
		if now := f.enter(); now != served {
			t.Error("a file that cannot be read is served")
		} else {
			now.underWay.Done()
		}
	}
	if err := lock.Rollback(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); f.enter() == served; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the other file is not served: %s", &log)
		}
		served.underWay.Done()
		f.notice()
	}
	f.now.bank.Close()
}
