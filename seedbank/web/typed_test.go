package web_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// unreachable is what npm says if there is no way to its registry.
var unreachable = regexp.MustCompile(`npm error code (EAI_AGAIN|ENOTFOUND|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET|E5\d\d)`)

// The description of the API makes the types of a client, with which the client compiles and
// gets answers.
func TestTypedClient(t *testing.T) {
	folder := filepath.Join("testdata", "client")
	installTools(t, folder)
	server := httptest.NewServer(starterServer(t))
	defer server.Close()
	runIn(t, folder, "node_modules/.bin/openapi-typescript", server.URL+"/openapi.json", "--output", "made/api.d.ts")
	runIn(t, folder, "node_modules/.bin/tsc")
	asked := strings.Split(strings.TrimSpace(runIn(t, folder, "node", "made/client.js", server.URL)), "\n")
	slices.Sort(asked)
	if n := len(slices.Compact(asked)); n < 10 {
		t.Errorf("the client asked %d routes: %q", n, asked)
	}
}

var installing sync.Mutex

// installTools installs what package.json names. It skips the test if npm, or its registry, is
// out of reach.
func installTools(t *testing.T, folder string) {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no npm, which tests need")
		}
		t.Skip("nothing of npm is tested: there is no npm (apt-get install npm)")
	}
	installing.Lock() // npm does not share a folder with itself
	defer installing.Unlock()
	install := exec.Command("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error",
		"--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
	install.Dir = folder
	out, err := install.CombinedOutput()
	if code := unreachable.Find(out); code != nil {
		t.Skipf("nothing of npm is tested: npm does not reach its registry: %s", code)
	}
	if err != nil {
		t.Fatalf("npm install: %v\n%s", err, out)
	}
}

// runIn runs a program in a folder and returns what it prints.
func runIn(t *testing.T, folder, program string, arguments ...string) string {
	t.Helper()
	command := exec.Command(program, arguments...)
	command.Dir, command.Stderr = folder, os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}
