package read

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// Addresses that others made, each with its puzzle: of strategy pages of
// sudokuwiki.org, which link the position and the puzzle that it came from; of
// the tests of SudokuPad; of an example that shows how Good Sudoku packs.
var packedElsewhere = []struct{ address, want string }{
	{"https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e05d0609i010f095y0e5y0f0a045y0206020166cy669id205",
		"100000569402000008050009040000640801000010000208035000040500010900000402621000005"},
	{"https://www.sudokuwiki.org/sudoku.htm?bd=S9B7n0h1m1q021i0z82077o1m0c050a07088k8s0l05071m090h1p031p121m08090g20280128070a0i1k0420201w0812021m0h1i01090g260h090a1k051k07041i0d0g02011i091y0h1y060c0e0g080d0l7o7p",
		"000020007000507800057090030008900010700040008020001900090050740002109000600080000"},
	{"https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B",
		"060910007002000015000004000900300000000006000403000250004000008000008704005070030"},
	{"playgoodsudoku.com/puzzle/$cAZAIABgcAQAAIAFCQAAAHAFAAAwAAgAEAAAAwQAgAAGADAQAFAWAHA=",
		"700640200060700400008005090000007005000030000800100000030400800006003010005016007"},
}

func TestPackedElsewhere(t *testing.T) {
	for _, test := range packedElsewhere {
		want := strings.ReplaceAll(test.want, "0", ".") + "\n"
		for _, text := range []string{test.address, "Look at [this](" + test.address + "), please\n", "(" + test.address + ")"} {
			if got := readSheet(text); got != want {
				t.Errorf("%s\ngives %s", text, got)
			}
		}
	}
}

// packers write what the readers of packed puzzles read.
var packers = []struct {
	name string
	pack func(t *rapid.T, g sudoku.Grid) string
}{
	{"wiki", func(t *rapid.T, g sudoku.Grid) string {
		text := "https://www.sudokuwiki.org/sudoku.htm?bd=S9B"
		for _, d := range g {
			value := int(d)
			if d == 0 {
				value = rapid.IntRange(10, 18+511).Draw(t, "placed or candidates")
			}
			text += fmt.Sprintf("%02s", strconv.FormatInt(int64(value), 36))
		}
		return text
	}},
	{"SudokuPad", func(t *rapid.T, g sudoku.Grid) string {
		rest := rapid.SampledFrom([]string{"", "*tEasy", "*twax**x*aSomebody", "*a"}).Draw(t, "rest")
		return "https://sudokupad.app/scf" + zeroRunsOf(g) + rest
	}},
	{"SudokuPad by name", func(t *rapid.T, g sudoku.Grid) string {
		return "https://app.crackingthecryptic.com/sudoku/?puzzleid=scf" + zeroRunsOf(g) + "&s=1"
	}},
	{"classic", func(t *rapid.T, g sudoku.Grid) string {
		text, blanks := "https://sudokupad.app/classic", 0
		for _, d := range g {
			if d == 0 {
				blanks++
				continue
			}
			if blanks > 0 {
				text += blankRuns[blanks : blanks+1]
			}
			text, blanks = text+fmt.Sprint(d), 0
		}
		if blanks > 0 {
			text += blankRuns[blanks : blanks+1]
		}
		return text
	}},
	{"Good Sudoku", func(t *rapid.T, g sudoku.Grid) string {
		var bytes [41]byte
		for c, d := range g {
			bytes[c/2] |= byte(d) << (4 * (1 - c%2))
		}
		return "https://playgoodsudoku.com/puzzle/$" + base64.StdEncoding.EncodeToString(bytes[:])
	}},
}

func zeroRunsOf(g sudoku.Grid) (text string) {
	for c := 0; c < len(g); {
		at := int(g[c])
		for c++; c < len(g) && g[c] == 0 && at < 50; c++ {
			at += 10
		}
		text += zeroRuns[at : at+1]
	}
	return text
}

func drawGrid(t *rapid.T) (g sudoku.Grid) {
	for _, c := range rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 17, 40, rapid.ID).Draw(t, "cells") {
		g[c] = sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit"))
	}
	return g
}

// A packed puzzle is read back exactly, or refused because the address may be of
// another one too.
func TestPackedIsReadBack(t *testing.T) {
	for _, p := range packers {
		t.Run(p.name, rapid.MakeCheck(func(t *rapid.T) {
			g := drawGrid(t)
			address := p.pack(t, g)
			got := readSheet(address + "\n")
			if got != g.String()+"\n" && !(p.name == "classic" && strings.HasPrefix(got, "refused: ") && strings.Contains(got, g.String())) {
				t.Fatalf("%s\ngives %swant %v", address, got, g)
			}
		}))
	}
}

func TestPackedIsRefused(t *testing.T) {
	for address, want := range map[string]string{
		"https://sudokupad.app/scf" + zeroRunsOf(sudoku.Grid{}) + "*w":            "windows or diagonals",
		"https://sudokupad.app/scf" + zeroRunsOf(sudoku.Grid{}) + "x":             "windows or diagonals",
		"https://sudokupad.app/scfoooooooooooook":                                 "does not have 81 cells",
		"https://sudokupad.app/scf?puzzleid=sclN4IgzglgXgpi":                      "open the puzzle in f-puzzles",
		"https://sudokupad.app/classic" + strings.Repeat("1", 82):                 "more than 81 cells",
		"https://sudokupad.app/abcdefghij":                                        "no puzzle in this address",
		"https://www.sudokuwiki.org/sudoku.htm?bd=S9B0102":                        "a board of 4 characters, want 162",
		"https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + strings.Repeat("zz", 81): `"zz" in the board does not mean a cell`,
		"https://playgoodsudoku.com/puzzle/$cAZA":                                 "no puzzle in this address",
	} {
		if got := readSheet(address); !strings.HasPrefix(got, "refused: ") || strings.Count(got, "\n") != 1 || !strings.Contains(got, want) {
			t.Errorf("%s\ngives %s", address, got)
		}
	}
}
