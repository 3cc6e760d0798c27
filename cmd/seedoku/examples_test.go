//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
)

// The examples of the documents are run, in their order, and must succeed. What a
// document shows of their output is what they print.
//
//   - In a block without a language, a line that begins with "$ " is a command line of
//     a shell. What stands under it is its output.
//   - In a block of sh, each line is a command line.
//   - A block of go, python or js is a whole program, if it is one in Go. A block of text
//     after it is its output.
//
// All examples of a document run in one folder, on a machine that has no bank but that
// in the program. localhost:8080 is a server of the starter bank.

// fence matches a fenced block with its language, and the block of text after it.
var fence = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?")

// exampleLine matches a command line, which may go on after backslashes, and what
// stands under it.
var exampleLine = regexp.MustCompile(`(?m)^\$ ((?:[^\n]*\\\n)*[^\n]*)\n((?:[^$\n][^\n]*\n|\n)*)`)

// written says how a program of a language is kept and run.
var written = map[string]struct{ file, command string }{
	"go":     {"program.go", `(cd "$PROJECT" && go build -ldflags='-s -w' -o "$HOME/program" "$HOME/program.go") && ./program`},
	"python": {"program.py", "python3 program.py"},
	"js":     {"program.mjs", "node program.mjs"},
}

// notRun are the beginnings of command lines that do not end, change the machine, or
// take what tests cannot count on, or are run elsewhere.
var notRun = []string{
	"seedokud serve", "seedokud hub", "seedokud work", "seedoku serve", "go ", "git ", "make ", "apt-get ", "echo ", "rm ",
	".ci/run", "gh ", "benchstat ", "sha256sum ", "seedoku bank update", // which a script runs
}

// shorter makes command lines quick that would take minutes or hours.
var shorter = []struct {
	words   *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\bgo run \./cmd/`), ""},
	{regexp.MustCompile(`--bank big\.db --for \w+`), "--bank big.db --count 200"}, // as many as data sets of it need
	{regexp.MustCompile(`--for \w+|--until [\d:]+`), "--for 100ms"},
	{regexp.MustCompile(`\b[1-9]0000?00\b`), "200"},
	{regexp.MustCompile(`\b(20000|5000)\b`), "30"},
	{regexp.MustCompile(`\bhead -\d+`), "head -2"},
	{regexp.MustCompile(`^seedoku bank verify`), "seedoku bank verify --bank few.db"},
	{regexp.MustCompile(`^seedoku mine (--for|--until|--target)`), "seedoku mine --bank few.db $1"},                            // what a large bank lacks takes seconds
	{regexp.MustCompile(`^seedoku import --bank deep.db loki.txt`), "seedoku import --bank deep.db --ladders none puzzle.txt"}, // which is easy
	{regexp.MustCompile(`^seedoku bank dump --level 9`), "seedoku bank dump --level 9 --clues 20"},
	{regexp.MustCompile(`^seedoku bank dump --er 10-12`), "seedoku bank dump --er 10-12 --clues 21"},
	{regexp.MustCompile(`--augment \d+`), "--augment 3"},
	{regexp.MustCompile(`--levels 1-5 (--per-level|--parts)`), "--levels 1-2 $1"},
	{regexp.MustCompile(`--week 1,2,3,4,5,6,5`), "--week 1,2,1,2,1,2,1"},
	{regexp.MustCompile(`--per-level \d+`), "--per-level 4"},
	{regexp.MustCompile(`-n 1000\b`), "-n 100"},
	{regexp.MustCompile(`--sample \S+`), "--sample 50%"},
	{regexp.MustCompile(`--mini 16KB`), "--mini 8KB --levels 6 --symmetry full"},
	{regexp.MustCompile(`--calendar 2027 `), "--calendar 2027-01-30..2027-02-02 "},
	{regexp.MustCompile(`--calendar 2027-01\.\.2027-03 `), "--calendar 2027-01-25..2027-02-02 "},
}

// quick returns a command line that does the same in a second or two.
func quick(command string) string {
	for _, s := range shorter {
		command = s.words.ReplaceAllString(command, s.instead)
	}
	if strings.HasPrefix(command, "seedoku mine ") && !strings.Contains(command, "--for ") && !strings.Contains(command, "--count ") {
		command += " --for 100ms"
	}
	return command
}

// otherDocuments are those whose examples are not run here: they have none, or stand in
// the tables of figures, which run them (figures_test.go, speed_test.go).
var otherDocuments = []string{
	"CHANGELOG.md", "data/README.md", "docs/scales.md", "docs/speed.md", "sudoku/testdata/README.md", "seedbank/pack/testdata/shapes/README.md",
}

func TestExamplesOfDocuments(t *testing.T) {
	place := &examplesPlace{T: t, bin: t.TempDir()}
	var pages, lines, shown atomic.Int64
	t.Run("in", func(t *testing.T) {
		for _, document := range documents(t) {
			if slices.Contains(otherDocuments, document) {
				continue
			}
			t.Run(document, func(t *testing.T) {
				t.Parallel()
				e := &examples{T: t, place: place, folder: t.TempDir()}
				mustBe(t, document, e.rewrite(textOf(t, document)))
				pages.Add(1)
				lines.Add(e.lines)
				shown.Add(e.shown)
			})
		}
	})
	place.end()
	least := int64(80)
	if testing.Short() {
		least = 20
	}
	if pages.Load() > 10 && (lines.Load() < least || shown.Load() < 20) {
		t.Errorf("%d command lines and programs were run, and %d have their output beside them", lines.Load(), shown.Load())
	}
}

// examplesPlace is what the examples of all documents share: the programs beside
// seedoku, and a server, which are made when an example needs them.
type examplesPlace struct {
	*testing.T
	bin     string
	build   sync.Once
	serve   sync.Once
	server  *exec.Cmd
	address string
}

// programs builds the programs that are not in this test.
func (p *examplesPlace) programs() {
	p.build.Do(func() {
		for _, name := range []string{"seedokud", "seedoku-dataset"} {
			if _, err := clitest.Build(p.bin, name, module+"/cmd/"+name); err != nil {
				p.Error(err)
			}
		}
	})
}

// started returns the address of the server.
func (p *examplesPlace) started() string {
	p.programs()
	p.serve.Do(func() {
		p.server = exec.Command(filepath.Join(p.bin, "seedokud"), "serve", "--listen", "127.0.0.1:0")
		p.server.Env = append(os.Environ(), "SEEDOKU_BANK=", "XDG_DATA_HOME="+p.bin)
		stdout, err := p.server.StdoutPipe()
		if err == nil {
			err = p.server.Start()
		}
		if err != nil {
			p.Error(err)
			return
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil {
			p.Errorf("seedokud serve prints %q, %v", line, err)
		}
		p.address = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "http://"), "/")
	})
	return p.address
}

// end ends the server.
func (p *examplesPlace) end() {
	if p.server == nil || p.server.Process == nil {
		return
	}
	if err := p.server.Process.Signal(os.Interrupt); err != nil {
		p.Error(err)
	}
	_ = p.server.Wait() // its status does not matter
}

// examples are those of a document.
type examples struct {
	*testing.T
	place        *examplesPlace
	folder       string
	lines, shown int64
	ids          [][2]string // that an answer of the server has shown, and has to show
}

// rewrite runs the examples of a text, and returns it with their output.
func (e *examples) rewrite(text string) string {
	for name, content := range map[string]string{".curlrc": "fail\nsilent\nshow-error\n", "puzzle.txt": examplePuzzle} {
		if err := os.WriteFile(filepath.Join(e.folder, name), []byte(content), 0o666); err != nil {
			e.Error(err)
		}
	}
	return fence.ReplaceAllStringFunc(text, func(block string) string {
		match := fence.FindStringSubmatch(block)
		language, body, output := match[1], match[2], match[3]
		program, ok := written[language]
		switch {
		case language == "sh":
			for line := range strings.Lines(strings.ReplaceAll(body, "\\\n", " ")) {
				e.run(strings.TrimSpace(line), false)
			}
		case language == "":
			return "```\n" + e.console(body) + strings.TrimPrefix(block, "```\n"+body)
		case ok && (language != "go" || strings.HasPrefix(body, "package main\n")):
			if err := os.WriteFile(filepath.Join(e.folder, program.file), []byte(body), 0o666); err != nil {
				e.Error(err)
			}
			told := "```text\n" + output + "```\n" // which may be empty, and must not be
			isTold := strings.HasSuffix(block, told)
			printed, run := e.run(program.command, isTold)
			if isTold && run {
				e.shown++
				return strings.TrimSuffix(block, told) + "```text\n" + printed + "```\n"
			}
		}
		return block
	})
}

// examplePuzzle is in the file puzzle.txt, which documents name.
const examplePuzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......\n"

// console runs the command lines of a block, and returns it with their output.
func (e *examples) console(body string) string {
	return exampleLine.ReplaceAllStringFunc(body, func(example string) string {
		match := exampleLine.FindStringSubmatch(example)
		command, output := match[1], match[2]
		for _, id := range e.ids {
			command = strings.ReplaceAll(command, id[0], id[1])
		}
		compared := strings.TrimSpace(output) != ""
		printed, run := e.run(command, compared)
		if !compared || !run {
			return "$ " + command + "\n" + output
		}
		e.shown++
		if strings.HasPrefix(command, "curl ") {
			printed = e.abbreviated(printed, output)
		}
		return "$ " + command + "\n" + printed
	})
}

// run runs a command line, and returns what it prints and whether it was run. With -short
// only lines of seedoku are run whose output is compared, or that write a file.
func (e *examples) run(command string, compared bool) (printed string, run bool) {
	quick := quick(command)
	first, _, _ := strings.Cut(quick, " ")
	if slices.ContainsFunc(notRun, func(beginning string) bool { return strings.HasPrefix(quick, beginning) }) {
		return "", false
	}
	needsMore := strings.Contains(quick, "curl ") || strings.HasPrefix(first, "seedokud") || strings.Contains(quick, "dataset")
	if testing.Short() && (!compared && !strings.Contains(quick, " > ") || first != "seedoku") {
		return "", false
	}
	if first != "seedoku" && first != "(cd" && first != "for" {
		if _, err := exec.LookPath(first); err != nil && !needsMore {
			e.Logf("there is no %s to run: %s", first, command)
			return "", false
		}
	}
	if needsMore {
		e.place.programs()
	}
	if strings.Contains(quick, "localhost:8080") {
		quick = strings.ReplaceAll(quick, "localhost:8080", e.place.started())
	}
	e.lines++
	return e.shell(quick), true
}

// shell runs a command line in a shell, and returns what it prints.
func (e *examples) shell(command string) string {
	project, err := filepath.Abs(projectFolder)
	if err != nil {
		e.Error(err)
	}
	sh := exec.Command("sh", "-c", command)
	sh.Dir = e.folder
	sh.Env = append(os.Environ(), "HOME="+e.folder, "CURL_HOME="+e.folder, "XDG_DATA_HOME="+filepath.Join(e.folder, "xdg"),
		"SEEDOKU_BANK=", "LC_ALL=C.UTF-8", "PROJECT="+project,
		"PATH="+pathTo(realProgram(e))+string(os.PathListSeparator)+e.place.bin)
	sh.Env = append(sh.Env, goFolders()...)
	var stdout, stderr bytes.Buffer
	sh.Stdout, sh.Stderr = &stdout, &stderr
	begun := time.Now()
	defer func() { e.Logf("%.1f s: %s", time.Since(begun).Seconds(), command) }()
	if err := sh.Run(); err != nil {
		e.Errorf("%s: %v\n%.1000s", command, err, &stderr)
	}
	return stdout.String()
}

// goFolders are the folders of what Go has built and downloaded, which do not go with
// HOME.
var goFolders = sync.OnceValue(func() (settings []string) {
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, _ := exec.Command("go", "env", name).Output() // without it, programs are built anew
		settings = append(settings, name+"="+strings.TrimSpace(string(out)))
	}
	return settings
})

// abbreviated returns how an answer of the server is shown.
func (e *examples) abbreviated(answer, before string) string {
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
		e.ids = append(e.ids, [2]string{old[1], one.ID})
	}
	return text
}
