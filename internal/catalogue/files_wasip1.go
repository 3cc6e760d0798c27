package catalogue

import "io/fs"

// files are the files that were given: the engine of the page has none of its own.
var files = given{}

type given map[string]string

func (g given) ReadFile(name string) ([]byte, error) {
	text, ok := g[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

// Give gives the texts of a language, as they stand in its file, before anything is said.
func Give(code, texts string) { files[code+".json"] = texts }
