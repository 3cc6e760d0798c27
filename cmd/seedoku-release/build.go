package main

import (
	"cmp"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// programs are what people install.
var programs = []string{"seedoku", "seedoku-dataset", "seedokud"}

// unknownVersion stands for the version of programs that were built outside of a
// repository.
const unknownVersion = "devel"

// system is a system as Go names it.
type system struct{ os, arch string }

// title returns the system in a name of a file.
func (s system) title() string { return s.os + "-" + s.arch }

// extension returns what the names of programs end with on a system.
func (s system) extension() string {
	if s.os == "windows" {
		return ".exe"
	}
	return ""
}

// built are the programs for a system.
type built struct {
	system
	programs []file
	modules  []*debug.Module // that the programs consist of, but for their own
}

// build builds the programs for a system, such as linux/amd64. They stay in a folder below the
// output.
func (r *release) build(name string) (*built, error) {
	goos, goarch, ok := strings.Cut(name, "/")
	if !ok {
		return nil, errors.New("a system has a name such as linux/amd64")
	}
	b := &built{system: system{goos, goarch}}
	folder, err := r.compile(b.system)
	if err != nil {
		return nil, err
	}
	for _, program := range programs {
		name := program + b.extension()
		info, err := buildinfo.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		r.version, r.goVersion = strings.Trim(cmp.Or(info.Main.Version, unknownVersion), "()"), info.GoVersion
		b.modules = append(b.modules, info.Deps...)
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		b.programs = append(b.programs, file{name, 0o755, content})
	}
	if r.version == unknownVersion {
		r.say("seedoku-release: %s: the programs will not contain their commit: Go found no repository (it does not support worktrees)\n", name)
	}
	return b, nil
}

// compile builds the programs for a system into a folder, which is made if need be.
func (r *release) compile(s system) (folder string, err error) {
	folder = filepath.Join(r.output, "programs", s.title())
	args := []string{"build", "-trimpath", "-buildvcs=auto", "-tags=urfave_cli_no_docs", "-ldflags=-s -w", "-o", folder + string(filepath.Separator)}
	for _, program := range programs {
		args = append(args, "./cmd/"+program)
	}
	command := exec.Command("go", args...)
	command.Env = append(os.Environ(), "GOOS="+s.os, "GOARCH="+s.arch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOEXPERIMENT=", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("go build: %w", err)
	}
	return folder, nil
}

// text is a text that comes with the programs, and where it goes.
type text struct {
	file
	unix string            // its path on Linux
	on   map[string]string // its path in packages of a format where that is another one
}

// shells are where the scripts for completion go: in archives, and on Linux. %s is the
// program.
var shells = map[string]struct{ archive, unix, debian string }{
	"bash": {"completions/%s.bash", "usr/share/bash-completion/completions/%s", ""},
	"fish": {"completions/%s.fish", "usr/share/fish/vendor_completions.d/%s.fish", ""},
	"zsh":  {"completions/_%s", "usr/share/zsh/site-functions/_%s", "usr/share/zsh/vendor-completions/_%s"},
}

// texts returns what comes with the programs on all systems. The programs for this machine
// write most of it.
func (r *release) texts() (list []text, err error) {
	for name, unix := range map[string]string{"LICENSE": "copyright", "README.md": "README.md"} {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, text{file: file{name, 0o644, content}, unix: "usr/share/doc/seedoku/" + unix})
	}
	own := system{runtime.GOOS, runtime.GOARCH}
	folder, err := r.compile(own)
	if err != nil {
		return nil, err
	}
	for _, program := range programs {
		path := filepath.Join(folder, program+own.extension())
		page, err := exec.Command(path, "man").Output()
		if err != nil {
			return nil, fmt.Errorf("%s man: %w", program, told(err))
		}
		packed, err := gzipped(page)
		if err != nil {
			return nil, err
		}
		list = append(list,
			text{file: file{"man/" + program + ".1", 0o644, page}},
			text{file: file{content: packed, mode: 0o644}, unix: "usr/share/man/man1/" + program + ".1.gz"})
		for shell, to := range shells {
			script, err := exec.Command(path, "completion", shell).Output()
			if err != nil {
				return nil, fmt.Errorf("%s completion %s: %w", program, shell, told(err))
			}
			t := text{file: file{fmt.Sprintf(to.archive, program), 0o644, script}, unix: fmt.Sprintf(to.unix, program)}
			if to.debian != "" {
				t.on = map[string]string{"deb": fmt.Sprintf(to.debian, program)}
			}
			list = append(list, t)
		}
	}
	return list, nil
}
