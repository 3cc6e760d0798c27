//go:build !wasip1

package catalogue

import "embed"

//go:embed *.json
var files embed.FS
