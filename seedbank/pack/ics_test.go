package pack

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// component is a component of a calendar: its kind, and its properties with their parameters.
type component struct {
	kind string
	of   map[string]string
}

// componentsOf reads a calendar by the letter of RFC 5545, and no more of it than that:
// every line ends with CR LF and has at most 75 bytes, of which none is a control.
func componentsOf(t rapid.TB, file []byte) (properties map[string]string, list []component) {
	t.Helper()
	text, ok := strings.CutSuffix(string(file), "\r\n")
	if !ok {
		t.Fatalf("the last line of %q does not end with CR LF", file)
	}
	var lines []string
	for _, line := range strings.Split(text, "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Fatalf("the line %q, of %d bytes", line, len(line))
		}
		if rest, folded := strings.CutPrefix(line, " "); folded {
			lines[len(lines)-1] += rest
		} else {
			lines = append(lines, line)
		}
	}
	properties = map[string]string{}
	at, open := properties, []string(nil)
	for _, line := range lines {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok || name == "":
			t.Fatalf("the line %q is no property", line)
		case name == "BEGIN":
			open = append(open, value)
			if len(open) == 2 {
				at = map[string]string{}
				list = append(list, component{value, at})
			}
		case name == "END":
			if open[len(open)-1] != value {
				t.Fatalf("%s ends within %v", value, open)
			}
			open, at = open[:len(open)-1], properties
		default:
			if _, twice := at[name]; twice {
				t.Fatalf("two properties %s", name)
			}
			at[name] = value
		}
	}
	if len(open) > 0 || len(lines) == 0 || lines[0] != "BEGIN:VCALENDAR" {
		t.Fatalf("the components %v do not end", open)
	}
	return properties, list
}

// unescape returns the text of a value.
func unescape(t rapid.TB, value string) string {
	t.Helper()
	var b strings.Builder
	for i := 0; i < len(value); i++ {
		switch char := value[i]; char {
		case ',', ';':
			t.Fatalf("%q has a mark that is not escaped", value)
		case '\\':
			i++
			if i == len(value) || !strings.Contains(`\,;nN`, value[i:i+1]) {
				t.Fatalf("%q has an escape that no calendar has", value)
			}
			b.WriteString(map[bool]string{true: "\n", false: value[i : i+1]}[value[i] == 'n' || value[i] == 'N'])
		default:
			b.WriteByte(char)
		}
	}
	return b.String()
}

// The entries of a pack are the components of its calendar: events of their days, or tasks,
// each with a name of its own and the puzzle in its description.
func TestCalendar(t *testing.T) {
	format, err := FormatNamed("ics")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		title := rapid.OneOf(rapid.String(), rapid.StringMatching(`[,;\\a\nä]{1,90}`)).Draw(t, "title")
		solution := rapid.Bool().Draw(t, "solution")
		dated := rapid.Bool().Draw(t, "dated")
		day := time.Date(2027, 2, 27, 0, 0, 0, 0, time.UTC)
		var list []Entry
		for i := range rapid.IntRange(0, 4).Draw(t, "entries") {
			e := entryOf(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), uint64(i)))
			e.Number = i + 1
			if dated {
				e.Date = day.AddDate(0, 0, i)
			}
			list = append(list, e)
		}
		code := rapid.SampledFrom(catalogue.Codes()).Draw(t, "language")
		settings := Settings{Title(title), Created(goldenTime), Lang(code)}
		if solution {
			settings = append(settings, Solution())
		}
		properties, components := componentsOf(t, write(t, format, settings, list))
		if properties["VERSION"] != "2.0" || properties["PRODID"] == "" || len(components) != len(list) {
			t.Fatalf("%v, and %d components of %d entries", properties, len(components), len(list))
		}
		if name := unescape(t, properties["NAME"]); !strings.ContainsFunc(title, isControl) && name != title {
			t.Errorf("the name is %q, want %q", name, title)
		}
		names := map[string]bool{}
		for i, c := range components {
			e := &list[i]
			kind, day := "VTODO", ""
			if dated {
				kind, day = "VEVENT", e.Date.Format("20060102")
			}
			if c.kind != kind || c.of["DTSTART;VALUE=DATE"] != day || c.of["DTSTAMP"] != "20260102T030405Z" {
				t.Errorf("entry %d is %+v", i, c)
			}
			if uid := c.of["UID"]; uid == "" || names[uid] || !strings.Contains(uid, e.ID) {
				t.Errorf("entry %d has the name %q", i, uid)
			}
			names[c.of["UID"]] = true
			if summary := unescape(t, c.of["SUMMARY"]); !strings.HasSuffix(summary, fmt.Sprintf(": %s %d · %s", map[string]string{"en": "Level", "de": "Stufe", "es": "Nivel", "fr": "Niveau"}[code], e.Rating.Level(), e.Rating.Level().NameIn(code))) {
				t.Errorf("entry %d is called %q", i, summary)
			}
			checkDescription(t, unescape(t, c.of["DESCRIPTION"]), e, code, solution)
		}
	})
}

func isControl(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\ufffd' }

// checkDescription demands the ID, the clues and, if it is wanted, the solution, with words of a
// language.
func checkDescription(t rapid.TB, text string, e *Entry, code string, solution bool) {
	t.Helper()
	lines, heading := strings.Split(text, "\n"), "# Solution"
	if code != catalogue.English {
		words, _ := wordsOf(code)
		heading = "# " + words.Plain("book.solutions")
		for _, part := range []string{words.levelTitle(e.Rating.Level()), words.Plain("book.clues", "n", e.Puzzle.NumClues()), e.ID} {
			if !strings.Contains(lines[0]+" · ", " "+part+" · ") {
				t.Errorf("%+v is described as %q, without %q", e, lines[0], part)
			}
		}
	} else if !strings.HasSuffix(lines[0], ", "+e.ID) || !e.Date.IsZero() && !strings.HasPrefix(lines[0], e.Date.Format("# 2006-01-02, no. ")+fmt.Sprint(e.Number)) {
		t.Errorf("%+v is described as %q", e, lines[0])
	}
	want := slices.Concat(rowsOf(e.Puzzle.Clues(), ""))
	if solution {
		want = slices.Concat(want, []string{heading}, rowsOf(e.Puzzle.Solution(), "# "))
	}
	if !slices.Equal(lines[1:], want) {
		t.Errorf("the puzzle is\n%s", text)
	}
}

func rowsOf(g sudoku.Grid, before string) (rows []string) {
	line := g.String()
	for i := range 9 {
		rows = append(rows, before+line[9*i:9*i+9])
	}
	return rows
}

// A calendar of somebody else is read for the puzzles in its descriptions.
func TestOtherCalendars(t *testing.T) {
	const other = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Tea\\, at five\r\nDESCRIPTION;LANGUAGE=en:With cake\\; and\r\n  cream\r\nEND:VEVENT\r\n" +
		"BEGIN:VEVENT\r\nUID:2\r\nDESCRIPTION:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..\r\n\t..28....419..5....8..79\\nof the page\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
	list := records(t, read.Puzzles(strings.NewReader(other)))
	if len(list) != 1 || list[0].Line != 11 || list[0].Grid.String() != "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" {
		t.Errorf("the puzzles are %+v", list)
	}
}

// FuzzReadCalendar demands that no calendar makes the reader fail, and that what it reads is
// what a calendar of these puzzles has.
func FuzzReadCalendar(f *testing.F) {
	format, err := FormatNamed("ics")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(write(f, format, Settings{Solution()}, entries(2)))
	f.Add([]byte("BEGIN:VCALENDAR\nDESCRIPTION:\\\n \n\\n\\\\\nDESCRIPTION;X=\"a:b\":..\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		line := 0
		for record, err := range read.Puzzles(bytes.NewReader(append([]byte("BEGIN:VCALENDAR\n"), file...))) {
			if err == nil && record.Line < line {
				t.Errorf("a puzzle at line %d follows one at line %d", record.Line, line)
			}
			line = max(line, record.Line)
		}
	})
}
