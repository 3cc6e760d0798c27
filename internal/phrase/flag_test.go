package phrase_test

import (
	"errors"
	"flag"
	"io"
	"testing"

	"github.com/seedoku/seedoku/internal/phrase"
)

func TestUnknownFlag(t *testing.T) {
	for given, want := range map[string]string{
		"--trian": `unknown flag "--trian": did you mean --train?`,
		"-split":  `unknown flag "--split"`,
	} {
		set := flag.NewFlagSet("", flag.ContinueOnError)
		set.SetOutput(io.Discard)
		set.Int("train", 0, "")
		err := phrase.UnknownFlag(set.Parse([]string{given, "5"}), []string{"train", "test"})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
	}
	if err := phrase.UnknownFlag(io.EOF, nil); !errors.Is(err, io.EOF) {
		t.Errorf("another error became %v", err)
	}
}
