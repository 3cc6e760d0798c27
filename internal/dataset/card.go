package dataset

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// CardName is the name of the file that tells people what a data set is.
const CardName = "README.md"

// writeCard writes the card. Everything in it is in the manifest.
func (m *Manifest) writeCard(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\nlicense: %s\n---\n\n# Sudoku puzzles for training and testing\n\n", strings.ToLower(m.Licence))
	fmt.Fprintf(&b, "Each puzzle has exactly one solution and its rating on the Sudoku Explainer scale (ER). All were made and rated by %s.\n\n", m.Program)
	m.writeParts(&b)
	m.writeProof(&b)
	m.writeLevels(&b)
	m.writeColumns(&b)
	fmt.Fprintf(&b, "## Made by\n\n```\n%s\n```\n\nThe same command on the same bank makes the same files. The ratings follow version %d of the rating rules.\n\n", m.Command, m.Rater)
	fmt.Fprintf(&b, "## Licence\n\n%s\n\n", m.Licence)
	m.writeFiles(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// writeParts tells how much there is of each part.
func (m *Manifest) writeParts(b *bytes.Buffer) {
	b.WriteString("## Parts\n\n| part | rows | seeds | minimal puzzles | clues | ER |\n|---|---:|---:|---:|---|---|\n")
	for _, set := range m.Parts {
		tally := m.tallyOf(set.Part)
		clues, er := extremes(tally.ByClues), extremes(tally.ByER)
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d-%d | %v-%v |\n", set.Part, set.Rows, set.Seeds, tally.Minimal, clues[0], clues[1], er[0], er[1])
	}
	fmt.Fprintf(b, "\nA seed is a minimal puzzle up to isomorphism; the bank has %d of the kind asked for. ", m.Seeds)
	if m.Options.Augment > 1 {
		fmt.Fprintf(b, "Training has up to %s of each seed: isomorphs", phrase.Count(m.Options.Augment, "puzzle"))
		if m.Options.wantsRungs() {
			b.WriteString(", also with clues added")
		}
		b.WriteString(". ")
	}
	b.WriteString("Test and validation have one puzzle of each seed.\n\n")
}

// extremes returns the least and the greatest key.
func extremes[T int | rating.Tenths](counts map[T]uint64) (list [2]T) {
	first := true
	for key := range counts {
		if first {
			list, first = [2]T{key, key}, false
		}
		list[0], list[1] = min(list[0], key), max(list[1], key)
	}
	return list
}

// writeProof tells what was counted, and how anybody can count it again.
func (m *Manifest) writeProof(b *bytes.Buffer) {
	b.WriteString("## What the parts share\n\n" +
		"Counted from the files after they were written. Every row was read and solved, and canonical forms name the classes: puzzles and solution grids up to isomorphism.\n\n" +
		"| | rows | different puzzles | classes of puzzles | classes of solution grids |\n|---|---:|---:|---:|---:|\n")
	for _, c := range m.Proof.Parts {
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d |\n", c.Part, c.Rows, c.Puzzles, c.Classes, c.Grids)
	}
	fmt.Fprintf(b, "| in more than one part | | | %d | %d |\n\n", m.Proof.Shared.Classes, m.Proof.Shared.Grids)
	b.WriteString("All puzzles of a class of solution grids are in one part. So no puzzle becomes one of another part when clues are added or taken away, however it is turned.")
	if slices.Contains(m.Options.Formats, "csv") {
		b.WriteString(" This prints the classes of solution grids that two parts share, which is nothing:\n\n```\n" +
			"grids() { tail -q -n +2 \"$@\" | cut -d, -f3 | seedoku canon - | sort -u; }\n" +
			"comm -12 <(grids train*.csv) <(grids test*.csv)\n```\n\n" +
			"With `-f2` it compares the puzzles. The column source names the seed that a puzzle comes from.")
	}
	b.WriteString("\n\n")
}

// writeLevels counts the rows by level.
func (m *Manifest) writeLevels(b *bytes.Buffer) {
	fmt.Fprintf(b, "## Ratings\n\n![Share of the rows by ER](%s)\n\n| level | ER |", HistogramName)
	var rows [][rating.NumLevels + 1]uint64
	for _, set := range m.Parts {
		fmt.Fprintf(b, " %s |", set.Part)
		tally := m.tallyOf(set.Part)
		rows = append(rows, tally.byLevel())
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---:|", len(m.Parts)) + "\n")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		least, most := level.Range()
		reach := fmt.Sprintf("%v-%v", least, most)
		if most == rating.MaxTenths {
			reach = fmt.Sprintf("%v and up", least)
		}
		fmt.Fprintf(b, "| %s | %s |", level.Title(), reach)
		for i := range rows {
			fmt.Fprintf(b, " %d |", rows[i][level])
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

// writeColumns explains the files of each format.
func (m *Manifest) writeColumns(b *bytes.Buffer) {
	b.WriteString("## Columns\n\n")
	for i := range formats {
		if f := &formats[i]; slices.Contains(m.Options.Formats, f.name) {
			fmt.Fprintf(b, "- %s: %s\n", f.name, f.columns)
		}
	}
	b.WriteString("\n")
}

// writeFiles lists the files with their sums, as sha256sum -c reads them.
func (m *Manifest) writeFiles(b *bytes.Buffer) {
	b.WriteString("## Checksums\n\nFor `sha256sum -c`:\n\n```\n")
	for i := range m.Shards {
		for _, f := range m.Shards[i].Files {
			fmt.Fprintf(b, "%s  %s\n", f.SHA256, f.Name)
		}
	}
	b.WriteString("```\n")
}
