//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// The figures of the documents are made by commands that stand in them. In a
// document a figure stands between marks, which are not shown:
//
//	a hidden quad once in <!-- =hidden-quad -->7,100<!-- / --> puzzles
//
// The table figures says how each is made. "make figures" makes all of them anew,
// and -only those of some names. Plain tests make those that take no time, and
// check that the others are in the table with their commands. None of them depends on
// the machine: those that do stand on the page of speed (speed_test.go).

var (
	makeFigures = flag.Bool("figures", false, "make the figures of the documents anew, in about ten minutes")
	onlyFigures = flag.String("only", "", "with -figures: only those whose names this regular `expression` matches")
)

// figureRow is a row of the table.
type figureRow struct {
	name     string
	document string
	commands []string               // of a shell, in order; each stands in the document
	read     func([]outcome) string // what is written, or "" if the commands gave none
}

// outcome is what a command did.
type outcome struct {
	stdout, stderr string
	busy           time.Duration // of the processor
	memory         int64         // the most at any moment, in bytes
	folder         string        // where it ran
}

const (
	readmeDocument  = "README.md"
	bankDocument    = "docs/bank.md"
	ratingsDocument = "docs/ratings.md"
	dataDocument    = "data/README.md"
)

// marked matches a figure in a document.
var marked = regexp.MustCompile(`(?s)<!-- =([a-z0-9-]+) -->(.*?)<!-- / -->`)

// TestFigures checks the marks of the documents against the table, and makes the
// figures that cost nothing, or all.
func TestFigures(t *testing.T) {
	run := newFigureRun(t)
	all := ""
	for _, document := range documents(t) {
		all += textOf(t, document)
	}
	for _, document := range documents(t) {
		path := filepath.Join(projectFolder, document)
		text := textOf(t, document)
		for _, problem := range figureProblems(document, text, all) {
			t.Error(problem)
		}
		updated := marked.ReplaceAllStringFunc(text, func(mark string) string {
			name := marked.FindStringSubmatch(mark)[1]
			f := figureNamed(document, name)
			if f == nil || !run.wants(f) {
				return mark
			}
			value := run.value(f)
			return fmt.Sprintf("<!-- =%s -->%s<!-- / -->", name, value)
		})
		switch {
		case updated == text:
		case *makeFigures:
			if err := os.WriteFile(path, []byte(updated), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			was, is := marked.FindAllString(text, -1), marked.FindAllString(updated, -1)
			for i := range was {
				if was[i] != is[i] {
					t.Errorf("%s: %s should be %s (make figures)", document, was[i], is[i])
				}
			}
		}
	}
}

// figureProblems returns what is wrong with the marks of a document: figures that are
// not in the table, rows of the table that the document lacks, commands that do not
// stand in the text of all documents.
func figureProblems(document, text, all string) (problems []string) {
	seen := map[string]bool{}
	for _, mark := range marked.FindAllStringSubmatch(text, -1) {
		seen[mark[1]] = true
		if figureNamed(document, mark[1]) == nil {
			problems = append(problems, fmt.Sprintf("%s: the figure %q is not in the table", document, mark[1]))
		}
		if !regexp.MustCompile(`[0-9]`).MatchString(mark[2]) {
			problems = append(problems, fmt.Sprintf("%s: the figure %q is %q", document, mark[1], mark[2]))
		}
	}
	if n := strings.Count(text, "<!-- ="); n != len(marked.FindAllString(text, -1)) {
		problems = append(problems, fmt.Sprintf("%s: of %d marks of figures some have no end", document, n))
	}
	for i := range figures {
		f := &figures[i]
		if f.document != document {
			continue
		}
		if !seen[f.name] {
			problems = append(problems, fmt.Sprintf("%s lacks the figure %q", document, f.name))
		}
		for _, command := range f.commands {
			if !strings.Contains(all, command) {
				problems = append(problems, fmt.Sprintf("%s has the figure %q, and no document has its command: %s", document, f.name, command))
			}
		}
	}
	return problems
}

func figureNamed(document, name string) *figureRow {
	for i := range figures {
		if figures[i].document == document && figures[i].name == name {
			return &figures[i]
		}
	}
	return nil
}

// TestFigureProblems checks that the checks of the marks find what is wrong.
func TestFigureProblems(t *testing.T) {
	text, command := textOf(t, bankDocument), figureNamed(bankDocument, "hidden-quads").commands[0]
	if problems := figureProblems(bankDocument, text, text); len(problems) > 0 {
		t.Fatal(problems)
	}
	for name, damaged := range map[string]string{
		"a figure of no row":  text + "<!-- =beauty -->7<!-- / -->",
		"a row without marks": strings.ReplaceAll(text, "<!-- =hidden-quads -->", ""),
		"no figure":           marked.ReplaceAllString(text, "<!-- =$1 -->many<!-- / -->"),
		"no end":              text + "<!-- =hidden-quads -->7",
		"no command":          strings.ReplaceAll(text, command, "mine"),
	} {
		if len(figureProblems(bankDocument, damaged, damaged)) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
	}
}

// figureRun runs the commands of figures, each once, in one folder.
type figureRun struct {
	*testing.T
	folder  string
	program string // its folder, if commands are run as processes
	only    *regexp.Regexp
	done    map[string]outcome
}

func newFigureRun(t *testing.T) *figureRun {
	t.Setenv("XDG_DATA_HOME", t.TempDir()) // there is no user's bank
	t.Setenv(userbank.Variable, "")
	r := &figureRun{T: t, folder: t.TempDir(), only: regexp.MustCompile(*onlyFigures), done: map[string]outcome{}}
	if *makeFigures || *makeSpeed || *makeScales || *makePeople {
		r.program = filepath.Dir(realProgram(t))
	}
	return r
}

// costless are the beginnings of commands that only read the starter bank.
var costless = []string{"seedoku bank stats", "seedoku bank dump"}

// wants reports whether a figure is to be made.
func (r *figureRun) wants(f *figureRow) bool {
	if *makeFigures {
		return r.only.MatchString(f.name)
	}
	for _, command := range f.commands {
		ok := false
		for _, beginning := range costless {
			ok = ok || strings.HasPrefix(command, beginning) && !strings.Contains(command, "--bank") && !strings.Contains(command, "|")
		}
		if !ok {
			return false
		}
	}
	return true
}

// value makes a figure.
func (r *figureRun) value(f *figureRow) string {
	var all []outcome
	for _, command := range f.commands {
		o, ok := r.done[command]
		if !ok {
			o = r.run(command)
			r.done[command] = o
		}
		all = append(all, o)
	}
	value := f.read(all)
	if value == "" {
		r.Fatalf("the figure %s is not in\n%.2000s%.2000s", f.name, all[len(all)-1].stdout, all[len(all)-1].stderr)
	}
	if *makeFigures {
		r.Logf("%s: %s", f.name, value)
	}
	return value
}

// run runs a command in a shell at low priority, or within this process.
func (r *figureRun) run(command string) outcome {
	if r.program == "" {
		return outcome{stdout: printedBy(r.T, shellWords(strings.TrimPrefix(command, "seedoku ")))}
	}
	begun := time.Now()
	sh := exec.Command("nice", "-n", "19", "sh", "-c", command)
	sh.Dir = r.folder
	root, err := filepath.Abs("../..")
	if err != nil {
		r.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "data"), filepath.Join(r.folder, "data")); err != nil && !os.IsExist(err) {
		r.Fatal(err)
	}
	sh.Env = append(os.Environ(), "PATH="+r.program+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stdout, stderr bytes.Buffer
	sh.Stdout, sh.Stderr = &stdout, &stderr
	if err := sh.Run(); err != nil {
		r.Fatalf("%s: %v\n%s", command, err, &stderr)
	}
	o := outcome{stdout: stdout.String(), stderr: stderr.String(), folder: r.folder, memory: mostMemory(sh.ProcessState)}
	o.busy = sh.ProcessState.UserTime() + sh.ProcessState.SystemTime()
	r.Logf("%v, %v busy, %d MB: %s", time.Since(begun).Round(time.Second/10), o.busy.Round(time.Second/100), o.memory>>20, command)
	return o
}

// shellWords returns the words of a command line, of which quotes can hold spaces.
func shellWords(line string) (words []string) {
	for _, match := range regexp.MustCompile(`'([^']*)'|"([^"]*)"|(\S+)`).FindAllStringSubmatch(line, -1) {
		words = append(words, match[1]+match[2]+match[3])
	}
	return words
}

// Readers of figures.

// captured returns what a group of an expression matches in the output of the last
// command, with commas between thousands.
func captured(expression string) func([]outcome) string {
	return func(all []outcome) string {
		if n := numberIn(&all[len(all)-1], expression); n >= 0 {
			return thousands(n)
		}
		return ""
	}
}

// numberIn returns the number that a group of an expression matches, or -1.
func numberIn(o *outcome, expression string) int64 {
	found := regexp.MustCompile(`(?m)` + expression).FindStringSubmatch(o.stdout + o.stderr)
	if found == nil {
		return -1
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(found[1], ",", ""), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// lines returns the number of lines that the last command prints.
func lines(all []outcome) string {
	return thousands(int64(strings.Count(all[len(all)-1].stdout, "\n")))
}

// printed returns all that the last command prints, a table of Markdown.
func printed(all []outcome) string {
	table := regexp.MustCompile(` {2,}`).ReplaceAllString(all[len(all)-1].stdout, " ")
	table = regexp.MustCompile(`-{3,}`).ReplaceAllString(table, "---")
	return "\n\n" + strings.TrimSpace(table) + "\n\n"
}

// rounded writes a number with two digits that count.
func rounded(x float64) string {
	if x <= 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return ""
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	x = math.Round(x/unit) * unit
	if unit < 1 {
		return strconv.FormatFloat(x, 'f', int(math.Round(-math.Log10(unit))), 64)
	}
	return thousands(int64(math.Round(x)))
}

// mostMemory returns the most memory of a process that has ended, or of one that it
// waited for, in bytes.
func mostMemory(state *os.ProcessState) int64 {
	usage := state.SysUsage().(*syscall.Rusage)
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
