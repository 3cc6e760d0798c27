package catalogue

import "testing"

func TestAccepted(t *testing.T) {
	for header, want := range map[string]string{
		"": "en", "de": "de", "de-AT,en;q=0.5": "de", "nl,fr;q=0.3,es;q=0.8": "es", "*": "en",
		"en;q=0.1, DE-CH;q=0.2": "de", "de;q=0": "en", "en;q=0, *": "de", "*, de": "en", "fr;q=0.1, *;q=0": "fr", "xx": "en", "de;q=x, fr;q=0.1": "fr", ";;,,": "en",
	} {
		if got := Accepted(header); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}

func TestOfLocale(t *testing.T) {
	for locale, want := range map[string]string{
		"": "en", "C": "en", "C.UTF-8": "en", "POSIX": "en", "de_DE.UTF-8": "de", "fr": "fr", "es_MX@x": "es", "ca_ES": "en", "de.UTF-8": "de",
	} {
		if got := OfLocale(locale); got != want {
			t.Errorf("%q: %s, want %s", locale, got, want)
		}
	}
}
