package pack

import "io"

// newSDM returns a writer of lines of 81 digits without solutions: the apps that
// read such files accept nothing else.
func newSDM(w io.Writer, _ Settings) (Writer, error) {
	return newRecordWriter(w, &lineForm{empty: '0'})
}
