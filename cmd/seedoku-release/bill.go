package main

import (
	"cmp"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// bill writes the list of all modules in the programs of the release, as Go noted them in
// the programs themselves, in the format CycloneDX.
func (r *release) bill() error {
	modules := map[string]*debug.Module{"std": {Path: "std", Version: strings.TrimPrefix(r.goVersion, "go")}}
	for _, b := range r.builds {
		for _, m := range b.modules {
			modules[m.Path+"@"+m.Version] = m
		}
	}
	list := slices.SortedFunc(maps.Values(modules), func(a, b *debug.Module) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Version, b.Version))
	})
	own := component(&debug.Module{Path: strings.TrimPrefix(home, "https://"), Version: r.version})
	own.Type = cyclonedx.ComponentTypeApplication
	own.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: licence}}}
	var parts []cyclonedx.Component
	var names []string
	for _, m := range list {
		part := component(m)
		parts, names = append(parts, part), append(names, part.BOMRef)
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.date.Format(time.RFC3339), Component: &own}
	bom.Components = &parts
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: own.BOMRef, Dependencies: &names}}
	return r.write("seedoku-"+r.version+".cdx.json", func(w io.Writer) error {
		return cyclonedx.NewBOMEncoder(w, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	})
}

// component describes a module.
func component(m *debug.Module) cyclonedx.Component {
	url := "pkg:golang/" + m.Path + "@" + m.Version
	c := cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: url}
	if m.Sum != "" {
		c.Properties = &[]cyclonedx.Property{{Name: "go:sum", Value: m.Sum}}
	}
	return c
}
