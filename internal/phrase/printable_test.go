package phrase

import "testing"

func TestPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"a b.txt": "a b.txt", "Судоку": "Судоку", "": "", "a\nb": `"a\nb"`, "\x1b[2J": `"\x1b[2J"`, "a\u202eb": `"a\u202eb"`, "\xff": `"\xff"`, " a": `" a"`, "\u00a0a": `"\u00a0a"`,
	} {
		if got := Printable(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	for text, want := range map[string]string{
		"a\n\tb é": "a\n\tb é", "faux\u00a0: 1\u202f000": "faux\u00a0: 1\u202f000", "a\x1bb": `a\x1bb`, "\u202ea\xff": `\u202ea\xff`, "\x00'\x7f\ufffd": `\x00'\x7f` + "\ufffd",
	} {
		if got := Line(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
