package squeeze

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// unpack is what unpack.js does, by the model of Pack.
func unpack(packed string) string {
	m := newModel()
	var text []byte
	code, span := int64(0), int64(1)
	for {
		c := byte(0)
		for range 8 {
			for ; span < leastRange; span *= base {
				digit := int64(0)
				if packed != "" {
					for character(byte(digit)) != packed[0] {
						digit++
					}
					packed = packed[1:]
				}
				code = code*base + digit
			}
			ones := int64(float64(span) * m.predict())
			bit := code < ones
			if bit {
				span = ones
				c = 2*c + 1
			} else {
				code, span, c = code-ones, span-ones, 2*c
			}
			m.learn(bit)
		}
		if c == 0 {
			return string(text)
		}
		text = append(text, c)
	}
}

// A model takes 10 ms to make, twice for each check.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "30")
	os.Exit(m.Run())
}

func TestUnpackedIsWhatWasPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(rapid.StringN(0, 60, 200).Draw(t, "text"), "\x00", "")
		if got := unpack(Pack(text)); got != text {
			t.Fatalf("%q came back as %q", text, got)
		}
	})
}

// Browsers unpack what is packed here, to the last bit of every number.
func TestUnpacker(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the unpacker is not tested: there is no node (apt-get install nodejs)")
	}
	source, err := os.ReadFile("model.go")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "a", "Größe …\n\"<", string(source), strings.Repeat("seed ", 2000)}
	var packed []string
	for _, text := range texts {
		p := Pack(text)
		if strings.ContainsAny(p, "<\n") {
			t.Errorf("%q is not all printable, or has a <", p)
		}
		packed = append(packed, p)
	}
	list, err := json.Marshal(packed)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(node, "--eval", Unpacker+"console.log(JSON.stringify("+string(list)+".map(p => unpack(p))))")
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if got[i] != text {
			t.Errorf("%q came back as %q", text, got[i])
		}
		if small := len(packed[i]); len(text) > 1000 && small > len(text)/2 {
			t.Errorf("%d bytes became %d characters", len(text), small)
		}
	}
}
