package dataset

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/wording"
)

// CardName is the name of the file that tells people what a data set is.
const CardName = "README.md"

// writeCard writes the card. Everything in it is in the manifest.
func (m *Manifest) writeCard(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "---\nlicense: %s\n---\n\n# Sudoku puzzles for training and testing\n\n", strings.ToLower(m.Licence))
	fmt.Fprintf(&b, "Each puzzle has exactly one solution and its rating on the Sudoku Explainer scale (ER). All were made and rated by %s.\n\n", m.Program)
	m.writeParts(&b)
	m.writeSplit(&b)
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
	b.WriteString("## Parts\n\n| part | rows | seeds | solution grids | minimal puzzles | clues | ER |\n|---|---:|---:|---:|---:|---|---|\n")
	for _, set := range m.Parts {
		tally := m.tallyOf(set.Part)
		clues, er := extremes(tally.ByClues), extremes(tally.ByER)
		fmt.Fprintf(b, "| %s | %d | %d | %d | %d | %d-%d | %v-%v |\n", set.Part, set.Rows, set.Classes, set.Grids, tally.Minimal, clues[0], clues[1], er[0], er[1])
	}
	fmt.Fprintf(b, "\nA seed is a minimal puzzle up to isomorphism; the bank has %d of the kind asked for. Grids are counted up to isomorphism too. ", m.Seeds)
	if m.Options.Augment > 1 {
		fmt.Fprintf(b, "Training has up to %s of each seed: isomorphs", wording.Count(m.Options.Augment, "puzzle"))
		if k := kindOf(&m.Options); k.rungs {
			b.WriteString(", also with clues added")
		}
		b.WriteString(". ")
	}
	b.WriteString("Other parts have one puzzle of each seed. All puzzles of a seed are different.\n\n")
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

// writeSplit tells what the parts share, and how anybody can check it.
func (m *Manifest) writeSplit(b *bytes.Buffer) {
	fmt.Fprintf(b, "## What the parts share\n\n| | in more than one part |\n|---|---:|\n| seeds, with all of their isomorphs and added clues | %d |\n| solution grids, with all of their isomorphs | %d |\n\n", m.Leaks.Classes, m.Leaks.Grids)
	if m.Options.effectiveSplit() == ByGrid {
		b.WriteString("All seeds of a solution grid are in one part.")
	} else {
		b.WriteString("All puzzles of a seed are in one part. Two seeds of different parts may have the same solution grid.")
	}
	if slices.Contains(m.Options.Formats, "csv") {
		b.WriteString(" The column source names the seed, so this prints nothing:\n\n```\ncomm -12 <(tail -q -n +2 train*.csv | cut -d, -f1 | sort -u) <(tail -q -n +2 test*.csv | cut -d, -f1 | sort -u)\n```\n\nWithout trust in that column, compare canonical forms: for minimal puzzles, `seedoku canon` makes one line of all isomorphs.")
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
