//go:build !unix

package atomicfile

// HasOtherNames reports whether a file has several names. Names are not counted here.
func HasOtherNames(string) bool { return false }
