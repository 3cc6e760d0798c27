package mine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/transform"
)

// targetKinds are the kinds of seeds that targets can count, by the word before
// the colon. Each function reads the text after the colon, and returns a target
// for every value in it.
var targetKinds = map[string]func(text string) ([]Target, error){
	"":          levelOrTechnique,
	"level":     levelTargets,
	"clues":     clueTargets,
	"technique": usingTargets,
	"practice": perTechnique("practice ", func(t rating.Technique) seedbank.Filter {
		return seedbank.Filter{Practice: []rating.Technique{t}}
	}),
	"minutes":  minuteTargets,
	"symmetry": symmetryTargets,
	"print":    printTargets,
	"er":       targetsFrom("ER", seedbank.AnyTime),
	"pearl":    targetsFrom("pearl", seedbank.Pearl),
	"diamond":  targetsFrom("diamond", seedbank.Diamond),
}

// TargetKinds returns the kinds of seeds that [ParseTargets] reads, such as 9, extreme,
// x-wing and symmetry:diagonal. Of kinds that end with a number of clues or a rating, it
// returns the beginning, such as clues: and er:.
func TargetKinds() []string {
	names := rating.TechniqueNames()
	kinds := slices.Concat(rating.LevelWords(), names, []string{"clues:", "minutes:", "er:", "pearl:", "diamond:", "technique:all", "practice:all"})
	for _, name := range names {
		kinds = append(kinds, "technique:"+name, "practice:"+name)
	}
	for _, level := range rating.LevelWords() {
		kinds = append(kinds, "print:"+level)
	}
	for s := range transform.Symmetries() {
		kinds = append(kinds, "symmetry:"+s.String())
	}
	return kinds
}

// ParseTargets returns the targets of texts such as these:
//
//	9=5000                    5000 seeds of level 9
//	1-9=5000                  5000 seeds of each level
//	hard-extreme=100          100 seeds of each of the levels 6 to 9
//	clues:18=100              100 seeds with 18 clues
//	clues:17-19=100           100 seeds with each of these numbers of clues
//	technique:jellyfish=50    50 seeds that use a jellyfish
//	technique:all=50          50 seeds for each technique
//	practice:x-wing=50        50 seeds that train an X-wing, see [rating.Result.Trains]
//	practice:all=100          100 seeds for each technique
//	minutes:5-10=50           50 seeds that take a regular solver 5 to 10 minutes
//	minutes:8:2-3=50          50 that take 8 minutes, of each of these levels
//	symmetry:diagonal=100     100 seeds and rungs that can be arranged to have a symmetry
//	symmetry:rotate180:8-9=50 50 of each of these levels
//	print:4=1000              1000 in print style of level 4, on different solution grids
//	er:11=50                  50 seeds with an ER of 11.0 or more
//	pearl:10=50               50 pearls with an ER of 10.0 or more: seeds with EP = ER
//	diamond:10=20             20 diamonds with an ER of 10.0 or more: seeds with ED = ER
//	jellyfish=50              the same as technique:jellyfish=50
//
// A later target replaces an earlier one of the same kind, in its place.
func ParseTargets(texts []string) ([]Target, error) {
	var targets []Target
	for _, text := range texts {
		some, err := parseTarget(text)
		if err != nil {
			return nil, err
		}
		for _, t := range some {
			i := slices.IndexFunc(targets, func(other Target) bool { return other.Name == t.Name })
			if i < 0 {
				targets = append(targets, t)
			} else {
				targets[i] = t
			}
		}
	}
	return targets, nil
}

func parseTarget(text string) ([]Target, error) {
	kind, number, ok := strings.Cut(text, "=")
	if !ok {
		point := "" // of er:6,5=100, of which a list with commas leaves er:6
		if word, _, _ := strings.Cut(kind, ":"); slices.Contains([]string{"er", "pearl", "diamond", "minutes"}, word) {
			point = fmt.Sprintf(", and with a decimal point, %s:6.5=100", word)
		}
		return nil, fmt.Errorf("%q is not KIND=N: write %s=100 for 100 seeds%s", text, cmp.Or(text, "9"), point)
	}
	word, value, ok := strings.Cut(kind, ":")
	if _, isWord := targetKinds[kind]; !ok && isWord && kind != "" {
		return nil, fmt.Errorf("%q does not say which seeds: write %s:VALUE=%s", text, kind, number)
	}
	if !ok {
		word, value = "", kind
	}
	parse, ok := targetKinds[word]
	if !ok {
		return nil, &phrase.UnknownError{Kind: "kind of seeds", Given: word, Known: []string{"level", "clues", "technique", "practice", "minutes", "symmetry", "print", "er", "pearl", "diamond"}}
	}
	targets, err := parse(value)
	if err != nil {
		return nil, err
	}
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return nil, fmt.Errorf("%q: %q is not a number of seeds", text, number)
	}
	for i := range targets {
		targets[i].Seeds = int(n)
	}
	return targets, nil
}

// levelOrTechnique reads a level, a range of levels or a technique without a word before
// it.
func levelOrTechnique(text string) ([]Target, error) {
	targets, err := levelTargets(text)
	if err == nil {
		return targets, nil
	}
	if technique, err := usingTargets(text); err == nil {
		return technique, nil
	}
	if unknown, ok := errors.AsType[*phrase.UnknownError](err); ok && unknown.Nearest() == "" {
		err = &phrase.UnknownError{Kind: "level or technique", Given: text, Known: slices.Concat(rating.LevelWords(), rating.TechniqueNames())}
	}
	return nil, err
}

func levelTargets(text string) (targets []Target, err error) {
	levels, err := draw.ParseLevels(text)
	for level := levels.Low; level <= levels.High && err == nil; level++ {
		targets = append(targets, Target{
			Name: fmt.Sprintf("%d %s", level, level.Name()),
			Kind: seedbank.Filter{Levels: seedbank.Only(level)},
		})
	}
	return targets, err
}

func clueTargets(text string) (targets []Target, err error) {
	clues, err := draw.ParseClues(text)
	for n := clues.Low; n <= clues.High && err == nil; n++ {
		targets = append(targets, Target{Name: phrase.Count(n, "clue"), Kind: seedbank.Filter{Clues: seedbank.Only(n)}})
	}
	return targets, err
}

var usingTargets = perTechnique("", func(t rating.Technique) seedbank.Filter { return seedbank.Filter{Uses: []rating.Technique{t}} })

// perTechnique returns a function that reads a technique, or all of them. The names of its targets
// begin with a word.
func perTechnique(word string, kind func(rating.Technique) seedbank.Filter) func(text string) ([]Target, error) {
	return func(text string) (targets []Target, err error) {
		list := slices.Collect(rating.Techniques())
		if text != "all" {
			list = list[:1]
			list[0], err = rating.ParseTechnique(phrase.Plain(text))
		}
		if err != nil {
			return nil, err
		}
		for _, t := range list {
			targets = append(targets, Target{Name: word + t.String(), Kind: kind(t)})
		}
		return targets, nil
	}
}

// symmetryTargets reads a symmetry, and perhaps levels.
func symmetryTargets(text string) ([]Target, error) {
	name, levels, ofLevels := strings.Cut(text, ":")
	symmetry, err := draw.ParseSymmetry(name)
	if err != nil {
		return nil, err
	}
	return perLevel(Target{Name: symmetry.String(), Kind: seedbank.Filter{Symmetry: symmetry, Rungs: true}}, levels, ofLevels)
}

// minuteTargets reads a range of minutes by the fit of this program, and perhaps levels.
func minuteTargets(text string) ([]Target, error) {
	name, levels, ofLevels := strings.Cut(text, ":")
	pace, err := draw.ParsePace(name)
	if err != nil {
		return nil, err
	}
	pace.Fit = cmp.Or(pace.Fit, minutes.Version)
	return perLevel(Target{Name: name + " minutes", Kind: seedbank.Filter{Pace: pace}}, levels, ofLevels)
}

// perLevel returns a target, or if there are levels, which stand after a colon, one like it
// for each.
func perLevel(t Target, levels string, ofLevels bool) ([]Target, error) {
	if !ofLevels {
		return []Target{t}, nil
	}
	targets, err := levelTargets(levels)
	for i := range targets {
		of := t
		of.Name, of.Kind.Levels = t.Name+" "+targets[i].Name, targets[i].Kind.Levels
		targets[i] = of
	}
	return targets, err
}

// printTargets reads levels of puzzles in the style [draw.Print].
func printTargets(text string) ([]Target, error) {
	targets, err := levelTargets(text)
	for i := range targets {
		request := draw.Request{Levels: targets[i].Kind.Levels, Style: draw.Print}
		targets[i].Name, targets[i].Kind, targets[i].Grids = "print "+targets[i].Name, request.Filter(), true
	}
	return targets, err
}

// targetsFrom returns a function that reads the lowest ER of seeds whose hardest step
// comes as early as early says.
func targetsFrom(word string, early seedbank.Early) func(text string) ([]Target, error) {
	return func(text string) ([]Target, error) {
		least, err := rating.ParseER(strings.TrimSpace(text))
		if err != nil {
			return nil, err
		}
		return []Target{{
			Name: fmt.Sprintf("%s %v+", word, least),
			Kind: seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: least, High: rating.MaxTenths}, Early: early},
		}}, nil
	}
}
