package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	sum "github.com/seedoku/seedoku/internal/table/file"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/match"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

var (
	whole   = flag.Bool("whole", false, "make a release twice, and install it")
	onThese = flag.String("systems", "linux/amd64,linux/arm64", "systems of the release that -whole makes")
)

// The same commit gives the same bytes in two places, and a puzzle can be drawn after every
// kind of installation.
func TestRelease(t *testing.T) {
	if !*whole {
		t.Skip("it takes minutes: make release-test")
	}
	if os.Geteuid() != 0 || runtime.GOOS != "linux" {
		t.Fatal("packages and images are installed by root on Linux")
	}
	project := cloned(t, "")
	one, two := madeAnew(t, project), madeAnew(t, cloned(t, project))
	sums, err1 := os.ReadFile(filepath.Join(one, sum.SumsName))
	again, err2 := os.ReadFile(filepath.Join(two, sum.SumsName))
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(sums, again) {
		t.Errorf("made twice, the sums are\n%sand\n%s%v", sums, again, err)
	}
	check := exec.Command("sha256sum", "--quiet", "-c", sum.SumsName)
	check.Dir = one
	mustRun(t, check)
	for _, system := range strings.Split(*onThese, ",") {
		arch, isLinux := strings.CutPrefix(system, "linux/")
		if !isLinux {
			continue
		}
		for name, install := range installations {
			if arch != runtime.GOARCH && !install.foreign {
				continue
			}
			t.Run(name+" "+arch, func(t *testing.T) { install.draw(t, one, arch) })
		}
	}
}

// cloned returns a new folder with the last commit of a repository, or of the project, as
// version 1.0.0.
func cloned(t *testing.T, from string) string {
	t.Helper()
	find := exec.Command("git", "rev-parse", "--show-toplevel")
	find.Dir = from
	root, err := find.Output()
	if err != nil {
		t.Fatal(err)
	}
	place := filepath.Join(t.TempDir(), "project")
	mustRun(t, exec.Command("git", "clone", "-q", strings.TrimSpace(string(root)), place))
	mustRun(t, exec.Command("git", "-C", place, "tag", "-f", "v1.0.0"))
	return place
}

// madeAnew makes a release of a clone, and returns its folder.
func madeAnew(t *testing.T, place string) string {
	t.Helper()
	made := exec.Command(os.Args[0], "-test.run", "^TestMake$", "-made-into", filepath.Join(place, "bin", "release"), "-systems", *onThese)
	made.Dir = place
	mustRun(t, made)
	return filepath.Join(place, "bin", "release")
}

var madeInto = flag.String("made-into", "", "folder that TestMake makes a release into")

// TestMake makes a release in another process, whose folder is the one of the project.
func TestMake(t *testing.T) {
	if *madeInto == "" {
		t.Skip("TestRelease runs it")
	}
	date, err := commitDate()
	if err != nil {
		t.Fatal(err)
	}
	r := &release{output: *madeInto, date: date, say: t.Errorf}
	if err := r.run(strings.Split(*onThese, ","), io.Discard); err != nil {
		t.Fatal(err)
	}
}

// installations are the ways to install the programs on Linux and to draw a puzzle. The
// foreign ones also work for other processors, under qemu.
var installations = map[string]struct {
	foreign bool
	draw    func(t *testing.T, release, arch string)
}{
	"archive": {true, func(t *testing.T, release, arch string) {
		folder := t.TempDir()
		mustRun(t, exec.Command("tar", "-xzf", filepath.Join(release, "seedoku-v1.0.0-linux-"+arch+".tar.gz"), "-C", folder))
		mustDraw(t, native(arch, filepath.Join(folder, "seedoku-v1.0.0-linux-"+arch, "seedoku"), "gen", "--seed", "1"))
	}},
	"deb": {false, func(t *testing.T, release, arch string) {
		root := t.TempDir()
		mustRun(t, exec.Command("mkdir", "-p", root+"/var/lib/dpkg/info", root+"/var/lib/dpkg/updates"))
		mustRun(t, exec.Command("touch", root+"/var/lib/dpkg/status"))
		mustRun(t, exec.Command("dpkg", "--root="+root, "--install", filepath.Join(release, "seedoku_1.0.0_"+arch+".deb")))
		mustDraw(t, exec.Command("chroot", root, "/usr/bin/seedoku", "gen", "--seed", "1"))
		mustRun(t, exec.Command("dpkg", "--root="+root, "--purge", "seedoku"))
		mustBeGone(t, filepath.Join(root, "usr"))
	}},
	"rpm": {false, func(t *testing.T, release, arch string) {
		if _, err := exec.LookPath("rpm"); err != nil {
			t.Skip("there is no rpm (apt-get install rpm)")
		}
		root := t.TempDir()
		name := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch]
		mustRun(t, exec.Command("rpm", "--root", root, "--nosignature", "-i", filepath.Join(release, "seedoku-1.0.0-1."+name+".rpm")))
		mustDraw(t, exec.Command("chroot", root, "/usr/bin/seedoku", "gen", "--seed", "1"))
		mustRun(t, exec.Command("rpm", "--root", root, "-e", "seedoku"))
		mustBeGone(t, filepath.Join(root, "usr", "bin", "seedoku"))
	}},
	"image": {true, func(t *testing.T, release, arch string) {
		root := t.TempDir()
		config := unpack(t, filepath.Join(release, "seedoku-v1.0.0-image"), arch, root)
		if arch != runtime.GOARCH {
			mustDraw(t, native(arch, filepath.Join(root, config.Entrypoint[0]), "gen", "--seed", "1"))
			return
		}
		args := append([]string{"--userspec=" + config.User, root}, config.Entrypoint...)
		for _, args := range [][]string{append(args, "gen", "--seed", "1"), append(args, "mine", "--count", "1", "--workers", "1"), append(args, "gen", "--seed", "1")} {
			inside := exec.Command("chroot", args...)
			inside.Env = config.Env
			if args[len(args)-1] == "1" && args[len(args)-2] == "--seed" {
				mustDraw(t, inside)
			} else {
				mustRun(t, inside)
			}
		}
	}},
}

// unpack writes the files of an image into a folder, with their owners, and returns how it
// is run.
func unpack(t *testing.T, image, arch, root string) v1.Config {
	t.Helper()
	path, err := layout.FromPath(image)
	if err != nil {
		t.Fatal(err)
	}
	index, err := path.ImageIndex()
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range manifest.Manifests {
		if !match.Platforms(v1.Platform{OS: "linux", Architecture: arch})(m) {
			continue
		}
		found, err := index.Image(m.Digest)
		if err != nil {
			t.Fatal(err)
		}
		config, err := found.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		unpackTar(t, mutate.Extract(found), root)
		return config.Config
	}
	t.Fatalf("no image for %s", arch)
	return v1.Config{}
}

func unpackTar(t *testing.T, archive io.ReadCloser, root string) {
	t.Helper()
	defer archive.Close()
	for reader := tar.NewReader(archive); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(root, header.Name)
		if header.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else {
			content, readErr := io.ReadAll(reader)
			err = errors.Join(readErr, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, header.FileInfo().Mode()))
		}
		if err = errors.Join(err, os.Chown(path, header.Uid, header.Gid)); err != nil {
			t.Fatal(err)
		}
	}
}

// native returns a command that runs a program for a processor.
func native(arch, path string, args ...string) *exec.Cmd {
	if arch == runtime.GOARCH {
		return exec.Command(path, args...)
	}
	return exec.Command("qemu-"+map[string]string{"arm64": "aarch64", "amd64": "x86_64"}[arch], append([]string{path}, args...)...)
}

func mustRun(t *testing.T, command *exec.Cmd) []byte {
	t.Helper()
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	t.Logf("$ %s\n%s", strings.Join(command.Args, " "), out)
	return out
}

// puzzle is a line with a puzzle.
var puzzle = regexp.MustCompile(`^[1-9.]{81}\n$`)

func mustDraw(t *testing.T, command *exec.Cmd) {
	t.Helper()
	if out := mustRun(t, command); !puzzle.Match(out) {
		t.Errorf("%v draws %q", command, out)
	}
}

func mustBeGone(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error(fmt.Errorf("%s is left: %w", path, err))
	}
}
