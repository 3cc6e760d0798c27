package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// go install with a version installs the programs from a proxy, here a folder, and nothing
// but the module is needed to draw a puzzle.
func TestGoInstall(t *testing.T) {
	if !*whole {
		t.Skip("it takes minutes: make release-test")
	}
	proxy, bin := t.TempDir(), t.TempDir()
	publish(t, proxy, module.Version{Path: strings.TrimPrefix(home, "https://"), Version: "v1.0.0"})
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range programs {
		install := exec.Command("go", "install", strings.TrimPrefix(home, "https://")+"/cmd/"+program+"@v1.0.0")
		install.Dir = bin // not in the project
		install.Env = append(os.Environ(), "GOBIN="+bin, "GOMODCACHE="+filepath.Join(proxy, "cache"), "GOFLAGS=-modcacherw -trimpath", "GOSUMDB=off",
			"GOPROXY=file://"+proxy+",file://"+filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"))
		mustRun(t, install)
	}
	mustDraw(t, exec.Command(filepath.Join(bin, "seedoku"), "gen", "--seed", "1"))
	if told := mustRun(t, exec.Command(filepath.Join(bin, "seedoku"), "version")); !strings.HasPrefix(string(told), "seedoku v1.0.0 ") {
		t.Errorf("the version is %s", told)
	}
	mustRun(t, exec.Command(filepath.Join(bin, "seedoku"), "bank", "release", filepath.Join(proxy, "data"))) // by a program beside it
}

// publish puts the last commit into a folder that serves as a proxy of modules, as a version.
func publish(t *testing.T, proxy string, version module.Version) {
	t.Helper()
	root := cloned(t, "")
	folder := filepath.Join(proxy, filepath.FromSlash(version.Path), "@v")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	file := func(extension string) string { return filepath.Join(folder, version.Version+extension) }
	packed, err := os.Create(file(".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(modzip.CreateFromVCS(packed, version, root, "HEAD", ""), packed.Close()); err != nil {
		t.Fatal(err)
	}
	mod, err := exec.Command("git", "-C", root, "show", "HEAD:go.mod").Output()
	if err == nil {
		err = os.WriteFile(file(".mod"), mod, 0o666)
	}
	if err == nil {
		err = os.WriteFile(file(".info"), fmt.Appendf(nil, `{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, version.Version), 0o666)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "list"), []byte(version.Version+"\n"), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file(".zip"))
	if err != nil || info.Size() > 60<<20 {
		t.Errorf("the module has %d bytes, %v", info.Size(), err)
	}
	t.Logf("the module has %d bytes", info.Size())
}
