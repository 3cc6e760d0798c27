package export

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// releaseCounts counts the rows of the table of a release.
type releaseCounts struct {
	byLevel  [rating.NumLevels + 1]levelCount // 0 stands for all of them
	byOrigin map[seed.Origin]int
}

// levelCount is how many puzzles a level has, and their clues and ratings.
type levelCount struct {
	puzzles int
	clues   seedbank.Range[int]
	er      seedbank.Range[rating.Tenths]
}

func (r *releaseCounts) add(s *seed.Seed) {
	for _, level := range []rating.Level{0, s.Rating.Level()} {
		r.byLevel[level].add(s.Puzzle.NumClues(), s.Rating.ER)
	}
	r.byOrigin[s.Origin]++
}

func (l *levelCount) add(clues int, er rating.Tenths) {
	if l.puzzles == 0 {
		l.clues, l.er = seedbank.Only(clues), seedbank.Only(er)
	}
	l.puzzles++
	l.clues = seedbank.Range[int]{Low: min(l.clues.Low, clues), High: max(l.clues.High, clues)}
	l.er = seedbank.Range[rating.Tenths]{Low: min(l.er.Low, er), High: max(l.er.High, er)}
}

// row returns a row of the table of levels.
func (l *levelCount) row(name string) string {
	if l.puzzles == 0 {
		return fmt.Sprintf("| %s | 0 | | |\n", name)
	}
	return fmt.Sprintf("| %s | %d | %s | %s |\n", name, l.puzzles, span(l.clues), span(l.er))
}

// span writes a range, or one value if it has no more.
func span[T int | rating.Tenths](r seedbank.Range[T]) string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%v-%v", r.Low, r.High)
}

// writeCard writes the card of a release, when its table is written.
func (r *Release) writeCard(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\nlicense: %s\n---\n\n# %d Sudoku puzzles with their ratings\n\n", strings.ToLower(Licence), r.counts.byLevel[0].puzzles)
	b.WriteString("Each puzzle has exactly one solution and is minimal: no clue can be taken away. " +
		"All are in canonical form, the least of all their isomorphs, and no two are isomorphs of each other.\n\n")
	r.writeLevels(&b)
	r.writeOrigins(&b)
	if err := writeColumns(&b); err != nil {
		return err
	}
	r.writeReading(&b)
	fmt.Fprintf(&b, "## Made by\n\n%s, version %d of its rating rules:\n\n```\n%s\n```\n\n"+
		"The same program makes the same files of the same bank, byte for byte.\n\n", r.Program, rating.Version, r.Command)
	fmt.Fprintf(&b, "## Licence\n\n%s\n\n", Licence)
	fmt.Fprintf(&b, "## Checksums\n\n| file | bytes | SHA-256 |\n|---|---:|---|\n| %s | %d | %s |\n| %s | %d | %s |\n\n",
		releaseTable, r.packed.bytes, r.packed.sum, strings.TrimSuffix(releaseTable, ".zst"), r.table.bytes, r.table.sum)
	fmt.Fprintf(&b, "`sha256sum -c %s` checks the files.\n", releaseSums)
	_, err := w.Write(b.Bytes())
	return err
}

// writeLevels counts the puzzles by level.
func (r *Release) writeLevels(b *bytes.Buffer) {
	b.WriteString("## Levels\n\n| level | puzzles | clues | ER |\n|---|---:|---|---|\n")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		b.WriteString(r.counts.byLevel[level].row(level.Title()))
	}
	b.WriteString(r.counts.byLevel[0].row("all"))
	b.WriteString("\n")
}

// originWords say how puzzles were found.
var originWords = map[seed.Origin]string{
	seed.Prune:  "by taking clues away from random solutions",
	seed.Walk:   "by exchanging a few clues of other puzzles",
	seed.Import: "in files that were read",
}

// writeOrigins counts the puzzles by the way in which they were found.
func (r *Release) writeOrigins(b *bytes.Buffer) {
	b.WriteString("| found | puzzles |\n|---|---:|\n")
	for _, origin := range seed.Origins() {
		fmt.Fprintf(b, "| %s | %d |\n", originWords[origin], r.counts.byOrigin[origin])
	}
	b.WriteString("\n")
}

// writeColumns explains the columns of the table.
func writeColumns(b *bytes.Buffer) error {
	fmt.Fprintf(b, "## Columns\n\n`%s` is a table with commas, a header and lines that end in a newline, compressed by zstd.\n\n| column | what it is |\n|---|---|\n", releaseTable)
	for _, name := range releaseColumns {
		about, err := pack.AboutColumn(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "| %s | %s |\n", name, about)
	}
	b.WriteString("\nRatings have one decimal. A puzzle is rated in its canonical form, so they hold for all of its isomorphs.\n\n")
	return nil
}

// writeReading shows how Python reads the table.
func (r *Release) writeReading(b *bytes.Buffer) {
	fmt.Fprintf(b, "## Reading it\n\n`pandas.read_csv` and DuckDB read the file as it is. In Python with `pip install zstandard`:\n\n```python\n"+`import csv
import zstandard

with zstandard.open("%s", "rt", newline="") as file:
    rows = list(csv.DictReader(file))

hardest = max(rows, key=lambda row: float(row["er"]))
print(len(rows), "puzzles; one of the hardest:", hardest["puzzle"], hardest["er"])
`+"```\n\n", releaseTable)
}
