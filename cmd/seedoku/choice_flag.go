package main

import "github.com/urfave/cli/v2"

// choiceFlag is a flag with values that can be listed, for completion. It does not
// check what is given: whoever reads the flag does.
type choiceFlag struct {
	anyFlag
	values func() []string
}

// anyFlag is what the library asks of the flags that it lists.
type anyFlag interface {
	cli.DocGenerationFlag
	cli.VisibleFlag
	cli.CategorizableFlag
}

// oneOf returns values for a [choiceFlag].
func oneOf(values ...string) func() []string {
	return func() []string { return values }
}
