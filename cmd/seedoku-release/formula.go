package main

import (
	_ "embed"
	"io"
	"text/template"

	sum "github.com/seedoku/seedoku/internal/table/file"
)

// formulaText is the template of the formula.
//
//go:embed formula.tmpl
var formulaText string

// download is an archive that the formula takes.
type download struct{ OS, Arch, URL, Sum string }

// formula writes a formula for Homebrew, which takes the archives of the release.
func (r *release) formula() error {
	var downloads []download
	for _, b := range r.builds {
		on, ok := map[string]string{"darwin": "macos", "linux": "linux"}[b.os]
		if !ok {
			continue
		}
		name := r.archiveTitle(b) + ".tar.gz"
		of, err := sum.SumOf(r.output, name)
		if err != nil {
			return err
		}
		arch := map[string]string{"amd64": "intel", "arm64": "arm"}[b.arch]
		downloads = append(downloads, download{on, arch, home + "/releases/download/" + r.version + "/" + name, of})
	}
	page, err := template.New("").Parse(formulaText)
	if err != nil {
		return err
	}
	return r.write("seedoku.rb", func(w io.Writer) error {
		return page.Execute(w, map[string]any{
			"Summary": summary, "Home": home, "Version": r.plain(), "Licence": licence, "Downloads": downloads, "Programs": programs,
		})
	})
}
