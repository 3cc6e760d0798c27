package web_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestScreenshots writes a picture of every view in every window. It is run by
// make screenshots.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("make screenshots runs this")
	}
	b := openBrowser(t)
	for _, w := range allWindows {
		for _, s := range screens {
			name := strings.ReplaceAll(s.name+" "+w.name, " ", "-") + ".png"
			t.Run(name, func(t *testing.T) {
				tb := b.open(t, w)
				s.show(tb)
				picture, err := chromedp.Run(tb.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(*screenshots, name), picture, 0o644); err != nil {
					t.Fatal(err)
				}
			})
		}
	}
}

// screen is a view of the page, or a state of one, that is worth a picture.
type screen struct {
	name string
	show func(*tab)
}

var screens = []screen{
	{"play", func(tb *tab) { tb.play(somePuzzle(tb, "level=4")) }},
	{"playing", func(tb *tab) { tb.playSome(somePuzzle(tb, "level=5")) }},
	{"candidates", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=6"))
		tb.press("a")
		tb.click("#r5c5")
	}},
	{"step", func(tb *tab) {
		tb.play(somePuzzle(tb, "hardest=x-wing"))
		tb.untilDrawn(".cover ~ .cover")
	}},
	{"chain", func(tb *tab) {
		tb.play(somePuzzle(tb, "er=6.6"))
		tb.untilDrawn(".link")
	}},
	{"chains", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=9"))
		tb.untilChains()
	}},
	{"hint", func(tb *tab) {
		tb.play(somePuzzle(tb, "er=6.6"))
		tb.untilDrawn(".link")
		tb.press("hhhhhh")
		tb.until("document.querySelectorAll('#overlay .link').length > 2")
	}},
	{"drawing", func(tb *tab) {
		p := somePuzzle(tb, "level=6")
		cells := p.empty()
		tb.play(p)
		tb.press("a")
		tb.more("mode][data-value=draw")
		for i, c := range cells[:9] {
			tb.click(digit(byte('1' + i)))
			d := int(p.permitted(c)[0] - '0')
			tb.slide(tb.spot(c, d), tb.spot(c, d))
		}
		first, second := int(p.permitted(cells[0])[0]-'0'), int(p.permitted(cells[5])[0]-'0')
		tb.slide(tb.spot(cells[0], first), tb.spot(cells[5], second))
	}},
	{"all steps", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=5"))
		tb.more("allSteps")
		tb.words("steps now")
	}},
	{"end", func(tb *tab) { oldGame(tb); tb.press(kb.Escape); tb.press("zy") }},
	{"entry", func(tb *tab) {
		tb.visit("/?enter")
		tb.until("document.body.dataset.ready")
		tb.click("#r1c1")
		tb.press("55")
		tb.click("#r1c2")
		tb.press("5")
		tb.click("#r1c1")
		tb.press("5")
		tb.words("contradict")
	}},
	{"way", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=5"))
		tb.ask("g")
		tb.until("!document.getElementById('way').hidden")
	}},
	{"sheet", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=2"))
		tb.press("?")
	}},
	{"more", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=4&symmetry=orthogonal"))
		tb.click(".opener[data-do=more]")
	}},
	{"levels", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=4"))
		tb.click("#level")
	}},
	{"left hand", func(tb *tab) {
		tb.play(somePuzzle(tb, "level=4"))
		tb.more("left")
		tb.more("digitFirst")
		tb.click(digit('6'))
	}},
	{"carry", func(tb *tab) {
		tb.playSome(somePuzzle(tb, "level=5"))
		tb.more("carry")
		tb.until("document.querySelector('dialog .code')")
	}},
	{"games", func(tb *tab) {
		tb.playSome(somePuzzle(tb, "level=5"))
		tb.visit("/games")
	}},
	{"learn", func(tb *tab) {
		tb.visit("/learn/x-wing")
		tb.until("document.querySelector('#board svg')")
		tb.click("#show")
		tb.visit("/learn")
		tb.until("document.querySelector('[data-technique=forcing-chain] ul')")
	}},
	{"lesson", func(tb *tab) {
		tb.lesson("x-wing")
		tb.click("#forward")
		tb.click("#forward")
		eval[bool](tb, "(() => { scrollTo(0, 0); return true; })()")
	}},
	{"lesson marked", func(tb *tab) {
		tb.lesson("x-wing")
		tb.markLesson(1)
	}},
	{"lesson found", func(tb *tab) {
		tb.lesson("x-wing")
		tb.markLesson(-1)
		tb.click("#check")
		tb.until("document.querySelector('#words .good')")
	}},
	{"train", func(tb *tab) {
		tb.visit("/train?with=x-wing,skyscraper")
		tb.until("document.querySelector('#board svg')")
		tb.click("#show")
	}},
	{"analyse", func(tb *tab) {
		tb.visit("/analyse?puzzle=" + somePuzzle(tb, "level=7").Puzzle)
		tb.until("document.querySelectorAll('.card').length")
	}},
	{"analyse two", func(tb *tab) {
		tb.visit("/analyse?puzzle=" + strings.Replace(somePuzzle(tb, "level=7").Puzzle, "1", ".", 2))
		tb.until("document.querySelector('.report .bad')")
	}},
	{"print", func(tb *tab) {
		tb.visit("/print?preset=book")
		tb.until("!document.getElementById('download').disabled")
	}},
	{"tonight", func(tb *tab) {
		tb.visit("/print")
		tb.until("!document.getElementById('download').disabled")
	}},
	{"found", func(tb *tab) {
		tb.visit("/explore?q=X-wing,+then+XY-wing&above=3.0")
		tb.until("document.querySelectorAll('.card').length")
	}},
	{"daily", func(tb *tab) {
		tb.visit("/daily")
		tb.until("document.querySelectorAll('.card').length === 9")
	}},
	{"packs", func(tb *tab) {
		tb.visit("/packs?level=4-5&technique=x-wing")
		tb.until("document.querySelectorAll('.card').length && document.querySelectorAll('#format option').length")
	}},
	{"explore", func(tb *tab) {
		tb.visit("/explore")
		tb.until("document.querySelectorAll('.bar').length > 50")
	}},
	{"missing", func(tb *tab) {
		tb.allowed = "404"
		tb.visit("/nothing")
	}},
}
