package main

import (
	"io"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank"
)

// view is a view of a bank that a command can show, and its flag.
type view struct {
	flag string
	show func(*cli.Context, *seedbank.Bank) error
}

// svgFlag asks for a picture, as does an --output that ends in .svg.
var svgFlag = &cli.StringFlag{Name: "svg", Usage: "draw a picture into `FILE` instead", TakesFile: true}

// showOne returns the action of a command that shows one of several views, the first one if no
// flag asks for another, or draws a picture.
func (p *program) showOne(draw func(*cli.Context, *seedbank.Bank, io.Writer) error, views ...view) func(*cli.Context) error {
	return p.withBankTold(func(c *cli.Context, bank *seedbank.Bank) error {
		if err := mustBeSVG(c, svgFlag.Name); err != nil {
			return err
		}
		if err := cli.MustNotBeBank(c, svgFlag.Name); err != nil {
			return err
		}
		format, err := outputFormat(c, "text", textOr("svg"))
		if err != nil {
			return err
		}
		chosen := views[0]
		if format == "svg" {
			chosen = view{cli.Output.Name, func(c *cli.Context, bank *seedbank.Bank) error { return draw(c, bank, p.Stdout) }}
		}
		for _, v := range append(views, view{svgFlag.Name, func(c *cli.Context, bank *seedbank.Bank) error {
			path := c.String(svgFlag.Name)
			if path == cli.StandardOutput {
				return draw(c, bank, p.Stdout)
			}
			return atomicfile.WriteFile(path, func(w io.Writer) error { return draw(c, bank, w) })
		}}) {
			if !c.IsSet(v.flag) {
				continue
			}
			if chosen.flag != "" {
				return cli.Errorf(c, "--%s and --%s exclude each other", chosen.flag, v.flag)
			}
			chosen = v
		}
		return chosen.show(c, bank)
	})
}
