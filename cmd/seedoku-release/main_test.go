package main

import (
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
)

// Help, the manual page and completion tell of every flag.
func TestTexts(t *testing.T) { clitest.Texts(t, newProgram) }
