package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// The progress of two runs, one of each kind.
var (
	leveled = mine.Progress{
		Made: 123456, Stored: 12288, Known: 7, Unwanted: 111161,
		StoredBy: mine.ByLevel{0, 300, 2000, 2100, 900, 1500, 700, 4200, 580, 8},
		InBank:   mine.ByLevel{0, 4827, 8121, 7865, 6175, 6333, 5304, 9115, 5112, 9678},
	}
	targeted = mine.Progress{
		Made: 98765, Stored: 1502, Known: 3, Unwanted: 96000, PassedOver: 1260, Starts: 12,
		Targets: manyTargets(),
		Walks: []mine.WalkProgress{
			{Toward: walk.TowardER, Steps: 57, Best: 106, At: 94, Ahead: 312},
			{Toward: walk.TowardClues, Steps: 9, Best: 17, At: 18, Ahead: walk.MostAhead},
		},
	}
)

func manyTargets() []mine.TargetProgress {
	targets, err := mine.ParseTargets([]string{"5-9=5000", "clues:17-18=10", "technique:all=50"})
	if err != nil {
		panic(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	var list []mine.TargetProgress
	for _, target := range targets {
		before, now := random.IntN(target.Seeds), random.IntN(target.Seeds*5/4)
		list = append(list, mine.TargetProgress{Target: target, Before: before, InBank: max(before, now)})
	}
	return list
}

var frames = []struct {
	name     string
	view     mining.View
	progress *mine.Progress
	elapsed  time.Duration
}{
	{"levels", mining.View{Limit: 8 * time.Hour}, &leveled, 725 * time.Second},
	{"targets", mining.View{}, &targeted, 3725 * time.Second},
	{"count", mining.View{Count: 20000}, &leveled, 725 * time.Second},
	{"ending", mining.View{Limit: 8 * time.Hour, Ending: true}, &leveled, 725 * time.Second},
}

// framesText returns all pictures, drawn by draw.
func framesText(draw func(lines []string) string, t console.Terminal) string {
	var text strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&text, "== %s\n%s", f.name, draw(f.view.Frame(f.progress, f.elapsed, t)))
	}
	return text.String()
}

// mustBeGolden compares a text with a file, or writes it there with -update.
func mustBeGolden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", "frames", name)
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s:\n%s", path, diff)
	}
}

func TestFramesWithoutBoxCharacters(t *testing.T) {
	text := framesText(func(lines []string) string { return strings.Join(lines, "\n") + "\n" }, console.Terminal{Width: 80, Height: 24})
	mustBeGolden(t, "ascii.txt", text)
	for _, r := range text {
		if r >= utf8.RuneSelf {
			t.Fatalf("it shows %q", r)
		}
	}
}

// Whatever the size of the terminal, the frame fits, and the words are whole.
func TestFramesFitTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := console.Terminal{
			Width:   rapid.IntRange(40, 200).Draw(t, "columns"), // a target has up to 35 + 12 characters of words
			Height:  rapid.IntRange(5, 80).Draw(t, "lines"),
			Unicode: rapid.Bool().Draw(t, "unicode"),
		}
		f := rapid.SampledFrom(frames).Draw(t, "frame")
		lines := f.view.Frame(f.progress, f.elapsed, size)
		if len(lines) >= size.Height {
			t.Errorf("%d lines", len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n >= size.Width {
				t.Errorf("%d characters: %s", n, line)
			}
		}
		wide := strings.Fields(f.view.Line(f.progress, f.elapsed))
		if narrow := strings.Fields(size.Fold(f.view.Line(f.progress, f.elapsed))); !cmp.Equal(wide, narrow) {
			t.Errorf("%v became %v", wide, narrow)
		}
	})
}

func TestFrameShowsTheTargetsFurthestFromDone(t *testing.T) {
	for height := 14; height < 60; height++ {
		lines := targeted.Targets
		text := strings.Join(mining.View{}.Frame(&targeted, time.Hour, console.Terminal{Width: 80, Height: height}), "\n")
		least, most := 2.0, -1.0 // shares of what is hidden and of what is shown
		shown := 0
		for i := range lines {
			target := &lines[i]
			share := float64(target.Seeds-target.Missing()) / float64(target.Seeds)
			if strings.Contains(text, "\n"+target.Name+" ") {
				most = max(most, share)
				shown++
			} else {
				least = min(least, share)
			}
		}
		if shown < len(lines) && !strings.Contains(text, fmt.Sprintf("and %d more", len(lines)-shown)) {
			t.Errorf("%d lines: %d of %d targets shown\n%s", height, shown, len(lines), text)
		}
		if most > least {
			t.Errorf("%d lines: a target is shown that is nearer to its end than a hidden one", height)
		}
	}
}

func TestTimes(t *testing.T) {
	const day = 24 * time.Hour
	for want, d := range map[string]time.Duration{
		"0s": -time.Second, "45s": 45 * time.Second, "12m5s": 725 * time.Second, "7h48m": 7*time.Hour + 47*time.Minute + 50*time.Second,
		"1h0m": time.Hour - time.Millisecond, "1d0h": day - time.Second, "3d4h": 3*day + 4*time.Hour, "years": 2000 * day,
	} {
		if got := console.Spoken(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
	for want, things := range map[string]int{"0/s": 0, "1.0/h": 10, "1.0/min": 600, "1.0/s": 36000, "100/s": 3600000} {
		if got := console.PerTime(things, 10*time.Hour); got != want {
			t.Errorf("%d in 10 hours: %s, want %s", things, got, want)
		}
	}
	if left, ok := console.TimeLeft(30, 10, time.Minute); !ok || left != 3*time.Minute {
		t.Errorf("%v, %v", left, ok)
	}
	if _, ok := console.TimeLeft(30, 0, time.Minute); ok {
		t.Error("an estimate from nothing")
	}
}
