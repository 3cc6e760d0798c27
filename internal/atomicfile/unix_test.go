//go:build unix

package atomicfile

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestPipesAreWrittenAsTheyAre(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if !IsDevice(path) {
		t.Error("a pipe is not a device")
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	if err := WriteFile(path, write("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("read %q", got)
	}
	if !IsDevice(path) {
		t.Error("the pipe has become a file")
	}
}

// Devices, and files that somebody has open, are written to and stay.
func TestDevicesStay(t *testing.T) {
	for _, path := range []string{"/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"} {
		if _, err := os.Stat(path); err != nil {
			t.Logf("%s: %v", path, err)
			continue
		}
		if !IsDevice(path) {
			t.Errorf("%s is not a device", path)
		}
		if err := WriteFile(path, write("")); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("gone: %v", err)
		}
	}
}

// A shell that adds to a file by >> finds it longer, not replaced.
func TestStandardOutputIsAddedTo(t *testing.T) {
	if os.Getenv("WHOLE_WRITES") != "" {
		if err := WriteFile("/dev/stdout", write("added")); err != nil {
			t.Fatal(err)
		}
		os.Exit(0)
	}
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("old "), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	child := exec.Command(os.Args[0], "-test.run", "^TestStandardOutputIsAddedTo$")
	child.Env, child.Stdout = append(os.Environ(), "WHOLE_WRITES=1"), file
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "old added")
}

func TestLinksAreFollowed(t *testing.T) {
	for name, exists := range map[string]bool{"a file": true, "no file yet": false} {
		t.Run(name, func(t *testing.T) {
			there, here := t.TempDir(), t.TempDir()
			path, link := filepath.Join(there, "file"), filepath.Join(here, "link")
			second := filepath.Join(here, "second")
			if exists {
				if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(path, link); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("link", second); err != nil {
				t.Fatal(err)
			}
			if err := WriteFile(second, write("new")); err != nil {
				t.Fatal(err)
			}
			mustHold(t, path, "new")
			folder, err := OpenFolder(here)
			if err != nil {
				t.Fatal(err)
			}
			if err := folder.WriteFile("link", write("newer")); err != nil {
				t.Fatal(err)
			}
			mustHold(t, path, "newer")
			for _, link := range []string{link, second} {
				if _, err := os.Readlink(link); err != nil {
					t.Errorf("the link is gone: %v", err)
				}
			}
		})
	}
}

// A file is removed where a link leads to, and what is no file stays.
func TestRemove(t *testing.T) {
	path := t.TempDir()
	folder, err := OpenFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(folder.WriteFile("file", write("old")), os.Symlink("file", filepath.Join(path, "link")), os.Mkdir(filepath.Join(path, "folder"), 0o700)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(folder.Remove("link"), folder.Remove("folder"), folder.Remove("none")); err != nil {
		t.Error(err)
	}
	for name, stands := range map[string]bool{"file": false, "link": true, "folder": true} {
		if _, err := os.Lstat(filepath.Join(path, name)); (err == nil) != stands {
			t.Errorf("%s stands: %v", name, err == nil)
		}
	}
}

func TestLinksInARing(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(link, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, write("x")); err == nil {
		t.Error("a link to itself was written to")
	}
}

func TestPermissions(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	path := filepath.Join(t.TempDir(), "file")
	mustHave := func(want os.FileMode) {
		t.Helper()
		if err := WriteFile(path, write("x")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%v, %v; want %v", info.Mode().Perm(), err, want)
		}
	}
	mustHave(0o640)
	if err := os.Chmod(path, 0o606); err != nil {
		t.Fatal(err)
	}
	mustHave(0o606)
}

// Of what lies about, a later run removes what is old and held by nobody.
func TestScratchOfTheDeadIsRemoved(t *testing.T) {
	old, young := time.Now().Add(-2*abandonedAfter), time.Now()
	for _, test := range []struct {
		name    string
		touched time.Time
		held    bool
		gone    bool
	}{
		{".seedoku-123", old, false, true},
		{".seedoku-124", old, true, false},
		{".seedoku-125", young, false, false},
		{".seedoku-", old, false, false},
		{".seedoku-config", old, false, false},
		{"seedoku-126", old, false, false},
	} {
		for _, isFolder := range []bool{true, false} {
			folder := t.TempDir()
			path := filepath.Join(folder, test.name)
			inside := path
			if isFolder {
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
				inside = filepath.Join(path, "file")
			}
			if err := os.WriteFile(inside, []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{inside, path} {
				if err := os.Chtimes(path, test.touched, test.touched); err != nil {
					t.Fatal(err)
				}
			}
			if test.held {
				held, err := lock(path)
				if err != nil {
					t.Fatal(err)
				}
				defer held.Close()
			}
			if err := WriteFile(filepath.Join(folder, "file"), write("x")); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(inside); os.IsNotExist(err) != test.gone {
				t.Errorf("%+v, a folder: %v: %v", test, isFolder, err)
			}
		}
	}
}

// A process that writes for hours keeps its file, and one that is killed loses it.
func TestTheLivingKeepTheirs(t *testing.T) {
	if os.Getenv("WHOLE_DIES") != "" {
		WriteFile(filepath.Join(os.Getenv("WHOLE_DIES"), "slow"), func(io.Writer) error {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		})
	}
	folder := t.TempDir()
	age := func() {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(folder, prefix+"*", "*"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%v, %v; want one file", found, err)
		}
		for _, path := range []string{found[0], filepath.Dir(found[0])} {
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(-2*abandonedAfter)); err != nil {
				t.Fatal(err)
			}
		}
	}
	slow := filepath.Join(folder, "slow")
	err := WriteFile(slow, func(w io.Writer) error {
		age()
		if err := WriteFile(filepath.Join(folder, "quick"), write("quick")); err != nil {
			return err
		}
		return write("slow")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v; want two files", entries, err)
	}

	child := exec.Command(os.Args[0], "-test.run", "^TestTheLivingKeepTheirs$")
	child.Env = append(os.Environ(), "WHOLE_DIES="+folder)
	if out, err := child.CombinedOutput(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("%s: %v", out, err)
	}
	age()
	if err := WriteFile(slow, write("again")); err != nil {
		t.Fatal(err)
	}
	if entries, err = os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v; want two files", entries, err)
	}
}
