package seedbank

import (
	"errors"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

func drawID(t *rapid.T) ID {
	return ID{
		Seed:  Key(rapid.Uint64().Draw(t, "seed")),
		Rung:  rapid.Uint8Max(MaxRung).Draw(t, "rung"),
		Index: rapid.Uint64Max(transform.Order-1).Draw(t, "index"),
	}
}

func TestIDRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := drawID(t)
		text := id.String()
		if len(text) > 26 || !strings.HasPrefix(text, id.Seed.String()+"-") {
			t.Fatalf("%q is not a seed, a hyphen and the rest in 26 characters", text)
		}
		misread := strings.NewReplacer("1", "l", "0", "o", "-", "").Replace(strings.ToLower(text))
		for _, form := range []string{text, " " + strings.ToLower(text) + "\n", misread} {
			if back, err := ParseID(form); err != nil || back != id {
				t.Fatalf("ParseID(%q) = %v, %v; want %v", form, back, err, id)
			}
		}
	})
}

// No change of one character and no exchange of neighbours goes unseen.
func TestIDCheckCatchesSlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(drawID(t).String(), "-", "")
		for i := range text {
			for _, char := range idAlphabet {
				if slip := text[:i] + string(char) + text[i+1:]; slip != text {
					wantBadID(t, slip)
				}
			}
			if i > 0 && text[i] != text[i-1] {
				wantBadID(t, text[:i-1]+text[i:i+1]+text[i-1:i]+text[i+1:])
			}
		}
	})
}

func wantBadID(t *rapid.T, text string) {
	if id, err := ParseID(text); !errors.Is(err, ErrBadID) {
		t.Fatalf("ParseID(%q) = %v, %v; want an error", text, id, err)
	}
}

// Published IDs mean the same for ever: fix the code so that these stay.
func TestIDGolden(t *testing.T) {
	for text, id := range map[string]ID{
		"0000000000000-00000000000": {},
		"FZZZZZZZZZZZZ-7Z3F8Z5ZZZT": {Seed: 1<<64 - 1, Rung: MaxRung, Index: transform.Order - 1},
		"028T5CY4TQKFF-0600003RJ0H": {Seed: 0x0123456789abcdef, Rung: 3, Index: 123456},
	} {
		if got := id.String(); got != text {
			t.Errorf("%+v is %s, want %s", id, got, text)
		}
	}
}

func FuzzParseID(f *testing.F) {
	f.Add("028T5CY4TQKFF-0600003RJ0H")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		id, err := ParseID(text)
		if err != nil {
			return
		}
		if back, err := ParseID(id.String()); err != nil || back != id {
			t.Fatalf("%q is %v, which becomes %v, %v", text, id, back, err)
		}
	})
}
