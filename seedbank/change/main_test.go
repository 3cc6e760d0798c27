package change_test

import (
	"flag"
	"os"
	"testing"
)

// checks is the usual number of checks of a property: each makes several banks. Flags can ask for
// another number.
const checks = "15"

func TestMain(m *testing.M) {
	flag.Set("rapid.checks", checks)
	os.Exit(m.Run())
}

// fewerChecks makes half as many checks of a dear property, unless flags ask for another number.
func fewerChecks(t *testing.T) {
	t.Helper()
	if of := flag.Lookup("rapid.checks").Value; of.String() == checks {
		_ = of.Set("7")
		t.Cleanup(func() { _ = of.Set(checks) })
	}
}
