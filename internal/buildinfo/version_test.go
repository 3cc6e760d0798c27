package buildinfo

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/rating"
)

func TestWhatALinkerNotes(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	settings := func(pairs ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, c := range []struct {
		about          string
		info           debug.BuildInfo
		module, commit string
	}{
		{"nothing", debug.BuildInfo{}, "(devel)", ""},
		{"a version and no repository",
			debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}, Settings: settings("GOOS", "linux")}, "v1.2.0", ""},
		{"a commit",
			debug.BuildInfo{Main: debug.Module{Version: "v1.2.0"}, Settings: settings("vcs", "git", "vcs.revision", revision, "vcs.modified", "false")}, "v1.2.0", "0123456789ab"},
		{"a commit with changes",
			debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: settings("vcs.modified", "true", "vcs.revision", revision)}, "(devel)", "0123456789ab with changes"},
		{"a short commit", debug.BuildInfo{Settings: settings("vcs.revision", "42")}, "(devel)", "42"},
	} {
		if module, commit := moduleOf(&c.info), commitOf(&c.info); module != c.module || commit != c.commit {
			t.Errorf("%s: %q, %q, want %q, %q", c.about, module, commit, c.module, c.commit)
		}
	}
}

func TestLineTellsTheRater(t *testing.T) {
	line := Line("seedoku")
	if !strings.HasPrefix(line, "seedoku "+Module()+" (") || !strings.Contains(line, fmt.Sprintf("rater %v, go", rating.Version)) {
		t.Error(line)
	}
}
