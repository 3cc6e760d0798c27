package mine

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// clues is a target of seeds with a number of clues.
func clues(name string, clues, seeds int) Target {
	return Target{Name: name, Kind: seedbank.Filter{Clues: seedbank.Range[int]{Low: clues, High: clues}}, Seeds: seeds}
}

func named(t Target, name string) Target { t.Name = name; return t }

func TestParseTargets(t *testing.T) {
	jellyfish, _ := rating.ParseTechnique("jellyfish")
	for _, c := range []struct {
		texts []string
		want  []Target
	}{
		{nil, nil},
		{[]string{"9=5000"}, []Target{named(ofLevel(9, 5000), "9 Extreme")}},
		{[]string{"2-3=7"}, []Target{named(ofLevel(2, 7), "2 Easy"), named(ofLevel(3, 7), "3 Gentle")}},
		{[]string{"clues:18-19=100"}, []Target{clues("18 clues", 18, 100), clues("19 clues", 19, 100)}},
		{[]string{"technique:jellyfish=50"}, []Target{
			{Name: "jellyfish", Kind: seedbank.Filter{Uses: []rating.Technique{jellyfish}}, Seeds: 50},
		}},
		{[]string{"practice:jellyfish=50", "jellyfish=5"}, []Target{
			{Name: "practice jellyfish", Kind: seedbank.Filter{Practice: []rating.Technique{jellyfish}}, Seeds: 50},
			{Name: "jellyfish", Kind: seedbank.Filter{Uses: []rating.Technique{jellyfish}}, Seeds: 5},
		}},
		{[]string{"minutes:5-10=7", "minutes:8:2=3"}, []Target{
			{Name: "5-10 minutes", Kind: seedbank.Filter{Pace: seedbank.Pace{Minutes: seedbank.Range[int]{Low: 5, High: 10}, Fit: 1}}, Seeds: 7},
			{Name: "8 minutes 2 Easy", Kind: seedbank.Filter{Levels: seedbank.Only(rating.Level(2)), Pace: seedbank.Pace{Minutes: seedbank.Only(8), Fit: 1}}, Seeds: 3},
		}},
		{[]string{"symmetry:full=5", "symmetry:diagonal:9=2"}, []Target{
			{Name: "full", Kind: seedbank.Filter{Symmetry: transform.Full, Rungs: true}, Seeds: 5},
			{Name: "diagonal 9 Extreme", Kind: seedbank.Filter{Levels: seedbank.Only(rating.Level(9)), Symmetry: transform.Diagonal, Rungs: true}, Seeds: 2},
		}},
		{[]string{"er:11=50", "pearl:9.5=7", "diamond:10=20", "er:11.0=60"}, []Target{
			{Name: "ER 11.0+", Kind: seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: 110, High: rating.MaxTenths}}, Seeds: 60},
			{Name: "pearl 9.5+", Kind: seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: 95, High: rating.MaxTenths}, Early: seedbank.Pearl}, Seeds: 7},
			{Name: "diamond 10.0+", Kind: seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: 100, High: rating.MaxTenths}, Early: seedbank.Diamond}, Seeds: 20},
		}},
		{[]string{"2-3=7", "clues:18=1", "2=8"}, []Target{
			named(ofLevel(2, 8), "2 Easy"), named(ofLevel(3, 7), "3 Gentle"), clues("18 clues", 18, 1),
		}},
	} {
		got, err := ParseTargets(c.texts)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(sudoku.Cells{})); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", c.texts, err, diff)
		}
	}
}

func TestParseTargetsOfAllTechniques(t *testing.T) {
	targets, err := ParseTargets([]string{"technique:all=50", "technique:jellyfish=60"})
	if err != nil || len(targets) != rating.NumTechniques {
		t.Fatalf("%d targets, error %v; want %d", len(targets), err, rating.NumTechniques)
	}
	practice, err := ParseTargets([]string{"practice:all=100"})
	if err != nil || len(practice) != rating.NumTechniques {
		t.Fatalf("%d targets of practice, error %v; want %d", len(practice), err, rating.NumTechniques)
	}
	for i := range targets {
		technique := targets[i].Kind.Uses[0]
		want := 50
		if technique.String() == "jellyfish" {
			want = 60
		}
		if technique != rating.Technique(i) || targets[i].Seeds != want {
			t.Errorf("target %d is %d seeds that use %v; want %d", i, targets[i].Seeds, technique, want)
		}
	}
}

// A kind without a word before it is a level, by number or name, or a technique.
func TestParseTargetsShort(t *testing.T) {
	for short, long := range map[string]string{
		"9=100":            "level:9=100",
		"extreme=100":      "level:9=100",
		"Very hard=5":      "level:7=5",
		"hard-very-hard=5": "level:6-7=5",
		"jellyfish=5":      "technique:jellyfish=5",
		"X-Wing=5":         "technique:x-wing=5",
	} {
		got, err := ParseTargets([]string{short})
		want, err2 := ParseTargets([]string{long})
		if err != nil || err2 != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v; %s: %v, %v", short, got, err, long, want, err2)
		}
	}
}

// Every kind that is listed is one, as soon as it is complete.
func TestTargetKinds(t *testing.T) {
	for _, kind := range TargetKinds() {
		if strings.HasSuffix(kind, ":") {
			kind += "18"
		}
		if targets, err := ParseTargets([]string{kind + "=1"}); err != nil || len(targets) == 0 {
			t.Errorf("%s: %v, %v", kind, targets, err)
		}
	}
}

func TestParseTargetsRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		"9":                  "KIND=N: write 9=100 ",
		"jellyfish":          "KIND=N: write jellyfish=100 ",
		"er:6":               "KIND=N: write er:6=100 for 100 seeds, and with a decimal point, er:6.5=100",
		"minutes:6":          "minutes:6.5=100",
		"9=many":             "not a number",
		"9=-1":               "not a number",
		"0=5":                "not within 1-9",
		"9-10=5":             "not within 1-9",
		"5-3=5":              "upside down",
		"5-=5":               "neither a value nor a range",
		"clues:16=1":         "not within 17-80",
		"technique:guess=1":  "unknown technique",
		"pattern:diagonal=1": `unknown kind of seeds "pattern"; there are level, clues, technique, practice, minutes, symmetry, print, er, pearl, diamond`,
		"er:11.25=1":         "want a number such as 6.6",
		"er:26=1":            "26 is not within 1.0-25.5",
		"pearl:0.9=1":        "0.9 is not within 1.0-25.5",
		"er:100=1":           "100 is not within 1.0-25.5",
		"diamond:=1":         "rating",
		"diamond=5":          "write diamond:VALUE=5",
		"clues=5":            "write clues:VALUE=5",
		"diamnd:10=1":        "did you mean diamond?",
		"clue:18=1":          "did you mean clues?",
		"jelyfish=5":         "did you mean jellyfish?",
		"fiendsh-extreme=5":  "did you mean fiendish?",
		"magic=5":            `unknown level or technique "magic"; the nearest of 51 are `,
		"":                   "KIND=N: write 9=100 ",
	} {
		targets, err := ParseTargets([]string{"9=1", text})
		if err == nil || !strings.Contains(err.Error(), reason) || targets != nil {
			t.Errorf("%q: %v, error %v; want %s", text, targets, err, reason)
		}
	}
}

func FuzzParseTargets(f *testing.F) {
	for _, text := range []string{"9=5000", "1-9=5000", "clues:18=100", "technique:jellyfish=50", "technique:all=50", "5-3=1", "er:11=50", "pearl:9.5=1", "diamond:10=20"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, err := ParseTargets([]string{text})
		if err != nil {
			return
		}
		twice, err := ParseTargets([]string{text, text})
		if diff := cmp.Diff(once, twice, cmp.AllowUnexported(sudoku.Cells{})); diff != "" || err != nil || len(once) == 0 {
			t.Errorf("%q twice: %v\n%s", text, err, diff)
		}
		for i := range once {
			if once[i].Name == "" || once[i].Seeds < 0 {
				t.Errorf("%q: %+v", text, once[i])
			}
		}
	})
}

func TestParseStrategy(t *testing.T) {
	for text, want := range map[string]Strategy{"": AsNeeded{}, "prune": Prune{}, "walk": Walk{}, "symmetrize": Symmetrize{}, "broaden": Broaden{}} {
		if got, err := ParseStrategy(text); got != want || err != nil {
			t.Errorf("%q: %T, error %v", text, got, err)
		}
	}
	if _, err := ParseStrategy("run"); err == nil {
		t.Error("there is no strategy run")
	}
}
