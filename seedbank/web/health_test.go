package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/web"
)

// A server whose bank is damaged while it serves is not healthy.
func TestHealthOfADamagedBank(t *testing.T) {
	path := copyOfStarter(t)
	bank := seedtest.Open(t, path)
	server := web.New(bank.Bank, web.Options{})
	health := func() int {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
		return w.Code
	}
	if status := health(); status != http.StatusOK {
		t.Fatalf("status %d of a sound bank", status)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	const headerPage = 4096
	if _, err := file.WriteAt(make([]byte, info.Size()-headerPage), headerPage); err != nil {
		t.Fatal(err)
	}
	if status := health(); status != http.StatusInternalServerError {
		t.Errorf("status %d of a damaged bank", status)
	}
}

// copyOfStarter returns the path of a bank as the starter bank is.
func copyOfStarter(t *testing.T) string {
	t.Helper()
	from, err := data.FS.Open(data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	path := filepath.Join(t.TempDir(), "bank.db")
	to, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(to, from)
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}
