package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank/mine"
)

// laddersFlag and enoughFlag say which rungs new seeds get.
var (
	laddersFlag = &choiceFlag{&cli.StringFlag{
		Name: "ladders", Value: string(mine.NeededLadders),
		Usage: "add clues to new seeds as far as the bank needs it, or to all or none: `WHICH`",
	}, mine.LadderNames}
	enoughFlag = &cli.IntFlag{
		Name: "enough", Value: mine.Enough,
		Usage: "with --ladders needed: `N` seeds and rungs of a level and number of clues are enough",
	}
)

// aboutLadders is a part of the description of commands with these flags.
const aboutLadders = `A new seed gets rungs, the same puzzle with clues added step by step and rated
each time, so that gen can draw any level with any number of clues. Rating them
takes most of the time, and thousands of one kind are enough to turn. So only
rungs are made that the bank needs: rungs of a level and number of clues of
which it has fewer than --enough (bank stats --ladders shows them). --ladders all
makes them for every seed, and --ladders none for no seed.`

// wantedLadders reads the flags.
func wantedLadders(c *cli.Context) (ladders mine.Ladders, enough int, err error) {
	if ladders, err = mine.ParseLadders(c.String("ladders")); err != nil {
		return "", 0, wrongValue(c, "ladders", err)
	}
	enough = c.Int("enough")
	switch {
	case enough < 1:
		return "", 0, wrongValue(c, "enough", fmt.Errorf("%d is not enough of anything: it must be at least 1", enough))
	case c.IsSet("enough") && ladders != mine.NeededLadders:
		return "", 0, usagef(c, "--enough goes with --ladders needed only")
	}
	return ladders, enough, nil
}
