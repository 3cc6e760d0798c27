package main

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
)

// No word that people try is a command or has two answers, and what the answers name exists.
func TestTriedWords(t *testing.T) {
	commands := map[string]bool{"seedokud work": true, "seedokud hub": true, "mine --target": true, "gen --practice": true, "export --calendar": true}
	for _, entry := range newProgram().Commands {
		commands[entry.Path] = true
	}
	seen := map[string]bool{}
	tried, err := texts.ReadFile("help/tried.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(tried)) {
		words, answer, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			t.Errorf("there is no answer in %s", line)
		}
		if meant, ok := strings.CutPrefix(answer, `did you mean "`); ok && !commands[strings.TrimSuffix(meant, `"?`)] {
			t.Errorf("%s: there is no such command", answer)
		}
		for word := range strings.FieldsSeq(words) {
			if seen[word] || commands[word] {
				t.Errorf("%s has another answer", word)
			}
			seen[word] = true
		}
	}
}

// One puzzle is a grid on a terminal, where --technique is explained. Puzzles in a file and
// several puzzles are lines.
func TestGenOnATerminal(t *testing.T) {
	person, file := console.Terminal{Interactive: true, Width: 80}, console.Terminal{}
	for _, test := range []struct {
		on    console.Terminal
		args  string
		lines int
		says  string
	}{
		{person, "gen --seed 1", 12, ""},
		{person, "gen --seed 1 -n 1", 1, ""},
		{person, "gen --seed 1 -n 3", 3, ""},
		{person, "gen --seed 1 --format line", 1, ""},
		{person, "gen --seed 1 --technique x-wing", 12, "--hardest x-wing makes it the hardest"},
		{file, "gen --seed 1", 1, ""},
		{file, "gen --seed 1 --technique x-wing", 1, ""},
	} {
		status, stdout, stderr := runStarter(t, test.on, strings.Fields(test.args)...)
		if n := strings.Count(strings.TrimSpace(stdout), "\n") + 1; status != cli.Fine || n != test.lines {
			t.Errorf("%s: status %d, %d lines:\n%s%s", test.args, status, n, stdout, stderr)
		}
		if !strings.Contains(stderr, test.says) || test.says == "" && stderr != "" {
			t.Errorf("%s says %s", test.args, stderr)
		}
	}
}

// Whoever has to type the input is told so.
func TestSaysThatItWaits(t *testing.T) {
	for _, typed := range []bool{false, true} {
		p := newProgram()
		p.Typed = typed
		_, _, stderr := clitest.Run(t, &p.Program, console.Terminal{}, "solve")
		if says := strings.Contains(stderr, "Reading puzzles from the terminal"); says != typed {
			t.Errorf("typed %v: %s", typed, stderr)
		}
	}
}
