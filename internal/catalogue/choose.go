package catalogue

import (
	"slices"
	"strconv"
	"strings"
)

// Accepted returns the language that the header Accept-Language of HTTP prefers among all
// that there are. If it accepts none, that is English.
func Accepted(header string) string {
	best, most := English, 0.0
	others := Codes() // that * stands for
	for wish := range strings.SplitSeq(header, ",") {
		tag, _, _ := strings.Cut(wish, ";")
		if code, ok := tagged(strings.TrimSpace(tag)); ok {
			others = slices.DeleteFunc(others, func(other string) bool { return other == code })
		}
	}
	for wish := range strings.SplitSeq(header, ",") {
		tag, weight, _ := strings.Cut(wish, ";")
		quality := 1.0
		if text, ok := strings.CutPrefix(strings.TrimSpace(weight), "q="); ok {
			quality, _ = strconv.ParseFloat(text, 64)
		}
		code, ok := tagged(strings.TrimSpace(tag))
		if strings.TrimSpace(tag) == "*" && len(others) > 0 {
			code, ok = others[0], true
		}
		if ok && quality > most {
			best, most = code, quality
		}
	}
	return best
}

// OfLocale returns the language of a locale of POSIX, such as de_DE.UTF-8. If there is none
// of it, that is English.
func OfLocale(locale string) string {
	tag, _, _ := strings.Cut(locale, ".")
	code, _ := tagged(tag)
	return code
}

// tagged returns the language of a tag of BCP 47, such as de-AT. ok is false, and the
// language English, if there is none of it.
func tagged(tag string) (code string, ok bool) {
	code = strings.ToLower(tag)
	if i := strings.IndexAny(code, "-_@"); i >= 0 {
		code = code[:i]
	}
	if slices.Contains(Codes(), code) {
		return code, true
	}
	return English, false
}
