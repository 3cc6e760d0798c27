package web_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

var hintTests = []pageTest{
	{"a hint in stages", twoWindows, hintInStages},
	{"a hint and its lesson", eitherWindow, hintAndLesson},
	{"hints thought of ahead", eitherWindow, thoughtAhead},
	{"a chain link by link", eitherWindow, linkByLink},
	{"notes are thoughts", eitherWindow, notesAreThoughts},
	{"notes that a hint does not use", eitherWindow, notesNotUsed},
	{"what was ruled out", []window{desktopLight}, ruledOut},
	{"drawn on candidates", eitherWindow, drawnOn},
	{"marks that cover nothing", []window{desktopLight}, marksApart},
	{"words beside a board", []window{{"laptop", 1024, 600, false, "light"}}, besideTheBoard},
}

// hint presses the one button of hints.
func (tb *tab) hint() {
	tb.Helper()
	button := ".tools [data-do=hint]"
	if eval[bool](tb, "!document.getElementById('stepper').hidden") {
		button = "#hint-more"
	}
	tb.click(button)
}

func hintInStages(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	tb.hint()
	tb.words("Look at ")
	wants(tb, "names before they are asked for", strings.Contains(tb.text("#words"), "single"), false)
	wants(tb, "shaded houses", eval[int](tb, "document.querySelectorAll('#overlay .house').length"), 1)
	tb.hint()
	tb.words("Hidden single")
	wants(tb, "lesson", eval[string](tb, "document.querySelector('#words a').href"), tb.address("/learn/hidden-single"))
	tb.hint()
	tb.until("document.querySelector('#words .explanation')")
	wants(tb, "board", tb.digits(), p.Puzzle)
	tb.hint()
	tb.until("document.getElementById('slider').value === '1'")
	wants(tb, "the hint", eval[bool](tb, "document.getElementById('stepper').hidden"), true)
	wants(tb, "digits placed", strings.Count(tb.digits(), "."), strings.Count(p.Puzzle, ".")-1)
	tb.press("h")
	tb.words("Look at ")
	tb.click("#r1c1")
	if tb.window.touch {
		wants(tb, "words after a tap on the board", tb.text("#words"), "")
	}
}

// hintAndLesson follows a hint to its lesson, and goes back: the hint is as it was. It is not
// there if the board has changed meanwhile.
func hintAndLesson(tb *tab) {
	p := somePuzzle(tb, "level=1")
	tb.play(p)
	there := func() {
		tb.Helper()
		tb.click("#words a")
		tb.until("document.body?.className === 'lesson' && document.body.dataset.ready !== undefined")
	}
	back := func() {
		tb.Helper()
		tb.run("setTimeout(() => history.back())")
		tb.until("document.body?.dataset.ready === %q", p.ID)
	}
	tb.hint()
	tb.words("Look at ")
	tb.hint()
	tb.words("Hidden single")
	there()
	back()
	tb.words("Hidden single")
	wants(tb, "shaded houses", eval[int](tb, "document.querySelectorAll('#overlay .house').length"), 1)
	wants(tb, "helps used", tb.used(), "Help used: 1")
	there()
	second := tb.another()
	second.play(p)
	second.enter(p.empty()[0], p.Solution[p.empty()[0]])
	back()
	wants(tb, "place", tb.place(), "1")
	wants(tb, "words of another board", tb.text("#words"), "")
	wants(tb, "the hint", eval[bool](tb, "document.getElementById('stepper').hidden"), true)
}

// thoughtAhead waits until the engine was asked about a board by itself, about the boards that
// may come next, and about those after one of them until the end. Then hints ask nothing more. A question about an earlier
// board that has no answer is given up.
func thoughtAhead(tb *tab) {
	p := somePuzzle(tb, "level=1")
	cells := p.empty()
	tb.play(p)
	eval[bool](tb, `(() => {
		window.asked = [];
		window.ended = 0;
		window.unanswered = 0; // the last question
		const { terminate, postMessage: post } = Worker.prototype;
		Worker.prototype.terminate = function () {
			ended++;
			terminate.call(this);
		};
		Worker.prototype.postMessage = function (what) {
			if (what.question) {
				asked.push(what.question);
				unanswered = what.id;
				this.addEventListener("message", ({ data }) => { if (data.id === unanswered) unanswered = 0; });
			}
			if (!window.mute) post.call(this, what);
		};
		return true;
	})()`)
	askedAbout := func(board string) {
		tb.Helper()
		tb.until("window.asked.includes(%q)", fmt.Sprintf("hint\nposition\n%s\n%s\n", p.Puzzle, board))
	}
	eval[bool](tb, "window.mute = true")
	tb.enter(cells[1], p.Solution[cells[1]])
	askedAbout(tb.digits())
	eval[bool](tb, "window.mute = false, true")
	tb.enter(cells[2], p.Solution[cells[2]])
	board := tb.digits()
	tb.hint()
	tb.words("Look at ")
	askedAbout(board)
	tb.until("window.ended > 0")
	left := func(n int) string {
		return fmt.Sprintf("asked.filter((q) => q.startsWith('hint') && q.split('\\n')[3].match(/[.]/g).length === %d)", n)
	}
	tb.until("%s.length > 0 && new Set(%s).size > 1", left(1), left(strings.Count(board, ".")-1)) // the end, and several next boards
	// A page that nobody sees begins to think of nothing. What it has begun goes on until it is done.
	tb.run("Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
	tb.until("window.unanswered === 0")
	before := eval[int](tb, "window.asked.length")
	for range 3 {
		tb.hint()
	}
	tb.until("document.getElementById('slider').value === '3'")
	wants(tb, "digits placed", strings.Count(tb.digits(), "."), strings.Count(board, ".")-1)
	tb.hint()
	tb.words("Look at ")
	wants(tb, "questions after that", eval[int](tb, "window.asked.length"), before)
	aheadOfSteps(tb, p)
}

// aheadOfSteps asks for all steps while the engine works on the way that is thought ahead. That the
// way is there first does not end the question of the player.
func aheadOfSteps(tb *tab, p puzzle) {
	board := tb.digits()
	c := strings.IndexByte(board, '.')
	board = board[:c] + p.Solution[c:c+1] + board[c+1:]
	tb.run(fmt.Sprintf(`delete document.hidden;
		const { postMessage: post } = Worker.prototype;
		window.held = {};
		Worker.prototype.postMessage = function (what) {
			const [name, , , board] = what.question?.split("\n") ?? [];
			if (/^(way|steps)$/.test(name) && board === %q && held) held[name] = () => post.call(this, what);
			else post.call(this, what);
		}`, board))
	tb.enter(c, p.Solution[c])
	tb.until("window.held.way")
	tb.run("document.querySelector('[data-do=allSteps]').click()")
	tb.until("window.held.steps")
	ended := eval[int](tb, "window.ended")
	tb.run("held.way()")
	time.Sleep(400 * time.Millisecond) // more than the time that a question has to end
	wants(tb, "engines that were ended", eval[int](tb, "window.ended"), ended)
	tb.run("const { steps } = held; window.held = null; steps()")
	tb.until("document.querySelector('#words .all-steps')")
}

// linkByLink follows a chain to its end: a sentence at a time, and no arrow goes.
func linkByLink(tb *tab) {
	tb.hardestDrawn(somePuzzle(tb, "er=6.6"), ".link")
	tb.press("hhh")
	tb.until("document.querySelector('#words small')?.textContent.startsWith('1 of ')")
	arrows := func() int { return eval[int](tb, "document.querySelectorAll('#overlay .link').length") }
	seen, before := map[string]bool{}, 0
	for range 300 {
		seen[tb.text("#words .explanation")] = true
		if n := arrows(); n < before {
			tb.Errorf("%d arrows after %d", n, before)
		} else {
			before = n
		}
		if eval[bool](tb, "document.getElementById('hint-next').disabled") {
			break
		}
		tb.click("#hint-next")
	}
	if len(seen) < 3 || before < 2 {
		tb.Errorf("the chain has %d sentences and %d arrows", len(seen), before)
	}
	wants(tb, "the last button", tb.text("#hint-more"), "Do it")
	tb.click("#hint-back")
	wants(tb, "the button before the last", tb.text("#hint-more"), "Next")
	at, board := tb.place(), tb.digits()
	tb.hint()
	tb.hint()
	tb.until("document.getElementById('slider').value !== %q", at)
	if tb.digits() == board {
		tb.until("document.querySelector('#overlay .ring.removed')") // where something was ruled out
	}
}

// notesAreThoughts notes a wrong digit, and has candidates and hints all the same.
func notesAreThoughts(tb *tab) {
	p := somePuzzle(tb, "level=4")
	c := p.empty()[0]
	wrong := other(p.Solution[c])
	tb.play(p)
	tb.click(cell(c))
	tb.press(string(wrong), chromedp.ModifierCtrl)
	tb.press("a")
	wants(tb, "candidates", tb.marks(c, "pencil"), p.permitted(c))
	tb.ask("s")
	tb.until("document.querySelector('#words h2')")
	tb.press("m")
	tb.words("No digit is wrong")
	tb.press("a")
	wants(tb, "the note", tb.marks(c, "centre"), string(wrong))
}

// notesNotUsed asks for a step that removes candidates. The page says that it does not know what
// the notes rule out, unless it keeps the candidates.
func notesNotUsed(tb *tab) {
	tb.beforeHardest(somePuzzle(tb, "hardest=x-wing"))
	tb.press("yy")
	const unused = "Your notes are not used"
	hint := func(noted bool) {
		tb.Helper()
		tb.press("h")
		tb.words("Look at ")
		wants(tb, "notes", strings.Contains(tb.text("#words"), unused), noted)
	}
	hint(false)
	tb.click(cell(strings.Index(tb.digits(), ".")))
	tb.press("9", chromedp.ModifierCtrl)
	hint(true)
	tb.press("a")
	hint(false)
}

// untilRuledOut does steps of a puzzle until one removes candidates, and returns what is said of it.
func (tb *tab) untilRuledOut() (said string) {
	tb.Helper()
	tb.play(somePuzzle(tb, "level=5"))
	for range 80 {
		at := tb.place()
		tb.ask("d")
		tb.until("document.getElementById('slider').value !== %q && document.getElementById('words').textContent.includes('Done')", at)
		if said = tb.text("#words"); strings.Contains(said, "≠") {
			break
		}
	}
	tb.holds("words", said, "≠")
	return said
}

// ruledOut does steps without candidates on the board until one removes some. The next step
// is another one, and nothing but the step is done.
func ruledOut(tb *tab) {
	said := tb.untilRuledOut()
	wants(tb, "candidates", eval[int](tb, "document.querySelectorAll('.pencil').length"), 0)
	at := tb.place()
	tb.ask("d")
	tb.until("document.getElementById('slider').value !== %q && document.getElementById('words').textContent.includes('Done')", at)
	if next := tb.text("#words"); next == said {
		tb.Errorf("the same step again: %s", next)
	}
}

// marksApart looks for marks and letters of colours that lie on each other.
func marksApart(tb *tab) {
	p := somePuzzle(tb, "level=4")
	tb.play(p)
	for i, c := range p.empty()[:4] {
		tb.click(cell(c))
		tb.press("1234567"[:1+2*i], chromedp.ModifierShift)
		tb.press("39"[:1+i%2], chromedp.ModifierAlt)
	}
	tb.click("#r9c9")
	apart := func() {
		wants(tb, "marks that lie on each other in the window "+tb.window.name, eval[string](tb, `Array.from(document.querySelectorAll(".cell.painted")).filter((cell) => {
			const boxes = Array.from(cell.querySelectorAll("span"), (mark) => {
				const range = document.createRange();
				range.selectNodeContents(mark);
				const {left, right, top, bottom} = range.getBoundingClientRect();
				const slack = (bottom - top) / 4; // above and below the letters
				return {left, right, top: top + slack, bottom: bottom - slack};
			});
			return boxes.some((a, i) => boxes.some((b, j) => j < i && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom));
		}).map((cell) => cell.id).join()`), "")
	}
	for range 2 {
		tb.inEach(allWindows[:3], apart)
		tb.press("a")
	}
}

// spot returns the middle of a candidate on the board.
func (tb *tab) spot(c, digit int) point {
	tb.Helper()
	return eval[point](tb, `(() => {
		const {left, top, width, height} = document.querySelector(%q).getBoundingClientRect();
		return {X: left + width * (0.2 + 0.3 * %d), Y: top + height * (0.2 + 0.3 * %d)};
	})()`, cell(c), (digit-1)%3, (digit-1)/3)
}

// drawnOn paints candidates and links them, and finds all of it again in the kept game.
func drawnOn(tb *tab) {
	p := somePuzzle(tb, "level=4")
	cells := p.empty()
	from, to := cells[0], cells[7]
	tb.play(p)
	tb.more("mode][data-value=draw")
	tb.words("Tap a candidate")
	tb.click(digit('4'))
	pens := func() string {
		return eval[string](tb, "Array.from(document.querySelectorAll('#overlay .ring'), r => r.classList[2] ?? '').sort().join(' ')")
	}
	tb.slide(tb.spot(from, 3), tb.spot(from, 3))
	wants(tb, "painted", pens(), "pen4")
	tb.holds("name", tb.name(from), "candidate 3 green")
	links := func() string {
		return eval[string](tb, "Array.from(document.querySelectorAll('#overlay .link'), r => r.classList[1]).join(' ')")
	}
	for _, want := range []string{"strong", "weak", "", "strong"} {
		tb.slide(tb.spot(from, 3), tb.spot(to, 8))
		wants(tb, "links", links(), want)
	}
	tb.press("2")
	tb.press("5", chromedp.ModifierAlt, chromedp.ModifierShift)
	wants(tb, "painted by keys", pens(), " pen2 pen4")
	tb.press("k")
	wants(tb, "drawing", eval[bool](tb, "document.getElementById('spoil') !== null"), true)
	tb.play(p)
	wants(tb, "painted, kept", pens(), " pen2 pen4")
	wants(tb, "links, kept", links(), "strong")
	tb.enter(to, p.Solution[to])
	wants(tb, "links to a digit", links(), "")
	tb.press("z")
	wants(tb, "links after a step back", links(), "strong")
	tb.more("mode][data-value=draw")
	tb.click(".erase")
	wants(tb, "drawing after erasing", pens()+links(), "")
}

// besideTheBoard has a chain explained in a low window beside the board. The words have room,
// and the rows and columns that they name have numbers.
func besideTheBoard(tb *tab) {
	tb.play(somePuzzle(tb, "level=8"))
	numbers := func() string {
		return eval[string](tb, `["[role=row]", "[role=row]:nth-child(9) .cell"].map((at) => getComputedStyle(document.querySelector(at), "::before").content.split(" ")[0]).join()`)
	}
	wants(tb, "numbers where no cell is named", numbers(), "none,none")
	tb.untilChains()
	wants(tb, "numbers", numbers(), "counter(row),counter(column)")
	const lines = "document.querySelector('.explanation').getBoundingClientRect().top + 6 * 16"
	wants(tb, "there is room for four lines", eval[bool](tb, lines+" < document.getElementById('words').getBoundingClientRect().bottom"), true)
}
