package cli

import (
	"strings"

	"github.com/seedoku/seedoku/internal/buildinfo"
)

// manualPage returns the manual page of the program, in the macros of man(7).
func (p *Program) manualPage() string {
	var r roff
	does, description := p.text(p.root)
	r.macro("TH", strings.ToUpper(p.Name), "1", "", "Seedoku "+buildinfo.Module(), "User Commands")
	r.macro("SH", "NAME")
	r.text(p.Name + " - " + does)
	r.macro("SH", "SYNOPSIS")
	r.macro("B", p.Name)
	r.text(strings.TrimPrefix(p.root.usageLine(), p.Name+" "))
	r.macro("SH", "DESCRIPTION")
	r.blocks(blocksOf(description))
	r.flags(p.root)
	r.macro("SH", "COMMANDS")
	p.writeCommands(&r, p.root.below)
	r.macro("SH", "EXIT STATUS")
	r.blocks(blocksOf(p.part("exit-status")))
	r.macro("SH", "ENVIRONMENT")
	r.blocks(blocksOf(p.part("environment")))
	return r.String()
}

// roff is a text for man, being written.
type roff struct{ strings.Builder }

// macro writes a request with its arguments.
func (r *roff) macro(name string, arguments ...string) {
	r.WriteString("." + name)
	for _, argument := range arguments {
		r.WriteString(` "` + strings.ReplaceAll(escaped(argument), `"`, `\(dq`) + `"`)
	}
	r.WriteByte('\n')
}

// text writes a line of text.
func (r *roff) text(text string) {
	text = escaped(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	r.WriteString(text + "\n")
}

// escaped returns a text that roff shows as it is. Without a backslash, a hyphen
// becomes a dash that a shell does not understand.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, "≠", `\(!=`).Replace(text)
}

// item writes a word with its meaning under it.
func (r *roff) item(word, meaning string) {
	r.macro("TP")
	r.macro("B", word)
	r.text(meaning)
}

func (r *roff) blocks(blocks []block) {
	for _, b := range blocks {
		r.macro("PP")
		if b.title == "" {
			r.text(b.paragraph)
			continue
		}
		r.text(b.title + ":")
		for _, m := range b.list {
			r.item(m.word, m.text)
		}
		if len(b.lines) > 0 {
			r.examples(b.lines)
		}
	}
}

// examples writes command lines, none of them wider than a page.
func (r *roff) examples(lines []string) {
	const manWidth = 70
	r.macro("RS", "2")
	r.macro("nf")
	for _, line := range lines {
		for _, part := range exampleLines(line, manWidth) {
			r.text(part)
		}
	}
	r.macro("fi")
	r.macro("RE")
}

// writeCommands writes a section for each command, and one for each command below.
func (p *Program) writeCommands(r *roff, commands []*node) {
	for _, n := range commands {
		does, description := p.text(n)
		r.macro("SS", n.usageLine())
		r.text(strings.ToUpper(does[:1]) + does[1:] + ".")
		r.blocks(blocksOf(description))
		r.flags(n)
		p.writeCommands(r, n.below)
	}
}

// flags writes the flags of a command, but not those that all commands have.
func (r *roff) flags(n *node) {
	for _, flag := range n.command().Flags {
		if flag != helpFlag && flag != versionFlag {
			r.item(flagWords(flag), flagMeaning(flag))
		}
	}
}
