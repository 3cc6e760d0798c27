package userbank

import (
	"context"
	"runtime/debug"

	"github.com/seedoku/seedoku/seedbank"
)

// mostMemory is more than the streams of a large bank keep, in bytes.
const mostMemory = 336 << 20

// LimitMemory makes the garbage collector run more often above a number of bytes. For a bank
// whose file is larger, the limit is the size of the file, but at most mostMemory: streams of
// large banks keep more. What is kept beside streams is added. Near the limit, the collector
// would do nothing else. The function that LimitMemory returns restores the limit of before.
func LimitMemory(ctx context.Context, bank *seedbank.Bank, bytes, beside int64) (restore func()) {
	if size, err := bank.Size(ctx); err == nil {
		bytes = max(bytes, min(size, mostMemory))
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, bytes+beside))
	return func() { debug.SetMemoryLimit(before) }
}
