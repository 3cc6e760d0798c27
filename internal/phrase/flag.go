package phrase

import (
	"fmt"
	"strings"
)

// UnknownFlag turns the error of package flag for a flag that there is not into one
// that names the nearest of the known flags, which are given without dashes. Any
// other error is returned as it is.
func UnknownFlag(err error, known []string) error {
	given, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !ok {
		return err
	}
	dashed := make([]string, len(known))
	for i, name := range known {
		dashed[i] = "--" + name
	}
	unknown := &UnknownError{Kind: "flag", Given: "--" + given, Known: dashed}
	if unknown.Nearest() == "" { // help lists them all
		return fmt.Errorf("unknown flag %q", unknown.Given)
	}
	return unknown
}
