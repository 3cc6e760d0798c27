package change_test

import (
	"flag"
	"os"
	"testing"
)

// Properties make several banks for each check. Flags can ask for more checks.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "7")
	os.Exit(m.Run())
}
