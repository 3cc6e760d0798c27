// Package buildinfo tells what a program was built from, and which rater it has. The
// programs of the project print it alike, and note it where they say what made a
// bank or a pack.
package buildinfo

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/seedoku/seedoku/rating"
)

// Module returns the version of the module from which the running program was
// built, such as v1.2.0, or (devel) if that is not known.
func Module() string { return moduleOf(buildInfo()) }

// Line returns one line about the running program, for people: its name, the
// version of the module, the commit, the version of its rater, and what it was
// compiled with and for. Ratings of one rater can be compared.
func Line(program string) string {
	info := buildInfo()
	commit := ""
	if c := commitOf(info); c != "" {
		commit = "commit " + c + ", "
	}
	return fmt.Sprintf("%s %s (%srater %v, %s, %s/%s)",
		program, moduleOf(info), commit, rating.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildInfo returns what the linker has noted in the program, or nothing.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

func moduleOf(info *debug.BuildInfo) string { return cmp.Or(info.Main.Version, "(devel)") }

// commitOf returns the commit of a program in twelve digits, and whether the files
// were changed after it. It is empty for a program that was not built in a
// repository, such as one of "go install" with a version.
func commitOf(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	commit := settings["vcs.revision"]
	commit = commit[:min(len(commit), 12)]
	if commit != "" && settings["vcs.modified"] == "true" {
		commit += " with changes"
	}
	return commit
}
