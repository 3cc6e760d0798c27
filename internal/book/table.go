package book

// Bold reports whether a cell is bold. The cells of the header are. In a table without a header,
// the cells of the first column are, unless it is the only one.
func (t Table) Bold(row, column int) bool {
	if t.Header {
		return row == 0
	}
	return column == 0 && len(t.Rows[row]) > 1
}

// cell returns the text of a cell.
func (t *Table) cell(row, column int) []run {
	if t.Bold(row, column) {
		return []run{{bold, plain(t.Rows[row][column])}}
	}
	return runsOf(t.Rows[row][column])
}

// Distances in a table, in sizes of letters.
const (
	columnGap = 1.0
	rowGap    = 0.3 // where columns could be taken for others
	narrowest = 8.0 // column whose cells are broken into lines
	hanging   = 1.3 // of what stands below the first cell
)

// table sets a table, on one sheet if it fits on one.
func (c *compositor) table(t *Table) {
	widths, gap, height := c.columns(t), 0.0, 0.0
	if t.Header || widths == nil {
		gap = rowGap * c.size
	}
	rows := make([][][]piece, len(t.Rows))
	for i := range rows {
		rows[i] = c.row(t, i, widths)
		height += c.line()*float64(len(rows[i])) + gap
	}
	whole := height <= c.height
	if whole {
		c.room(height)
	}
	for _, lines := range rows {
		if !whole {
			c.room(c.line() * float64(len(lines)))
		}
		c.flow(lines)
		c.y += gap
	}
}

// columns returns the widths of the columns. A column is as wide as its longest cell, or less if
// there is no room. It returns nil if there is no room either for the longest word of each column
// and the narrowest width.
func (c *compositor) columns(t *Table) (widths []float64) {
	var longest []float64 // cells
	for row, cells := range t.Rows {
		for i := range cells {
			if i == len(widths) {
				widths, longest = append(widths, 0), append(longest, 0)
			}
			text := t.cell(row, i)
			longest[i] = max(longest[i], c.length(text, c.look()))
			for _, word := range wordsOf(text) {
				widths[i] = max(widths[i], c.length(word, c.look()))
			}
		}
	}
	room, wanted := c.width-columnGap*c.size*float64(len(widths)-1), 0.0
	for i := range widths {
		widths[i] = min(longest[i], max(widths[i], narrowest*c.size))
		room -= widths[i]
		wanted += longest[i] - widths[i]
	}
	if room < 0 {
		return nil
	}
	for i := range widths {
		const rounding = 1e-6
		if more := longest[i] - widths[i]; more > 0 {
			widths[i] += more * min(1, room/wanted)
		}
		widths[i] += rounding
	}
	return widths
}

// row returns the lines of a row. Its cells stand side by side or, if widths is nil, one below the
// other.
func (c *compositor) row(t *Table, row int, widths []float64) (lines [][]piece) {
	x, below := 0.0, 0
	for i := range t.Rows[row] {
		text, room := t.cell(row, i), c.width-x
		if widths != nil {
			room = widths[i]
		}
		p := piece{x: x, gray: darkGray}
		if t.Bold(row, i) {
			p.gray = black
		}
		if x += room + columnGap*c.size; widths == nil {
			if x, below = hanging*c.size, len(lines); len(text) == 0 {
				continue
			}
		}
		for k, line := range c.rows(text, room, c.look()) {
			if below+k == len(lines) {
				lines = append(lines, nil)
			}
			p.runs = line
			lines[below+k] = append(lines[below+k], p)
		}
	}
	return lines
}
