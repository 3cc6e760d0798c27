//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// runHub runs a hub on a bank until it ends, and returns what it says.
func runHub(t *testing.T, bank string, args ...string) string {
	t.Helper()
	return runHubTo(t, 0, bank, args...)
}

// runHubTo is runHub for a hub that ends with a status.
func runHubTo(t *testing.T, want int, bank string, args ...string) string {
	t.Helper()
	p := start(t, append([]string{"hub", "--bank", bank, "--listen", "127.0.0.1:0", "--cores", "1"}, args...)...)
	if status := p.status(t); status != want {
		t.Fatalf("status %d, want %d: %s", status, want, &p.stderr)
	}
	return p.stderr.String()
}

// mustSay checks that a text holds some words.
func mustSay(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, want := range words {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// A hub imports a file, and ends. As with import, the status says whether a puzzle was refused,
// or the file had none.
func TestHubImports(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	bank, file := filepath.Join(folder, "bank.db"), filepath.Join(folder, "puzzles.txt")
	const one = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	const other = "...........1..2..3.2.34..5...263.4..1...7.5.865.4....9..58..2....9.1.....3....1.."
	for _, of := range []struct {
		text   string
		status int
		says   []string
	}{
		{one + "\n" + other + "\n12345\n" + one + "\n", 1, []string{"2 new seeds stored, 4 puzzles made. 0 known before, 1 repeated, 1 rejected.", "puzzles.txt:3"}},
		{one + "\n" + other + "\n" + one + "\n", 0, []string{"0 new seeds stored, 3 puzzles made."}},
		{"no puzzles here\n", 1, []string{"0 new seeds stored, ", "no puzzle in it"}},
		{"", 1, []string{"no puzzle in it"}},
	} {
		if err := os.WriteFile(file, []byte(of.text), 0o600); err != nil {
			t.Fatal(err)
		}
		mustSay(t, runHubTo(t, of.status, bank, "--import", file), of.says...)
	}
}

// A hub that plans no units announces none.
func TestDrainingHubAnnouncesNothing(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank.db")
	if said := runHub(t, bank, "--drain"); strings.Contains(said, "It aims at") {
		t.Errorf("it says what it will not do:\n%s", said)
	}
}

// A bank has one hub, whatever name leads to it, and whatever server each of them uses.
func TestHubIsAlone(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank.db")
	link := bank + ".link"
	made, err := change.Open(t.Context(), bank)
	if err == nil {
		err = errors.Join(made.Close(), os.Symlink(bank, link))
	}
	if err != nil {
		t.Fatal(err)
	}
	claim, err := atomicfile.Claim(bank + ".hub")
	if err != nil {
		t.Fatal(err)
	}
	defer claim.Close()
	for _, server := range [][]string{{"--listen", "127.0.0.1:0"}, {"--nats", "nats://" + freeAddress(t), "--for", "5s"}} {
		p := start(t, append([]string{"hub", "--bank", link, "--everything"}, server...)...)
		if status := p.status(t); status != 1 {
			t.Errorf("%v: status %d", server, status)
		}
		mustSay(t, p.stderr.String(), "another hub fills "+link)
	}
}

// numOutdated is the number of seeds of an [outdatedBank].
const numOutdated = 8

// outdatedBank returns a bank of seeds that an older rater has rated falsely.
func outdatedBank(t *testing.T) (path string) {
	t.Helper()
	mined := filepath.Join(t.TempDir(), "mined.db")
	path = filepath.Join(t.TempDir(), "bank.db")
	from := seedtest.Open(t, mined)
	defer from.Close()
	if _, err := mine.Run(t.Context(), from, mine.Options{RandomSeed: 27, Count: numOutdated, Ladders: work.NoLadders}); err != nil {
		t.Fatal(err)
	}
	to, err := change.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	run, err := to.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version - 1})
	if err != nil {
		t.Fatal(err)
	}
	for batch, err := range from.Batches(t.Context(), seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			batch.Seeds[i].Rating.ER += 3
		}
		if _, err := to.Insert(t.Context(), run, batch.Seeds); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// A hub has the seeds of an older rater rated again, puts the new bank in the place of the
// old one, and ends. The next one has nothing to do.
func TestHubRates(t *testing.T) {
	t.Parallel()
	path := outdatedBank(t)
	mustSay(t, runHub(t, path, "--rerate"), fmt.Sprintf("%d seeds rated anew; %[1]d got another rating", numOutdated))
	mustSay(t, runHub(t, path, "--rerate"), "0 seeds rated anew; 0 got another rating")
	again := seedtest.Open(t, path)
	n, err := repair.Verify(t.Context(), again, repair.VerifyOptions{Ratings: true, Problem: func(problem error) { t.Error(problem) }})
	if err != nil || n != numOutdated {
		t.Errorf("%d seeds, %v", n, err)
	}
}

// A hub that was told to end rates no seeds that are left, and says so.
func TestRatingEndsWithTheHub(t *testing.T) {
	t.Parallel()
	bank, err := change.Open(t.Context(), outdatedBank(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	p := newProgram()
	p.Stderr = t.Output()
	if err := p.finishRerating(ctx, bank, 0); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("ended when 0 of %d seeds were done", numOutdated)) {
		t.Errorf("seeds were left: %v", err)
	}
}

// What a hub works through goes with nothing that says what to mine, and doors that anybody
// could use are refused. A hub that is refused makes no bank.
func TestHubRefusesFlags(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank.db")
	for _, refused := range []struct {
		args   []string
		says   string
		status int
	}{
		{[]string{"--rerate", "--count", "5"}, "does not go with it", 2},
		{[]string{"--rerate", "--everything"}, "does not go with it", 2},
		{[]string{"--metrics", "127.0.0.1:0", "--host", "a b"}, "--host", 2},
		{[]string{"--import", "no-such-file"}, "no-such-file", 1},
		{[]string{"--import", "x", "--target", "9=5"}, "does not go with it", 2},
		{[]string{"--rerate", "--import", "x"}, "does not go with it", 2},
		{[]string{"--import", "x", "--drain"}, "does not go with --drain", 2},
		{[]string{"--no-mine", "--cores", "2"}, "does not go with --no-mine", 2},
		{[]string{"--nats", "nats://127.0.0.1:1", "--listen", "127.0.0.1:0"}, "--listen does not go with --nats", 2},
		{[]string{"--creds-file", "x"}, "--creds-file needs --nats", 2},
		{[]string{"--listen", ":0"}, "give --token-file or --tls-cert", 2},
		{[]string{"--listen", ":0", "--nats", "nats://127.0.0.1:1"}, "--listen does not go with --nats", 2},
		{[]string{"--nats", "nats://127.0.0.1:1", "--tls-cert", "x", "--tls-key", "y"}, "--tls-cert does not go with --nats", 2},
		{[]string{"--creds-file", "x"}, "--creds-file needs --nats", 2},
		{[]string{"--listen", "127.0.0.1:0", "--https", ":0"}, "give --certificate and --key", 2},
		{[]string{"--listen", ":0", "--nats", ""}, "give --token-file or --tls-cert", 2},
		{[]string{"--ca-file", "x", "--nats", ""}, "--ca-file needs --nats", 2},
		{[]string{"--no-mine=false", "--cores", "0"}, "there must be at least 1", 2},
	} {
		p := start(t, append([]string{"hub", "--bank", bank}, refused.args...)...)
		if status := p.status(t); status != refused.status || !strings.Contains(p.stderr.String(), refused.says) {
			t.Errorf("%v: status %d: %s", refused.args, status, &p.stderr)
		}
	}
	if _, err := os.Stat(bank); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the bank of a refused hub: %v", err)
	}
}

// The last lines of a hub tell of the symmetric puzzles that it has kept.
func TestHubTellsOfSymmetricPuzzles(t *testing.T) {
	t.Parallel()
	bank := filepath.Join(t.TempDir(), "bank.db")
	mustSay(t, runHub(t, bank, "--symmetry", "rotate180", "--count", "3", "--unit-size", "5"), "Symmetric puzzles kept: ")
}
