package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
)

// Who interrupts the program when the pack is written has it in the collection.
func TestWrittenPackIsRecorded(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	ctx, interrupt := context.WithCancel(context.Background())
	m, err := export.Plan(ctx, bank, export.Options{Format: "line", File: "week", Request: draw.Request{N: 2}})
	if err == nil {
		err = m.Write(ctx, bank, folder, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	collection, err := given.Open(ctx, filepath.Join(folder, "year.collection"))
	if err != nil {
		t.Fatal(err)
	}
	defer collection.Close()
	interrupt()
	if err := (&series{Collection: collection, volume: "week"}).record(ctx, bank, m); err != nil {
		t.Error(err)
	}
}

// A program that is killed when the first file of a pack has its name leaves a collection that
// knows the pack, and the one that it replaces. The same command then makes the pack whole.
func TestCollectionKnowsAPackBeforeItsFiles(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(userbank.Variable, "")
	folder := t.TempDir()
	collection := filepath.Join(folder, "year.collection")
	// export runs the command, and calls first when the first file has its name.
	export := func(first func(), seed, flags string) {
		p, errs := newProgram(), new(strings.Builder)
		p.Stdout, p.Stderr = bufio.NewWriterSize(&onFirst{do: first}, 1), errs
		command := "seedoku export --levels 4-5 --per-level 3 --name v --seed " + seed + " --dir " + folder + " --collection " + collection + flags
		if status := p.Run(t.Context(), strings.Fields(command)); status != 0 {
			t.Fatalf("%s: status %d: %s", command, status, errs)
		}
	}
	wants := func(when string, want ...string) {
		if got := volumesOf(t, collection); !slices.Equal(got, want) {
			t.Errorf("%s: volumes %q, want %q", when, got, want)
		}
	}
	const volume = "v-levels-4-5.txt"
	export(func() { wants("while the pack is made", volume) }, "1", "")

	// What a program leaves that is killed while it replaces the pack: some new files, the old
	// manifest, and the collection.
	manifest := filepath.Join(folder, volume+".manifest.json")
	old, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	var left []byte
	export(func() {
		wants("while the pack is replaced", volume, volume+replaced)
		if left, err = os.ReadFile(collection); err != nil {
			t.Fatal(err)
		}
	}, "2", " --force")
	wants("when the pack is replaced", volume)
	for path, content := range map[string][]byte{manifest: old, collection: left} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	export(nil, "2", " --force")
	wants("after the kill and the same command", volume)

	// Killed when the new manifest stood.
	if err := os.WriteFile(collection, left, 0o600); err != nil {
		t.Fatal(err)
	}
	export(nil, "3", " --force")
	wants("after a kill at the end and another command", volume)
}

// volumesOf returns the names of the volumes of a collection, sorted.
func volumesOf(t *testing.T, collection string) (names []string) {
	t.Helper()
	c, err := given.OpenToRead(t.Context(), collection)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	volumes, err := c.Volumes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range volumes {
		names = append(names, v.Name)
	}
	slices.Sort(names)
	return names
}

// onFirst calls a function at the first write.
type onFirst struct{ do func() }

func (o *onFirst) Write(text []byte) (int, error) {
	if o.do != nil {
		o.do()
	}
	o.do = nil
	return len(text), nil
}

// A pack that is replaced leaves all others in the collection, whatever their names are. If the pack
// that came was taken back, the next one still replaces the old one.
func TestReplacedPackLeavesOthers(t *testing.T) {
	folder, data := t.TempDir(), t.TempDir()
	t.Setenv("XDG_DATA_HOME", data)
	t.Setenv(userbank.Variable, "")
	collection := filepath.Join(data, "seedoku", "collections", "year.collection")
	run := func(args ...string) string {
		t.Helper()
		p, errs := newProgram(), new(strings.Builder)
		p.Stdout, p.Stderr = bufio.NewWriter(new(strings.Builder)), errs
		if status := p.Run(t.Context(), append([]string{"seedoku"}, args...)); status != 0 {
			t.Fatalf("%q: status %d: %s", args, status, errs)
		}
		return errs.String()
	}
	export := func(name, seed string, more ...string) {
		t.Helper()
		run(append([]string{"export", "--level", "4", "-n", "3", "--format", "line", "--seed", seed, "--output", filepath.Join(folder, name), "--collection", collection}, more...)...)
	}
	wants := func(want ...string) {
		t.Helper()
		names := volumesOf(t, collection)
		if !slices.Equal(names, want) {
			t.Errorf("volumes %q, want %q", names, want)
		}
	}
	// kill leaves what a program leaves that is killed before the new files have their names, and whose
	// new volume is taken back.
	kill := func() {
		t.Helper()
		c, err := given.Open(t.Context(), collection)
		if err == nil {
			err = c.Rename(t.Context(), "v", "v"+replaced)
		}
		if err == nil {
			err = c.Commit()
		}
		if err = errors.Join(err, c.Close()); err != nil {
			t.Fatal(err)
		}
	}
	export("v", "1")
	export("v (replaced)", "2")
	export("v", "3", "--force")
	wants("v", "v (replaced)")

	kill()
	wants("v (replaced)", "v"+replaced)
	run("export", "--manifest", filepath.Join(folder, "v.manifest.json"), "--collection", collection)
	wants("v", "v (replaced)")

	kill()
	if said := run("export", "--level", "4", "-n", "3", "--format", "line", "--output", filepath.Join(folder, "v"), "--force"); !strings.Contains(said, "v was a volume of the collection year") {
		t.Errorf("no note about the volume: %q", said)
	}
}

// What one program replaces while another one is still giving files of the pack their names is the
// pack of the other one.
func TestReplacingAPackThatIsBeingWritten(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(userbank.Variable, "")
	folder := t.TempDir()
	collection, manifest := filepath.Join(folder, "year.collection"), filepath.Join(folder, "v.manifest.json")
	ids := func(volume string) []string {
		c, err := given.OpenToRead(t.Context(), collection)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		ids, err := c.IDs(t.Context(), volume)
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	// export replaces the pack, and calls first when the first file has its name.
	export := func(seed string, first func()) {
		p, errs := newProgram(), new(strings.Builder)
		p.Stdout, p.Stderr = bufio.NewWriterSize(&onFirst{do: first}, 1), errs
		args := []string{"seedoku", "export", "--level", "4", "-n", "3", "--format", "line", "--seed", seed, "--output", filepath.Join(folder, "v"), "--collection", collection, "--force"}
		if status := p.Run(t.Context(), args); status != 0 {
			t.Errorf("%q: status %d: %s", args, status, errs)
		}
	}
	read := func(path string) []byte {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	write := func(path string, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	export("1", nil)
	old := read(manifest)
	var during []byte
	export("2", func() { during = read(collection) })
	second, made := ids("v"), read(manifest)

	// As when the second one was giving names.
	write(collection, during)
	write(manifest, old)
	claim, err := atomicfile.Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	var replacing []string
	ended := make(chan bool)
	go func() {
		defer close(ended)
		export("3", func() { replacing = ids("v" + replaced) })
	}()
	time.Sleep(time.Second) // enough for the third one to look
	write(manifest, made)
	claim.Close()
	<-ended
	if !slices.Equal(replacing, second) {
		t.Errorf("the third pack replaces %v, not the second one, %v", replacing, second)
	}

	// The third one ends while a fourth is giving names.
	third := ids("v")
	export("4", func() {
		c, err := given.Open(t.Context(), collection)
		if err != nil {
			t.Error(err)
			return
		}
		s := &series{Collection: c, old: "v" + replaced, had: []string{"another"}}
		c.Close()
		if err := s.forget(t.Context()); err != nil {
			t.Error(err)
		}
		if got := ids("v" + replaced); !slices.Equal(got, third) {
			t.Errorf("the third pack is forgotten while it stands: %v", got)
		}
	})
}
