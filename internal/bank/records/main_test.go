package records_test

import (
	"flag"
	"os"
	"testing"
)

// Properties make a bank for each check. Flags can ask for more checks.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "12")
	os.Exit(m.Run())
}
