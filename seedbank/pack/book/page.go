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
//	|       |  note                |       |
//	|       +--foot----------------+       |
//	|         margin                       |
//	+--------------------------------------+

// sizes are the sizes of letters and digits, in points.
type sizes struct {
	title   float64 // of the book, at most
	heading float64
	body    float64 // text of the introduction
	number  float64 // of a puzzle
	label   float64 // above a puzzle
	note    float64 // below a puzzle
	head    float64 // running head and page number

	digit      float64 // of puzzles, as a fraction of the side of a cell
	leastDigit float64
}

var (
	standardSizes = sizes{
		title: 44, heading: 13, body: 9.5, number: 12, label: 8, note: 6, head: 8,
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

// typeArea returns what the margins leave of a page.
func (p *plan) typeArea(page int, gutter float64) frame {
	binding := gutter - gutters[0].width // beyond what every margin has room for
	f := frame{
		x: p.paper.margin, y: p.paper.margin,
		width:  p.paper.width - 2*p.paper.margin - binding,
		height: p.paper.height - 2*p.paper.margin,
	}
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
	above, below  float64 // room for the texts above and below a grid
	side          float64 // of a grid
	ratio         float64 // of the size of digits to the side of a cell
}

// puzzlePlaces returns the places of n puzzles a page.
func (p *plan) puzzlePlaces(n int, gutter float64) places {
	a := places{above: p.sizes.number + 5, below: p.sizes.note + 5, ratio: p.sizes.digit}
	return a.arrange(n, p.body(1, gutter), 9*largestCell)
}

// solutionPlaces returns the places of the solutions on a page.
func (p *plan) solutionPlaces(gutter float64) places {
	a := places{above: p.sizes.label + 4, ratio: solved}
	return a.arrange(p.SolutionsPerPage, p.body(1, gutter), 9*solutionCell)
}

// arrange returns a with the number of columns that makes n grids on a page as
// large as possible, up to a greatest side.
func (a places) arrange(n int, body frame, greatest float64) places {
	best := a
	for columns := 1; columns <= n; columns++ {
		a.columns, a.rows = columns, (n+columns-1)/columns
		across := (body.width - placeGap*float64(columns-1)) / float64(columns)
		down := (body.height-placeGap*float64(a.rows-1))/float64(a.rows) - a.above - a.below
		if a.side = min(across, down, greatest); a.side > best.side {
			best = a
		}
	}
	return best
}

// digit returns the size of the digits in a grid.
func (a places) digit() float64 { return a.ratio * a.side / 9 }

// grid returns where grid i of a page is. Each grid stands in the middle of its
// share of the page.
func (a places) grid(i int, body frame) frame {
	column, row := i%a.columns, i/a.columns
	across := (body.width + placeGap) / float64(a.columns)
	down := (body.height + placeGap) / float64(a.rows)
	return frame{
		x:     body.x + float64(column)*across + (across-placeGap-a.side)/2,
		y:     body.y + float64(row)*down + (down-placeGap-a.above-a.side-a.below)/2 + a.above,
		width: a.side, height: a.side,
	}
}
