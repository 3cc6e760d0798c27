package pack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/image/font/gofont/goregular"
	"pgregory.net/rapid"
)

// drawText draws a text that is a value of an option.
func drawText(t *rapid.T, option *Option) string {
	if option.Choices != nil {
		return rapid.SampledFrom(option.Choices).Draw(t, option.Name)
	}
	switch option.Kind {
	case Switch:
		return rapid.SampledFrom([]string{"true", "false"}).Draw(t, option.Name)
	case Number:
		return rapid.StringMatching(`[1-9]`).Draw(t, option.Name)
	case Date:
		return rapid.SampledFrom([]string{"2026-01-31", "2026-01-31T12:30:00.5Z", "2026-01-31T12:30:00+01:00"}).Draw(t, option.Name)
	case File:
		return rapid.SampledFrom(files[option.Name]).Draw(t, option.Name)
	default:
		switch option.Name {
		case columnsOption.Name:
			return rapid.SampledFrom([]string{"id", "number,date, puzzle", "effort,symmetries"}).Draw(t, option.Name)
		case showOption.Name:
			return rapid.SampledFrom([]string{"none", "id", "er,level, clues", "program,id", "date"}).Draw(t, option.Name)
		}
		return rapid.SampledFrom([]string{"", "42", "true", "null", `"a" & b`, "Судоку"}).Draw(t, option.Name)
	}
}

// files are what the options that take files can be.
var files = map[string][]string{
	"picture":      {onePixel()},
	"font":         {string(goregular.TTF)},
	"copyright":    {"", "© me", "base64:# it"},
	"introduction": {"", "# Head\n\ntext\n- item\n"},
	"afterword":    {"| a | b |\n|---|---|\n| c | d |"},
}

func onePixel() string {
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 1, 1))); err != nil {
		panic(err)
	}
	return file.String()
}

// Every option of every format is set from text and from JSON, and printed back.
func TestOptionsFromText(t *testing.T) {
	for _, format := range Formats {
		rapid.Check(t, func(t *rapid.T) {
			var settings Settings
			for _, option := range format.Options {
				if !rapid.Bool().Draw(t, option.Name+" is set") {
					continue
				}
				text := drawText(t, &option)
				setting, err := format.Set(option.Name, text)
				if err != nil {
					t.Fatalf("%s: %v", format.Name, err)
				}
				if setting != (Setting{option.Name, text}) {
					t.Errorf("%s: %q sets %+v", format.Name, text, setting)
				}
				settings = append(settings, setting)
			}
			if err := format.Check(settings...); err != nil && !strings.Contains(err.Error(), "no room") {
				t.Errorf("%s: %v", format.Name, err)
			}
			slices.Reverse(settings)
			text, err := json.Marshal(settings)
			if err != nil {
				t.Fatal(err)
			}
			var again Settings
			if err := json.Unmarshal(text, &again); err != nil {
				t.Fatal(err)
			}
			byName := func(a, b Setting) int { return strings.Compare(a.Name, b.Name) }
			slices.SortFunc(settings, byName)
			if diff := cmp.Diff(settings, again); diff != "" {
				t.Errorf("%s through %s:\n%s", format.Name, text, diff)
			}
			if more, _ := json.Marshal(again); string(more) != string(text) {
				t.Errorf("%s becomes %s", text, more)
			}
		})
	}
}

// An option that a format does not take is refused at every door, with the list
// of those that it takes.
func TestOptionsRefused(t *testing.T) {
	for _, format := range Formats {
		want := "it takes none"
		if len(format.Options) > 0 {
			var names []string
			for _, option := range format.Options {
				names = append(names, option.Name)
			}
			want = "it takes " + strings.Join(names, ", ")
		}
		refused := []string{"nosuch", "", strings.ToUpper(format.Name)}
		for _, option := range Options() {
			if !slices.ContainsFunc(format.Options, func(o Option) bool { return o.Name == option.Name }) {
				refused = append(refused, option.Name)
			}
		}
		for _, name := range refused {
			_, err := format.Set(name, "true")
			for door, err := range map[string]error{"Set": err, "New": newError(format, Settings{{name, "true"}})} {
				if err == nil || !strings.HasPrefix(err.Error(), "format "+format.Name+" does not take") || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("%s, %s of %q: %v", format.Name, door, name, err)
				}
			}
		}
	}
}

func TestTextsRefused(t *testing.T) {
	for _, test := range []struct {
		option Option
		texts  []string
	}{
		{solutionOption, []string{"", "yes", "1", "True"}},
		{solutionsPerPageOption, []string{"", "0", "-3", "+3", "03", "1.5", "99999999999999999999"}},
		{createdOption, []string{"", "yesterday", "2026-02-30", "2026-1-1"}},
		{perPageOption, []string{"0", "7", "10"}},
		{titleOption, []string{"caf\xe9"}},
	} {
		for _, text := range test.texts {
			if _, err := test.option.value(text); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("%s %q: want ", test.option.Name, text)) {
				t.Errorf("%s %q: %v", test.option.Name, text, err)
			}
		}
	}
}

// Choices are read in any letter case; others are refused with the nearest.
func TestChoices(t *testing.T) {
	for _, test := range []struct {
		option      Option
		text, value string
		reason      string
	}{
		{paperOption, "A4", "a4", ""},
		{paperOption, "LETTER", "letter", ""},
		{siteOption, "SudokuPad", "sudokupad", ""},
		{paperOption, "leter", "", `unknown paper "leter": did you mean letter?`},
		{siteOption, "", "", `unknown site ""; there are sudokuwiki, `},
		{siteOption, "nowhere", "", `unknown site "nowhere"; there are sudokuwiki, `},
	} {
		value, err := test.option.value(test.text)
		if value != test.value || (err == nil) != (test.reason == "") || err != nil && !strings.HasPrefix(err.Error(), test.reason) {
			t.Errorf("%s %q: %q, %v; want %q, error %q", test.option.Name, test.text, value, err, test.value, test.reason)
		}
	}
}

// A booklet on paper in capitals is a booklet on paper.
func TestPaperInAnyCase(t *testing.T) {
	format, err := FormatNamed("pdf")
	if err == nil {
		err = format.Check(Paper("A4"))
	}
	if err != nil {
		t.Error(err)
	}
}

// Settings of Go programs are what text would have set.
func TestSettings(t *testing.T) {
	settings := Settings{
		NoSolutions(), Intro(), SolutionsPerPage(20), LargePrint(), PerPage(2), Paper("letter"),
		Site("sudokupad"), Created(time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)), Title("first"), Title("T"), Solution(), Columns("number", "id"), FolderPerLevel(),
		Subtitle("S"), Author("A"), Footer("F"), Picture([]byte{0xff, 0}), Copyright("C"), Introduction("I"), Afterword("base64:"), Lang("de"), Font([]byte("font")),
		Show("id", "er"), Neutral(), Bleed(), Pencil("dots"), PencilFrom(7), Notes(3), NoParts(), NoContents(), Solutions("parts"),
	}
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"solution":true,"columns":"number,id","title":"T","created":"2026-01-31","folder-per-level":true,"site":"sudokupad","lang":"de",` +
		`"subtitle":"S","author":"A","footer":"F","picture":"base64:/wA=","copyright":"C","intro":true,"introduction":"I","afterword":"base64:YmFzZTY0Og==",` +
		`"font":"font","show":"id,er","neutral":true,"paper":"letter","bleed":true,"per-page":2,"large-print":true,"pencil":"dots","pencil-from":7,` +
		`"notes":3,"no-parts":true,"no-contents":true,"solutions":"parts","solutions-per-page":20,"no-solutions":true}`
	if string(text) != want {
		t.Errorf("got\n%s, want\n%s", text, want)
	}
	for _, option := range Options() {
		if _, set := settings.text(option); !set {
			t.Errorf("no function sets the option %q", option.Name)
		}
	}
	if text, err := json.Marshal(Settings(nil)); err != nil || string(text) != "{}" {
		t.Errorf("no settings: %s, %v", text, err)
	}
	if text, err := json.Marshal(Settings{{"nosuch", ""}}); err == nil {
		t.Errorf("an unknown option becomes %s", text)
	}
}

// Times come back to the nanosecond.
func TestCreated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-1e9, 4e9).Draw(t, "seconds"), rapid.Int64Range(0, 1e9-1).Draw(t, "nanoseconds"))
		if got := (Settings{Created(at)}).date(createdOption); !got.Equal(at) {
			t.Errorf("%v comes back as %v", at, got)
		}
	})
}

// FuzzSettings demands of any JSON that settings come back from what is printed
// of them.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{"{}", "null", `{"title":"a","per-page":6,"intro":true}`, `{"title":null}`, `{"title":{}}`, `{"per-page":1e1}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var settings Settings
		if json.Unmarshal(text, &settings) != nil {
			return
		}
		printed, err := json.Marshal(settings)
		if err != nil {
			return // an option or a value that there is not
		}
		var again Settings
		if err := json.Unmarshal(printed, &again); err != nil {
			t.Fatalf("%s: %v", printed, err)
		}
		if diff := cmp.Diff([]Setting(settings), []Setting(again)); diff != "" {
			t.Errorf("%s through %s:\n%s", text, printed, diff)
		}
	})
}

// An option is the same in all formats, and described.
func TestOptionsAreDescribed(t *testing.T) {
	for _, option := range Options() {
		if option.Help == "" || option.Kind != Switch && (option.Placeholder == "" || !strings.Contains(option.Help, option.Placeholder) || option.Default == "") {
			t.Errorf("%+v", option)
		}
		for _, format := range Formats {
			if same, err := format.Option(option.Name); err == nil && !cmp.Equal(same, option, cmpopts.IgnoreFields(Option{}, "Accepts")) {
				t.Errorf("format %s takes another option %q", format.Name, option.Name)
			}
		}
	}
}
