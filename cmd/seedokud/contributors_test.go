package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/seedbank/change"
)

// run runs the program to its end.
func run(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p := exec.CommandContext(t.Context(), os.Args[0], args...)
	p.Env = append(os.Environ(), asProgram+"=1", "SEEDOKU_BANK=", "XDG_DATA_HOME="+t.TempDir())
	p.Stdout, p.Stderr = &out, &errs
	p.Run() // its status tells
	return p.ProcessState.ExitCode(), out.String(), errs.String()
}

// A contributor is invited, works for a hub behind a proxy, is listed, and is revoked.
func TestContributors(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes some 20 seconds: run without -short")
	}
	folder := t.TempDir()
	bank, token := filepath.Join(folder, "bank.db"), filepath.Join(folder, "ann.token")
	makeBank(t, bank)
	status, text, errs := run(t, "hub", "invite", "--bank", bank, "ann")
	if status != 0 || !strings.HasPrefix(text, "ann.") {
		t.Fatalf("%d: %q %q", status, text, errs)
	}
	if err := os.WriteFile(token, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	address, own := freeAddress(t), freeAddress(t)
	hub := start(t, "hub", "--bank", bank, "--listen", own, "--https", address, "--no-mine", "--unit-size", "3", "--ladders", "none", "--seed", "27", "--everything")
	worker := start(t, "work", "--hub", "http://"+address, "--token-file", token, "--cores", "1")
	start(t, "work", "--hub", "nats://"+own, "--cores", "1") // it does units of the contributor again
	listed := func() string {
		status, text, errs := run(t, "hub", "contributors", "--bank", bank)
		if status != 0 {
			t.Fatalf("%d: %s", status, errs)
		}
		return text
	}
	for end := time.Now().Add(time.Minute); !strings.Contains(listed(), "proven"); time.Sleep(time.Second / 2) {
		if time.Now().After(end) {
			t.Fatalf("not proven:\n%s\n%s\n%s", listed(), &hub.stderr, &worker.stderr)
		}
	}
	if status, _, errs := run(t, "hub", "revoke", "--bank", bank, "ann"); status != 0 {
		t.Errorf("%d: %s", status, errs)
	}
	if err := worker.Wait(); err == nil || !strings.Contains(worker.stderr.String(), "the hub rejects the token") {
		t.Errorf("a worker whose token is revoked ends with %v:\n%s", err, &worker.stderr)
	}
	if text := listed(); !strings.Contains(text, "revoked") {
		t.Errorf("listed as\n%s", text)
	}
	hub.Process.Signal(os.Interrupt)
	hub.Wait()
}

// The commands about contributors say what is wrong.
func TestContributorMistakes(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank.db")
	if err := change.Create(t.Context(), bank); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"hub invite", "give the name of one contributor"},
		{"hub invite a.b", "at most 40 letters"},
		{"hub revoke bob", `there is no contributor "bob"`},
		{"hub --https :8443", "other machines could connect without TLS"},
		{"hub --certificate x --key y", "--certificate needs --https"},
		{"hub --https :8443 --certificate x", "--certificate and --key go together"},
	} {
		words := strings.Fields(test.args)
		if words[1] == "invite" || words[1] == "revoke" {
			words = append([]string{words[0], words[1], "--bank", bank}, words[2:]...)
		} else {
			words = append(words, "--bank", bank, "--listen", "127.0.0.1:0", "--no-mine")
		}
		if status, _, errs := run(t, words...); status == 0 || !strings.Contains(errs, test.want) {
			t.Errorf("%s: %d, %q; want %q", test.args, status, errs, test.want)
		}
	}
	missing := filepath.Join(t.TempDir(), "nope.db")
	for _, command := range [][]string{{"contributors"}, {"revoke", "bob"}, {"invite", "bob"}} {
		words := append([]string{"hub", command[0], "--bank", missing}, command[1:]...)
		if status, out, errs := run(t, words...); status != 1 || out != "" || !strings.Contains(errs, "there is no bank") {
			t.Errorf("%s of no bank: %d, %q, %q", command[0], status, out, errs)
		}
		if _, err := os.Stat(missing); err == nil {
			t.Errorf("%s made a bank", command[0])
		}
	}
	for _, want := range []string{"", "The earlier token of bob is no longer good.\n"} {
		if status, _, errs := run(t, "hub", "invite", "--bank", bank, "bob"); status != 0 || errs != want {
			t.Errorf("an invitation to a bank: %d, %q", status, errs)
		}
	}
	token := filepath.Join(t.TempDir(), "token")
	if status, _, errs := run(t, "work", "--hub", "https://127.0.0.1:1", "--token-file", token); status != 1 || strings.Contains(errs, "Working as") {
		t.Errorf("a contributor without the file of a token: %d, %q", status, errs)
	}
	lonely := filepath.Join(t.TempDir(), "lonely.db")
	if _, _, errs := run(t, "hub", "--bank", lonely, "--nats", "nats://127.0.0.1:1", "--for", "1s"); !strings.Contains(errs, "does not answer yet") {
		t.Errorf("a hub without a server: %q", errs)
	}
	if made, err := filepath.Glob(lonely + "*"); err != nil || made != nil {
		t.Errorf("a hub without a server made %q, %v", made, err)
	}
	if status, _, errs := run(t, "work", "--hub", "https://127.0.0.1:1", "--token-file", "x", "--creds-file", "y"); status != 2 || !strings.Contains(errs, "--creds-file") {
		t.Errorf("a contributor with credentials for NATS: %d, %q", status, errs)
	}
	if status, _, errs := run(t, "work", "--hub", "https://127.0.0.1:1"); status != 2 || !strings.Contains(errs, "needs --token-file") {
		t.Errorf("a contributor without a token: %d, %q", status, errs)
	}
}
