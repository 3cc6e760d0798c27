package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/seedbank/web"
)

const readmePath = "../../README.md"

// asWritten compares a file with what it has to be, or writes that.
func asWritten(t *testing.T, path, want string) {
	t.Helper()
	if *web.Update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("%s is not up to date (go test ./seedbank/web -run README -update):\n%s", path, diff)
	}
}

// Every curl line of the README is answered by a server of the starter bank, and what
// stands under it is the answer.
func TestREADMEShowsWhatTheServerAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("it draws a million puzzles: run without -short")
	}
	content, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	shell := &curlShell{client: newClient(t, web.Options{}), files: map[string]string{}}
	text, rest := shell.rewrite(string(content))
	if shell.lines < 8 || shell.shown < 2 {
		t.Errorf("only %d lines with curl, %d with an answer", shell.lines, shell.shown)
	}
	asWritten(t, readmePath, text+rest)
}

// curlShell does what the lines with curl in a text say.
type curlShell struct {
	*client
	files        map[string]string // that lines have written
	lines, shown int
	ids          [][2]string // that a line has shown, and has to show
}

// curlLine is a line with curl, which may go on behind a backslash, and what stands
// under it.
var curlLine = regexp.MustCompile(`(?m)^\$ curl ((?:[^\n]*\\\n)*[^\n]*)\n((?:[^$\n` + "`" + `][^\n]*\n)*)`)

// rewrite returns a text with the answers that its lines have to show.
func (s *curlShell) rewrite(content string) (text, rest string) {
	for {
		at := curlLine.FindStringSubmatchIndex(content)
		if at == nil {
			return text, content
		}
		line, shown := content[at[2]:at[3]], content[at[4]:at[5]]
		for _, id := range s.ids {
			line = strings.ReplaceAll(line, id[0], id[1])
		}
		answer := s.run(line)
		text += content[:at[0]] + "$ curl " + line + "\n"
		if shown != "" {
			text += s.show(answer, shown)
		}
		content = content[at[1]:]
	}
}

// show returns how an answer is shown.
func (s *curlShell) show(answer, before string) string {
	s.shown++
	var many struct {
		Puzzles []struct{ ID, Puzzle string }
		Count   string
		Next    string
	}
	var one struct{ ID, Puzzle string }
	text := ""
	switch err := json.Unmarshal([]byte(answer), &many); {
	case err == nil && len(many.Puzzles) == 1:
		one = many.Puzzles[0]
		text = fmt.Sprintf("{\"puzzles\":[{\"id\":%q,\"puzzle\":%q, ...}],\n \"count\":%q,\"next\":%q}\n", one.ID, one.Puzzle, many.Count, many.Next)
	case json.Unmarshal([]byte(answer), &one) == nil && one.ID != "":
		text = fmt.Sprintf("{\"id\":%q,\"puzzle\":%q, ...}\n", one.ID, one.Puzzle)
	default:
		return answer
	}
	if old := regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(before); old != nil {
		s.ids = append(s.ids, [2]string{old[1], one.ID})
	}
	return text
}

// run does what a line says, and returns the answer.
func (s *curlShell) run(line string) string {
	s.Helper()
	s.lines++
	var address, body, to string
	method, header := http.MethodGet, http.Header{}
	words := s.words(line)
	next := func() (word string) {
		if len(words) > 0 {
			word, words = words[0], words[1:]
		}
		return word
	}
	for len(words) > 0 {
		switch word := next(); word {
		case "-H":
			name, value, _ := strings.Cut(next(), ": ")
			header.Set(name, value)
		case "-OJ":
		case ">":
			to = next()
		case "-d", "--data-binary":
			method, body = http.MethodPost, next()
			if file, ok := strings.CutPrefix(body, "@"); ok {
				if body = s.files[file]; body == "" {
					s.Errorf("curl %s: no line before has written %s", line, file)
				}
			}
		default:
			if address != "" || strings.HasPrefix(word, "-") {
				s.Errorf("curl %s: %s is not understood", line, word)
			}
			address = word
		}
	}
	r := httptest.NewRequest(method, "http://"+address, strings.NewReader(body))
	for name, values := range header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	s.server.ServeHTTP(w, r)
	if w.Code != http.StatusOK || w.Body.Len() == 0 {
		s.Errorf("curl %s: status %d, %.300s", line, w.Code, w.Body)
	}
	s.files[to] = w.Body.String()
	return w.Body.String()
}

// shellWord is a word of a line, which may stand in single quotes.
var shellWord = regexp.MustCompile(`'([^']*)'|[^\s\\'"&;|<>()$` + "`" + `*?]+|>|\\\n`)

// words returns the words of a line as a shell reads it. A sign that means something
// else to a shell has to be quoted.
func (s *curlShell) words(line string) (words []string) {
	s.Helper()
	if left := strings.TrimSpace(shellWord.ReplaceAllString(line, "")); left != "" {
		s.Errorf("curl %s: a shell does more with %q", line, left)
	}
	for _, match := range shellWord.FindAllStringSubmatch(line, -1) {
		switch {
		case match[0] == "\\\n":
		case match[0][0] == '\'':
			words = append(words, match[1])
		default:
			words = append(words, match[0])
		}
	}
	return words
}
