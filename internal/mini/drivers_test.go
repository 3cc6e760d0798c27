package mini

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A driver is a program that answers requests, each with a line, by the file of its
// language. Its text stands beside the file in a folder for each mini bank; the
// requests stand there as lines of text and as a module.
//
// A request is a level and a number, or a level for a random puzzle. The answer is the
// puzzle, its solution, its level and the number of clues, or "error". A driver fails if
// a number or a level that only its language can say is taken.
type driver struct {
	name, language string
	files          map[string]string // by name
	needs          []string          // programs; of some words, one
	build          string            // for sh, once, in the folder of all folders
	run            string            // for sh, in the same folder: $1 is the name of the bank's
	noRandom       bool              // whether all requests need a number
	slow           bool              // whether each bank takes a second to compile, so that all are left to make long
}

// answersModule is what all drivers in JavaScript have in common.
const answersModule = `
import { generate } from "./mini.mjs";
import { requests } from "./requests.mjs";

// Even numbers are a Number where they can be one, odd ones a BigInt.
function valueOf(number) {
  return Number.isSafeInteger(Number(number)) && number % 2 === 0 ? Number(number) : BigInt(number);
}

function answer(make) {
  try {
    const p = make();
    return [p.puzzle, p.solution, p.level, p.clues].join(" ");
  } catch (error) {
    if (error instanceof RangeError) return "error";
    throw error;
  }
}

const refused = (level, number) => answer(() => generate(level, number)) === "error";

export function answers() {
  const list = requests.trim().split("\n").map(line => line.split(" "));
  const low = Number(list[0][0]);
  for (const number of [2 ** 53, 2 ** 60, -1, 0.5, 1e300, NaN, Infinity, -Infinity, "0", "", null, true, {}, [], [0], () => 0])
    if (!refused(low, number)) throw new Error("number taken: " + String(number));
  for (const level of [low + 0.5, NaN, Infinity, String(low), BigInt(low), [low], "length", "at", null, undefined, true, {}])
    if (!refused(level, 0)) throw new Error("level taken: " + String(level));
  return list.map(([level, number]) =>
    answer(() => number === undefined ? generate(Number(level)) : generate(Number(level), valueOf(number)))).join("\n") + "\n";
}
`

// quickJava makes Java begin quickly, which is most of what it does here.
const quickJava = `JAVA_OPTS="-Xmx512M -XX:TieredStopAtLevel=1 -XX:+UseSerialGC" `

var drivers = []driver{
	{name: "node", language: "js", needs: []string{"node"}, run: `node "$1/driver.mjs"`, files: map[string]string{"answers.mjs": answersModule, "driver.mjs": `
import { answers } from "./answers.mjs";
process.stdout.write(answers());
`}},
	// One browser answers for all banks.
	{name: "chromium", language: "js", needs: []string{"chromium-headless-shell chromium"}, files: map[string]string{"answers.mjs": answersModule},
		build: `echo '<!doctype html><pre></pre><script type="module" src="all.mjs"></script>' >all.html
for bank in */; do
	name=${bank%/}
	echo "import { answers as $name } from './$name/answers.mjs';"
	echo "document.querySelector('pre').append(['', '@$name', $name()].join(String.fromCharCode(10)));"
done >all.mjs
$(command -v chromium-headless-shell || command -v chromium) --headless --no-sandbox --disable-gpu --disable-component-update --no-first-run --allow-file-access-from-files \
	--user-data-dir="$PWD/profile" --dump-dom "file://$PWD/all.html" | grep -o '[.1-9]\{81\} .*[0-9]\|error\|@.*' | awk '/^@/ { to = substr($0, 2) "/answers"; next } { print >to }'`,
		run: `cat "$1/answers"`},
	{name: "python", language: "py", needs: []string{"python3"}, run: `python3 "$1/driver.py" <"$1/requests"`, files: map[string]string{"driver.py": `
import sys
from mini import generate

def refused(error, level, number):
    try:
        generate(level, number)
    except error:
        return True
    return False

requests = [[int(word) for word in line.split()] for line in sys.stdin]
low = requests[0][0]
for number in [-1, 2**63, 2**64, 10**100]:
    assert refused(ValueError, low, number), number
for number in [0.0, 0.5, float("nan"), float("inf"), "0", b"0", [], (0,)]:
    assert refused(TypeError, low, number), number
for level in [low + 0.0, low + 0.5, str(low), None, [low]]:
    assert refused(TypeError, level, 0), level
for request in requests:
    try:
        p = generate(*request)
        print(p["puzzle"], p["solution"], p["level"], p["clues"])
    except ValueError:
        print("error")
`}},
	{name: "cc", language: "c", needs: []string{"cc"}, noRandom: true,
		build: `for bank in */; do cc -std=c99 -Wall -Wextra -Werror -O1 -o "$bank/driver" "$bank/driver.c" || exit 1; done`,
		run:   `"$1/driver" <"$1/requests"`, files: map[string]string{"driver.c": `
#include <stdio.h>
#include <stdlib.h>
#include "mini.c"
int main(void) {
  char number[100];
  for (int level; scanf("%d %99s", &level, number) == 2;) {
    struct puzzle p = generate(level, strtoull(number, NULL, 10));
    if (p.level || p.clues || *p.puzzle || *p.solution)
      printf("%s %s %d %d\n", p.puzzle, p.solution, p.level, p.clues);
    else
      puts("error");
  }
  return 0;
}
`}},
	{name: "kotlin", language: "kt", needs: []string{"kotlinc", "kotlin"}, slow: true,
		// One program answers for all banks, too.
		build: quickJava + `; export JAVA_OPTS
for bank in */; do echo "${bank%/}.answerAll(\"$bank\")"; done | { echo 'fun main() {'; cat; echo '}'; } >all.kt
kotlinc all.kt */*.kt -d out && kotlin -cp out AllKt`,
		run: `cat "$1/answers"`, files: map[string]string{"driver.kt": `
fun answer(words: List<String>): String {
  try {
    val level = words[0].toInt()
    val p = if (words.size > 1) generate(level, words[1].toLong()) else generate(level)
    return p.puzzle + " " + p.solution + " " + p.level + " " + p.clues
  } catch (error: IllegalArgumentException) {
    check(error !is NumberFormatException)
    return "error"
  }
}

fun answerAll(folder: String) {
  val answers = java.io.File(folder, "requests").readLines().map { answer(it.split(" ")) }
  java.io.File(folder, "answers").writeText(answers.joinToString("\n", postfix = "\n"))
}
`}},
}

// install writes the files of a driver and of some mini banks into a new folder, and
// builds what is to be built. It returns the folder.
func (d *driver) install(t *testing.T, banks []*testBank) (folder string) {
	t.Helper()
	for _, program := range d.needs {
		if !slices.ContainsFunc(strings.Fields(program), installed) {
			if os.Getenv("CI") != "" {
				t.Fatalf("there is no %s, which tests of mini banks need", program)
			}
			t.Skipf("there is no %s", program)
		}
	}
	language, err := LanguageNamed(d.language)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	for _, b := range banks {
		requests := b.requestsFor(d)
		files := map[string]string{
			"mini." + language.Extension: string(b.bank.File(language)),
			"requests":                   requests,
			"requests.mjs":               "export const requests = `" + requests + "`;\n",
		}
		for name, text := range d.files {
			files[name] = text
		}
		for name, text := range files {
			if d.language == "kt" && strings.HasSuffix(name, ".kt") {
				text = "package " + b.name + "\n" + text
			}
			writeFile(t, filepath.Join(folder, b.name, name), text)
		}
	}
	d.sh(t, folder, d.build)
	return folder
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// sh returns what a script prints in a folder, and the time that it takes a core.
func (d *driver) sh(t *testing.T, folder, script string, args ...string) ([]byte, time.Duration) {
	t.Helper()
	command := exec.Command("sh", append([]string{"-c", script, "sh"}, args...)...)
	command.Dir = folder
	var out, failed bytes.Buffer
	command.Stdout, command.Stderr = &out, &failed
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", d.name, err, failed.Bytes())
	}
	return out.Bytes(), command.ProcessState.UserTime() + command.ProcessState.SystemTime()
}

// request is a line to a driver, with the answer.
type request struct {
	level  int
	number string // empty: a random one
	answer string // unless the number is random
}

func (r *request) String() string { return strings.TrimSpace(fmt.Sprint(r.level, " ", r.number)) }

// requestsFor returns the lines that a driver is asked.
func (b *testBank) requestsFor(d *driver) string {
	var text strings.Builder
	for i := range b.requests {
		if b.requests[i].number != "" || !d.noRandom {
			fmt.Fprintln(&text, &b.requests[i])
		}
	}
	return text.String()
}
