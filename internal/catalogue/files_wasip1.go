package catalogue

import "embed"

// The engine of the page, which is English, has no other language.
//
//go:embed en.json
var files embed.FS
