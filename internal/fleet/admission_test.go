package fleet

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A contributor is admitted while the hub stores.
func TestAdmissionWaitsForNoTransaction(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	token, err := a.bank.Invite(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	h, err := openHub(t.Context(), a.insider, a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	defer h.reader.Close()
	tx, err := a.bank.Rows().DB.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	ctx, tooLong := context.WithTimeout(t.Context(), time.Minute)
	defer tooLong()
	if name, err := h.given.admit(ctx, token, h.gate.floods, time.Now()); name != "ann" || err != nil {
		t.Errorf("admitted is %q, %v", name, err)
	}
}

// Only a token that the bank does not know is told to be false: a worker asks again if the bank
// cannot be read.
func TestAdmissionWithoutBank(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	token, err := a.bank.Invite(t.Context(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	h := a.raced()
	defer a.kill(h)
	door := &httpDoor{h.gate, make(chan struct{}, 1)}
	ask := func(token string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, questionPath+string(aliveQuestion), nil)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set(sessionHeader, newSession())
		w := httptest.NewRecorder()
		door.ServeHTTP(w, r)
		return w.Code
	}
	if status := ask(token + "x"); status != http.StatusUnauthorized {
		t.Errorf("a false token: status %d", status)
	}
	h.reader.Close()
	if status := ask(token); status != http.StatusServiceUnavailable {
		t.Errorf("a good token while the bank cannot be read: status %d", status)
	}
}
