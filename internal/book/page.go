package book

// A right-hand page. A left-hand page is its mirror image.
//
//	+--------------------------------------+
//	|         margin                       |
//	|       +--head----------------+       |
//	| inner |  no.  label          | outer |
//	| margin|  +----+    +----+    | margin|
//	| and   |  |grid|    |grid|    |       |
//	| gutter|  +----+    +----+    |       |
//	|       |  note, lines         |       |
//	|       +--foot----------------+       |
//	|         margin                       |
//	+--------------------------------------+

// sizes are the sizes of letters and digits, in points.
type sizes struct {
	title   float64 // of the book, at most
	heading float64
	body    float64 // text
	number  float64 // of a puzzle
	label   float64 // above a puzzle
	note    float64 // below a puzzle
	head    float64 // running head and page number

	digit      float64 // of puzzles, as a fraction of the side of a cell
	leastDigit float64
}

var (
	standardSizes = sizes{
		title: 44, heading: 13, body: 9.5, number: 12, label: 8, note: 7, head: 8,
		digit: 0.66, leastDigit: smallestDigit,
	}
	largeSizes = sizes{
		title: 48, heading: 20, body: 16, number: 18, label: 13, note: 10, head: 12,
		digit: 0.75, leastDigit: largeDigit,
	}
)

const (
	largestCell  = 50   // of a puzzle alone on its page
	solutionCell = 24   // of a solution, at most
	solved       = 0.7  // size of the digits of a solution, as a fraction of the side of a cell
	leading      = 1.4  // of lines of text, in sizes of letters
	headGap      = 14.0 // between head or foot and what stands on the page
	placeGap     = 24.0 // between places
)

// frame is a part of a page.
type frame struct{ x, y, width, height float64 }

// sheetSize returns the size of a page before trimming.
func (p *plan) sheetSize() (width, height float64) {
	if p.Bleed {
		return p.paper.width + bleed, p.paper.height + 2*bleed
	}
	return p.paper.width, p.paper.height
}

// trim returns what is left of a page after trimming. It has no bleed on the side
// of the binding.
func (p *plan) trim(page int) frame {
	f := frame{width: p.paper.width, height: p.paper.height}
	if p.Bleed {
		f.y = bleed
		if !recto(page) {
			f.x = bleed
		}
	}
	return f
}

// typeArea returns what the margins leave of a page.
func (p *plan) typeArea(page int, gutter float64) frame {
	f, margin := p.trim(page), p.paper.margin()
	binding := gutter - gutters[0].width // beyond what every margin has room for
	f.x, f.y = f.x+margin, f.y+margin
	f.width, f.height = f.width-2*margin-binding, f.height-2*margin
	if recto(page) {
		f.x += binding
	}
	return f
}

// recto reports whether a page is a right-hand one.
func recto(page int) bool { return page%2 == 1 }

// body returns what head and foot leave of the type area.
func (p *plan) body(page int, gutter float64) frame {
	f := p.typeArea(page, gutter)
	f.y += p.sizes.head + headGap
	f.height -= 2 * (p.sizes.head + headGap)
	return f
}

// places are the grids of a page, in rows and columns.
type places struct {
	columns, rows int
	last          int     // grids in the last row of a full page
	above, below  float64 // room for the texts above and below a grid
	side          float64 // of a grid
	ratio         float64 // of the size of digits to the side of a cell
}

// puzzlePlaces returns the places of n puzzles a page.
func (p *plan) puzzlePlaces(n int, gutter float64) places {
	a := places{above: p.sizes.number + 5, below: p.sizes.note + 5 + float64(p.NoteLines)*p.noteLine(), ratio: p.sizes.digit}
	return a.arrange(n, p.body(1, gutter), 9*largestCell)
}

// noteLine returns the distance of the lines below a puzzle: 7 mm, as in a ruled
// exercise book, and more in large print.
func (p *plan) noteLine() float64 { return 7 * mm * p.sizes.body / standardSizes.body }

// solutionPlaces returns the places of the solutions on a page.
func (p *plan) solutionPlaces(gutter float64) places {
	a := places{above: p.sizes.label + 4, ratio: solved}
	return a.arrange(p.SolutionsPerPage, p.body(1, gutter), 9*solutionCell)
}

// arrange returns a with the number of columns that makes n grids on a page as
// large as possible, up to a greatest side.
func (a places) arrange(n int, body frame, greatest float64) places {
	best := a
	best.columns, best.rows, best.last = 1, n, 1
	for columns := 1; columns <= n; columns++ {
		a.columns, a.rows = columns, (n+columns-1)/columns
		across := (body.width - placeGap*float64(columns-1)) / float64(columns)
		down := (body.height-placeGap*float64(a.rows-1))/float64(a.rows) - a.above - a.below
		a.last = n - columns*(a.rows-1)
		if a.last < 1 {
			continue // the last row would be empty
		}
		if a.side = min(across, down, greatest); a.side > best.side {
			best = a
		}
	}
	return best
}

// digit returns the size of the digits in a grid.
func (a places) digit() float64 { return a.ratio * a.side / 9 }

// grid returns where grid i of a page is. Each grid stands in the middle of its
// share of the page, and a last row that is shorter in the middle of the page.
func (a places) grid(i int, body frame) frame {
	column, row := i%a.columns, i/a.columns
	across := (body.width + placeGap) / float64(a.columns)
	down := (body.height + placeGap) / float64(a.rows)
	x := body.x
	if row == a.rows-1 {
		x += float64(a.columns-a.last) * across / 2
	}
	return frame{
		x:     x + float64(column)*across + (across-placeGap-a.side)/2,
		y:     body.y + float64(row)*down + (down-placeGap-a.above-a.side-a.below)/2 + a.above,
		width: a.side, height: a.side,
	}
}
