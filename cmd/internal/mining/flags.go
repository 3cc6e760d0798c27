// Package mining has what the commands seedoku mine and seedokud hub share: the flags that
// say which seeds to mine, a [View] of a run while it lasts, and its [Outcome].
//
// Start with [Flags] and [Options].
package mining

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/transform"
)

// Flags returns the flags that [Options] reads.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "for", Usage: "stop after this `TIME`, such as 90s, 8h or 2d"},
		&cli.StringFlag{Name: "until", Usage: "stop at this `CLOCK` time, such as 06:30"},
		&cli.StringFlag{Name: "max-size", Usage: "stop before the bank is larger than `SIZE`, such as 10GB"},
		&cli.StringFlag{Name: "reserve", Usage: "stop while this `SIZE` is still free on the disk; 0GB: none", DefaultText: "a tenth of what is free"},
		&cli.IntFlag{Name: "count", Aliases: []string{"n"}, Usage: "stop after `N` new seeds (with --pattern: N puzzles of each)"},
		&cli.Choice{Listed: &cli.StringSliceFlag{Name: "target", Usage: "mine until the bank has N seeds of a kind: `KIND=N` (repeatable)"}, Values: targetBeginnings},
		&cli.Choice{Listed: &cli.StringFlag{Name: "level", Aliases: []string{"levels"}, Usage: "keep only seeds of these `LEVELS`, such as 4-5 or fiendish"}, Values: rating.LevelWords},
		&cli.Choice{Listed: &cli.StringFlag{Name: "strategy", Usage: "make puzzles by this `STRATEGY`, prune, walk, symmetrize or broaden", DefaultText: "as the targets need, or as the bank does"}, Values: mine.StrategyNames},
		&cli.Choice{Listed: &cli.StringFlag{Name: "toward", Usage: "walk toward this `OBJECTIVE`: er, ep, ed (higher ratings), te:3 (deeper), clues or clues:N (fewer), effort:LEVEL or a technique"}, Values: walk.ObjectiveNames},
		&cli.Choice{Listed: &cli.StringFlag{Name: "symmetry", Usage: "make puzzles with this `KIND` of symmetry, such as rotate180"}, Values: func() []string { return transform.SymmetryNames()[1:] }},
		&cli.BoolFlag{Name: "everything", Usage: "without targets: keep seeds of all kinds as they come, and not what the bank lacks", DisableDefaultText: true},
		&cli.BoolFlag{Name: "minimal", Usage: "keep only symmetric puzzles that are minimal", DisableDefaultText: true},
		Ladders, Enough,
		&cli.Choice{Listed: &cli.StringSliceFlag{Name: "pattern", Usage: "make puzzles with this `PATTERN` of clues: a name such as heart, a file or a folder (repeatable)"}, Values: pattern.Names},
	}
}

// targetBeginnings returns the texts of targets without their last number.
func targetBeginnings() []string {
	kinds := mine.TargetKinds()
	for i, kind := range kinds {
		if !strings.HasSuffix(kind, ":") {
			kinds[i] += "="
		}
	}
	return kinds
}

// Options reads the flags. Its errors are of type [*cli.Error]. It does not set Workers
// and RandomSeed.
func Options(c *cli.Context) (options mine.Options, err error) {
	options = mine.Options{Count: c.Int("count"), Program: buildinfo.Module(), Arguments: strings.Join(os.Args[1:], " ")}
	if c.IsSet("count") && options.Count < 1 {
		return options, cli.Wrong(c, "count", fmt.Errorf("%d: it must be at least 1", options.Count))
	}
	if c.IsSet("level") {
		if options.Levels, err = draw.ParseLevels(c.String("level")); err != nil {
			return options, cli.Wrong(c, "level", err)
		}
	}
	if options.Targets, err = mine.ParseTargets(c.StringSlice("target")); err != nil {
		return options, cli.Wrong(c, "target", err)
	}
	if options.Room, err = room(c); err != nil {
		return options, err
	}
	if options.Ladders, options.Enough, err = WantedLadders(c); err != nil {
		return options, err
	}
	if err := exclude(c); err != nil {
		return options, err
	}
	if options.Strategy, err = strategy(c); err != nil {
		return options, err
	}
	if _, ok := options.Strategy.(mine.Patterns); ok {
		options.Count = 0 // Patterns.Each has it
	}
	return options, explained(c, options.Check())
}

// exclusions are flags that exclude another one or some strategies, and why. [mine.Options.Check]
// checks the options themselves.
var exclusions = []struct {
	flag, with string
	strategies []string
	why        string
}{
	{"pattern", "symmetry", nil, "the pattern says where the clues stand"},
	{"pattern", "target", nil, "--count says how many puzzles of each pattern"},
	{"pattern", "minimal", nil, "the pattern says where the clues stand"},
	{"pattern", "", []string{mine.PruneName, mine.SymmetrizeName, mine.BroadenName}, "it allows only --strategy walk"},
	{"symmetry", "", []string{mine.BroadenName}, "its puzzles have half-turn symmetry"},
	{"everything", "target", nil, "a target says which seeds to keep"},
	{"minimal", "", []string{mine.WalkName, mine.SymmetrizeName, mine.BroadenName}, "its puzzles are hardly ever minimal"},
}

// exclude returns an error if two of the flags exclude each other.
func exclude(c *cli.Context) error {
	for _, e := range exclusions {
		other, excludes := e.with, c.IsSet(e.with)
		if e.with == "" {
			other, excludes = "strategy "+c.String("strategy"), slices.Contains(e.strategies, c.String("strategy"))
		}
		if excludes && c.IsSet(e.flag) {
			return cli.Errorf(c, "--%s: --%s does not go with it: %s", e.flag, other, e.why)
		}
	}
	return nil
}

// strategy reads the strategy with its options.
func strategy(c *cli.Context) (mine.Strategy, error) {
	named, err := mine.ParseStrategy(c.String("strategy"))
	if err != nil {
		return nil, cli.Wrong(c, "strategy", err)
	}
	_, walks := named.(mine.Walk)
	toward := walk.Objective(c.String("toward"))
	if toward != "" {
		if toward, err = walk.ParseObjective(string(toward)); err != nil {
			return nil, cli.Wrong(c, "toward", err)
		}
	}
	patterns, err := patterns(c)
	if err != nil {
		return nil, err
	}
	switch {
	case len(patterns) > 0 && toward != "" && toward != walk.TowardER:
		return nil, cli.Errorf(c, "--pattern allows only --strategy walk --toward er")
	case len(patterns) > 0:
		return mine.Patterns{Of: patterns, Each: c.Int("count"), Climb: walks}, nil
	case walks && toward == "":
		return nil, cli.Errorf(c, "--strategy walk needs --toward er, ep, ed, te:3, clues, effort:LEVEL or a technique")
	case !walks && toward != "":
		return nil, cli.Errorf(c, "--toward needs --strategy walk")
	}
	symmetry := transform.NoSymmetry
	if c.IsSet("symmetry") {
		if symmetry, err = draw.ParseSymmetry(c.String("symmetry")); err != nil {
			return nil, cli.Wrong(c, "symmetry", err)
		}
	}
	switch named.(type) {
	case mine.Walk:
		return mine.Walk{Toward: toward, Symmetry: symmetry}, nil
	case mine.Broaden:
		return named, nil
	case mine.Symmetrize:
		return mine.Symmetrize{Symmetry: symmetry}, nil
	case mine.Prune:
		return mine.Prune{Symmetry: symmetry, Minimal: c.Bool("minimal")}, nil
	}
	if named == (mine.AsNeeded{}) && !slices.ContainsFunc(choosing, c.IsSet) {
		return mine.Lacking{}, nil
	}
	return mine.AsNeeded{Symmetry: symmetry, Minimal: c.Bool("minimal")}, nil
}

// choosing are the flags that say which seeds to keep. Without any of them the bank does.
var choosing = []string{"everything", "target", "count", "level", "strategy", "symmetry", "minimal"}

// patterns reads the patterns. One that no puzzle can have is an error.
func patterns(c *cli.Context) (list []mine.Pattern, err error) {
	for _, text := range c.StringSlice("pattern") {
		some, err := pattern.Find(text)
		if err != nil {
			return nil, cli.Wrong(c, "pattern", err)
		}
		for _, named := range some {
			if err := pattern.Impossible(named.Cells); err != nil {
				return nil, cli.Wrong(c, "pattern", fmt.Errorf("%s: %w", named.Name, err))
			}
			list = append(list, mine.Pattern(named))
		}
	}
	return list, nil
}

// explained returns an error about the options as an error about the flags.
func explained(c *cli.Context, err error) error {
	var level *mine.LevelError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &level):
		return cli.Errorf(c, "--toward %s: --level leaves out level %d", level.Toward, level.Level)
	case errors.Is(err, mine.ErrNoSymmetry):
		return cli.Errorf(c, "--strategy symmetrize needs --symmetry or a target with a symmetry")
	case errors.Is(err, mine.ErrAllMinimal):
		return cli.Errorf(c, "--minimal needs --symmetry or a target with a symmetry: without a symmetry every puzzle is minimal already")
	}
	return cli.Errorf(c, "%v", err)
}
