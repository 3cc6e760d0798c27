package pack

import "io"

// jsonWriter writes the objects of jsonl as one array, an object a line.
type jsonWriter struct {
	w     io.Writer
	lines Writer // of the objects
	begun bool
}

func newJSON(w io.Writer, settings Settings) (Writer, error) {
	lines, err := newJSONL(cutter{w}, settings)
	return &jsonWriter{w: w, lines: lines}, err
}

// cutter writes lines without their ends.
type cutter struct{ w io.Writer }

func (c cutter) Write(line []byte) (int, error) {
	n, err := c.w.Write(line[:len(line)-1])
	if err == nil {
		n++
	}
	return n, err
}

func (j *jsonWriter) Write(e *Entry) error {
	separator := ",\n"
	if !j.begun {
		separator = "[\n"
	}
	j.begun = true
	if _, err := io.WriteString(j.w, separator); err != nil {
		return err
	}
	return j.lines.Write(e)
}

func (j *jsonWriter) Close() error {
	end := "\n]\n"
	if !j.begun {
		end = "[]\n"
	}
	_, err := io.WriteString(j.w, end)
	return err
}
