package book

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Markdown reads a text of headings, paragraphs and lists, in the simplest form of
// Markdown: # before a heading, an empty line between paragraphs, two spaces or a backslash
// at the end of a line that is not joined to the next one, - or 1. before
// an item, **strong** and *emphasised* words, [words](address) for a link, whose
// address follows in parentheses if it leads anywhere else, <address>, | between the cells of a table,
// and characters such as &copy; by their names. Pictures, and the marks of
// quotations, of code and of lines between paragraphs are left out. Nothing is an
// error: what is none of these is a paragraph.
//
// A library of Markdown such as github.com/yuin/goldmark reads more than a book can
// show, and builds tables when a program starts: over a millisecond of every start.
func Markdown(text string) (sections []Section) {
	m := markdown{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		m.ends = strings.HasSuffix(strings.TrimRight(line, "\r\n"), "  ")
		line = strings.TrimSpace(quoteMark().ReplaceAllString(line, ""))
		switch {
		case underline().MatchString(line) && m.onlyText():
			m.at.Heading, m.open = plain(strings.Join(m.open, " ")), nil
		case betweenLine().MatchString(line):
			m.line("")
		default:
			m.line(line)
		}
	}
	m.end()
	return m.sections
}

// markdown is a text that was read in part.
type markdown struct {
	sections []Section
	at       Section // being read
	some     bool    // something of it
	inItem   bool
	ends     bool     // the line at hand, with two spaces: the next one is not joined to it
	open     []string // lines of the paragraph or of the last item, which are joined at their end
}

// The kinds of lines, and links. Patterns are compiled where a text is read, and not
// by every start of the program.
var (
	quoteMark    = lazily(`^\s*(>\s?)+`)
	underline    = lazily(`^(=+|-+)$`)
	betweenLine  = lazily("^(([-*_] ?){3,}|(```|~~~).*)$")
	headingLine  = lazily(`^#{1,6}\s+(.*?)\s*#*$`)
	bulletLine   = lazily(`^[-*+]\s+(.*)$`)
	numberLine   = lazily(`^\d{1,4}[.)]\s+(.*)$`)
	tableRule    = lazily(`^\|?[\s:|-]*--[\s:|-]*\|?$`)
	codeOrName   = lazily("`+[^`]*`+|&#?\\w+;")
	bareLink     = lazily("`+[^`]*`+|\\\\.|<(?:https?://[^<>\\s]+|[^<>\\s@]+@[^<>\\s]+)>") // or code, or a plain character
	markdownLink = lazily(`(!?)\[([^\]\[]*)\]\(([^()\s]*)\)`)
)

// lazily returns a function that returns a pattern, compiled when it is first
// called.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

func (m *markdown) line(line string) {
	for range 2 { // a link can have a picture in it
		line = markdownLink().ReplaceAllStringFunc(line, linked)
	}
	line = strings.TrimSpace(bareLink().ReplaceAllStringFunc(line, address))
	switch {
	case strings.Trim(line, "`") == "":
		m.blank()
	case headingLine().MatchString(line):
		m.end()
		m.at.Heading, m.some = plain(literal(headingLine().FindStringSubmatch(line)[1])), true
	case bulletLine().MatchString(line):
		m.item(literal(bulletLine().FindStringSubmatch(line)[1]), false)
	case numberLine().MatchString(line):
		m.item(literal(numberLine().FindStringSubmatch(line)[1]), true)
	case strings.HasPrefix(line, "|") && strings.HasSuffix(line, "|") && len(line) > 2:
		m.row(line)
	case m.inItem:
		m.add(literal(line))
	default:
		if len(m.at.Items) > 0 || len(m.at.Table.Rows) > 0 {
			m.end()
		}
		m.add(literal(line))
		m.some = true
	}
}

// address returns an address without its brackets. It leaves code and plain characters as they are.
func address(found string) string {
	if found[0] != '<' {
		return found
	}
	return strings.ReplaceAll(found[1:len(found)-1], "*", `\*`)
}

// add adds a line to the paragraph or the item that is open. It stays a line if it ends with
// two spaces.
func (m *markdown) add(line string) {
	if m.ends {
		line += "\n"
	}
	m.open = append(m.open, line)
}

// literal returns a text with its code and the characters that it has by their names as text: a
// star among them is a star. The kind of its line is known before.
func literal(text string) string {
	text = codeOrName().ReplaceAllStringFunc(text, func(found string) string {
		return strings.NewReplacer("*", `\*`, `\`, `\\`).Replace(html.UnescapeString(strings.Trim(found, "`")))
	})
	return strings.ReplaceAll(text, "`", "")
}

// linked returns what is printed of a link.
func linked(link string) string {
	parts := markdownLink().FindStringSubmatch(link)
	mark, words, address := parts[1], parts[2], parts[3]
	switch shown := strings.TrimPrefix(address, "mailto:"); {
	case mark != "" || words == "":
		return ""
	case shown == words || shown == address && !strings.Contains(address, "://"):
		return words
	default:
		return words + " (" + shown + ")"
	}
}

// HasPicture reports whether a text in Markdown has a picture.
func HasPicture(text string) bool {
	links := markdownLink().FindAllString(text, -1)
	return slices.ContainsFunc(links, func(link string) bool { return link[0] == '!' })
}

// close ends the paragraph or the item that is open.
func (m *markdown) close() {
	for i, line := range m.open[:max(0, len(m.open)-1)] { // a backslash that makes nothing else plain, before another line
		if slashes := len(line) - len(strings.TrimRight(line, `\`)); slashes%2 == 1 {
			m.open[i] = line[:len(line)-1] + "\n"
		}
	}
	text := strings.TrimSpace(strings.ReplaceAll(strings.Join(m.open, " "), "\n ", "\n"))
	switch {
	case m.open == nil:
		return
	case m.inItem:
		m.at.Items[len(m.at.Items)-1] = text
	default:
		m.at.Text = text
	}
	m.open, m.inItem = nil, false
}

// onlyText reports whether nothing but a paragraph was read of the section at hand.
func (m *markdown) onlyText() bool {
	return m.open != nil && !m.inItem && m.at.Heading == "" && m.at.Items == nil && m.at.Table.Rows == nil
}

// blank ends a paragraph. A heading without text and a list go on.
func (m *markdown) blank() {
	m.close()
	m.inItem = false
	if m.at.Text != "" || len(m.at.Table.Rows) > 0 {
		m.end()
	}
}

func (m *markdown) item(text string, ordered bool) {
	m.close()
	if len(m.at.Items) > 0 && m.at.Ordered != ordered || len(m.at.Table.Rows) > 0 {
		m.end()
	}
	m.at.Items, m.at.Ordered = append(m.at.Items, ""), ordered
	m.some, m.inItem = true, true
	m.add(text)
}

func (m *markdown) row(line string) {
	table := &m.at.Table
	if tableRule().MatchString(line) {
		table.Header = table.Header || len(table.Rows) == 1
		return
	}
	m.close()
	if len(m.at.Items) > 0 {
		m.end()
	}
	if cells := cellsOf(line); table.Rows != nil || strings.Join(cells, "") != "" { // a table begins with its first text
		table.Rows, m.some = append(table.Rows, cells), true
	}
}

// cellsOf returns the cells of a row. A backslash before a | makes that a part of a cell.
func cellsOf(line string) (cells []string) {
	var cell strings.Builder
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			if i++; line[i] != '|' {
				cell.WriteByte('\\')
			}
			cell.WriteByte(line[i])
		case line[i] == '|':
			cells = append(cells, strings.TrimSpace(literal(cell.String())))
			cell.Reset()
		default:
			cell.WriteByte(line[i])
		}
	}
	if cell.Len() > 0 {
		cells = append(cells, strings.TrimSpace(literal(cell.String())))
	}
	return cells
}

// end ends the section at hand.
func (m *markdown) end() {
	m.close()
	if m.some {
		m.sections = append(m.sections, m.at)
	}
	m.at, m.some, m.inItem = Section{}, false, false
}
