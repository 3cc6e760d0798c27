package web

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/seedbank/pack"
)

// jsonObject is the name of the answer that is one JSON object. All other names
// are formats of package pack; its array of that name is not served.
const jsonObject = "json"

// served yields the formats of package pack that clients can request.
func served(yield func(*pack.Format) bool) {
	for i := range pack.Formats {
		if f := &pack.Formats[i]; f.Name != jsonObject && !yield(f) {
			return
		}
	}
}

const (
	jsonType  = "application/json"
	linesType = "application/jsonl"
)

// mediaTypes are the media types of formats by name; all others are plain text.
var mediaTypes = map[string]string{
	jsonObject:   jsonType,
	"csv":        "text/csv; charset=utf-8",
	"jsonl":      linesType,
	"opensudoku": "application/x-opensudoku+xml",
	"svg":        "image/svg+xml",
	"png":        "image/png",
	"pdf":        "application/pdf",
	"html":       "text/html; charset=utf-8",
	"epub":       "application/epub+zip",
	"ics":        "text/calendar; charset=utf-8",
	"sqlite":     "application/vnd.sqlite3",
}

const plainType = "text/plain; charset=utf-8"

// mediaType returns the media type of a format.
func mediaType(format string) string {
	if t, ok := mediaTypes[format]; ok {
		return t
	}
	return plainType
}

// negotiable are the formats that a client can request by the header Accept, in
// the order of preference among equals.
var negotiable = [...]string{jsonObject, "jsonl", "csv", pack.Line, "svg", "png", "pdf", "opensudoku"}

// formatNames are the names of all formats that clients can request.
func formatNames() []string {
	names := []string{jsonObject}
	for format := range served {
		names = append(names, format.Name)
	}
	return names
}

// chooseFormat returns the format of an answer: from the parameter, else from the
// header Accept, else JSON.
func chooseFormat(r *http.Request, asked string) (string, error) {
	if asked == "" {
		return acceptedFormat(r.Header.Values("Accept"))
	}
	names := formatNames()
	if !slices.Contains(names, asked) {
		return "", badField("format", fmt.Errorf("%q is not one of %s", asked, strings.Join(names, ", ")))
	}
	return asked, nil
}

// acceptedFormat returns the format with the highest quality in the header Accept.
// A browser that opens an address gets JSON, even if its header prefers pictures.
func acceptedFormat(accept []string) (string, error) {
	header := strings.Join(accept, ",")
	if strings.TrimSpace(header) == "" || strings.Contains(header, "text/html") {
		return jsonObject, nil
	}
	best, most := "", 0.0
	for _, format := range negotiable {
		if q := quality(header, mediaType(format)); q > most {
			best, most = format, q
		}
	}
	if best == "" {
		return "", &statusError{http.StatusNotAcceptable, "Accept", errors.New("none of these media types is available; the parameter format names a format")}
	}
	return best, nil
}

// quality returns the quality that a header Accept gives a media type, from 0 to
// 1. The most specific range counts.
func quality(accept, mediaType string) float64 {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	kind, _, _ := strings.Cut(mediaType, "/")
	ranges := [...]string{"*/*", kind + "/*", mediaType}
	best, quality := -1, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		name, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		specific := slices.Index(ranges[:], name)
		if err != nil || specific < best || specific < 0 {
			continue
		}
		best, quality = specific, 1
		if text, ok := parameters["q"]; ok {
			quality, _ = strconv.ParseFloat(text, 64) // 0 if malformed
		}
	}
	return quality
}

// formatOfExtension returns the format that the ending of an address names: the
// name of a format, or the extension of its files. Of several formats with one
// extension it is the first.
func formatOfExtension(extension string) (string, bool) {
	if slices.Contains(formatNames(), extension) {
		return extension, true
	}
	for format := range served {
		if format.Extension == extension {
			return format.Name, true
		}
	}
	return "", false
}
