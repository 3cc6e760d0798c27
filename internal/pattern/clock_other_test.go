//go:build !linux

package pattern_test

import (
	"testing"
	"time"
)

func lockProcessor(*testing.T) {}

var began = time.Now()

func processorTime() time.Duration { return time.Since(began) }
