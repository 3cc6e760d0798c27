package mining

import (
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// Ladders and Enough say which rungs new seeds get.
var (
	Ladders = &cli.Choice{Listed: &cli.StringFlag{
		Name: "ladders", Value: string(work.NeededLadders),
		Usage: "`WHICH` seeds get easier variants, with clues added: needed (as far as the bank lacks them), all or none",
	}, Values: work.LadderNames}
	Enough = &cli.IntFlag{
		Name: "enough", Value: mine.Enough,
		Usage: "with --ladders needed: `N` seeds and rungs of a level and number of clues are enough",
	}
)

// WantedLadders reads these flags.
func WantedLadders(c *cli.Context) (ladders work.Ladders, enough int, err error) {
	if ladders, err = work.ParseLadders(c.String("ladders")); err != nil {
		return "", 0, cli.Wrong(c, "ladders", err)
	}
	enough = c.Int("enough")
	switch {
	case enough < 1:
		return "", 0, cli.Wrong(c, "enough", fmt.Errorf("%d: it must be at least 1", enough))
	case c.IsSet("enough") && ladders != work.NeededLadders:
		return "", 0, cli.Errorf(c, "--enough goes with --ladders needed only")
	}
	return ladders, enough, nil
}
