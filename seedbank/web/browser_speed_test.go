package web_test

import (
	"encoding/json"
	"flag"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var hintSpeed = flag.Bool("hint-speed", false, "measure how long hints take on a page that is four times slowed")

// slowed makes the processor slower for the page. Its workers stay as fast as they are.
func (tb *tab) slowed(times float64) {
	tb.Helper()
	tb.altered = true
	command(tb, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
}

// TestHintSpeed measures hints at the hardest steps of ten puzzles of level 9, from the click
// to the first words: at once after the move before, at once after a jump to there, and three
// seconds later. The player looks at each puzzle for three seconds first. The time that the page
// waits for the engine, which the browser does not slow, counts four times.
func TestHintSpeed(t *testing.T) {
	if !*hintSpeed {
		t.Skip("-hint-speed measures it")
	}
	b := openBrowser(t)
	response, err := http.Get(b.base + "/api/v1/puzzles?n=10&seed=9&level=9")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var drawn struct{ Puzzles []puzzle }
	if err := json.NewDecoder(response.Body).Decode(&drawn); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		when          string
		between, rest time.Duration
	}{
		{"at once after a move", 3 * time.Second, 0},
		{"at once after a jump", 0, 0},
		{"three seconds later", 0, 3 * time.Second},
	} {
		tb := b.open(t, phoneDark)
		tb.forgetful()
		var times []float64
		for _, p := range drawn.Puzzles {
			tb.slowed(1)
			tb.beforeHardest(p)
			tb.slowed(4)
			time.Sleep(3 * time.Second)
			tb.press("y")
			time.Sleep(test.between)
			tb.press("y")
			time.Sleep(test.rest)
			times = append(times, tb.hintTime())
		}
		slices.Sort(times)
		t.Logf("%s: median %.0f ms, worst %.0f ms of %d hints", test.when, times[len(times)/2], times[len(times)-1], len(times))
	}
}

// beforeHardest opens a game at the start of a puzzle, with two moves to redo: to the last
// step but one before the hardest, and to the last.
func (tb *tab) beforeHardest(p puzzle) {
	tb.Helper()
	tb.play(p)
	eval[bool](tb, `(() => {
		document.body.dataset.took = "";
		const module = (name) => import(document.querySelector('link[href$="/' + name + '"]').href);
		(async () => {
			const [{ ask }, { moveOf }, { stepsOf }, { parseGrid }] = await Promise.all(["engine.js", "present.js", "plan.js", "grid.js"].map(module));
			const [answer] = await ask("way", %[1]q);
			const steps = stepsOf(answer.rounds).map(({ step }) => step);
			const hardest = steps.findIndex((s) => Number(s.rating) === Math.max(...steps.map((s) => Number(s.rating))));
			const before = Math.max(0, hardest - 1);
			const name = "seedoku.game." + %[2]q;
			localStorage[name] = JSON.stringify({ ...JSON.parse(localStorage[name]), saved: Date.now() + 1e6, helps: {}, moves: [moveOf(steps.slice(0, before)), moveOf(steps.slice(before, hardest))], at: 0 });
			document.body.dataset.took = "kept";
		})();
		return true;
	})()`, p.Puzzle, p.ID)
	tb.until("document.body.dataset.took")
	tb.do(chromedp.Reload())
	tb.until("document.body?.dataset.ready")
	eval[bool](tb, `(() => {
		(async () => {
			const { ask } = await import(document.querySelector('link[href$="/engine.js"]').href);
			const post = Worker.prototype.postMessage;
			Worker.prototype.postMessage = function (...what) {
				this.addEventListener("message", () => (window.answered = performance.now()), { once: true });
				return post.apply(this, what);
			};
			await ask("hint", %[1]q); // the engine runs
			document.body.dataset.runs = "";
		})();
		return true;
	})()`, p.Puzzle)
	tb.until("document.body.dataset.runs !== undefined")
}

// hintTime returns how many milliseconds pass from a click to the words of a hint.
func (tb *tab) hintTime() float64 {
	tb.Helper()
	took, err := chromedp.Run(tb.ctx, chromedp.Evaluate[float64](`(async () => {
		const words = document.getElementById("words");
		const begun = performance.now();
		document.querySelector(".tools [data-do=hint]").click();
		let waits = false; // else the engine answers what is thought ahead
		while (!words.textContent.startsWith("Look")) {
			waits ||= words.querySelector(".working") !== null;
			await new Promise((done) => requestAnimationFrame(done));
		}
		const engine = waits ? Math.max(0, window.answered - begun) : 0;
		return performance.now() - begun + 3 * engine;
	})()`, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.Fatal(err)
	}
	return took
}
