package pattern_test

import (
	"runtime"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// lockProcessor lets processorTime count this test alone.
func lockProcessor(t *testing.T) {
	runtime.LockOSThread()
	t.Cleanup(runtime.UnlockOSThread)
}

// processorTime returns how long this thread has been computing. Machines that are
// busy with something else do not lengthen it.
func processorTime() time.Duration {
	const threadClock = 3 // CLOCK_THREAD_CPUTIME_ID
	var at syscall.Timespec
	syscall.Syscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&at)), 0)
	return time.Duration(at.Nano())
}
