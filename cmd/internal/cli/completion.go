package cli

import (
	library "github.com/urfave/cli/v2"

	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// completeCommand is the command with which the scripts ask for completions. Its arguments
// are the words of the command line without the program. The user is typing the last one. The
// answer has a line for each word that can stand in its place, mostly followed by a tab and
// a description. It has the line [AnyFile] if the name of a file can stand there.
const completeCommand = "__complete"

// shells are the shells that have a script. All scripts ask the program.
//
// Bash breaks words at = and :, so its script puts them together again, and takes
// from the answers what stands on the line before the last break. After = and :
// it leaves no space, since more follows.
var shells = []string{"bash", "zsh", "fish"}

// script returns the script of a shell.
func (p *Program) script(shell string) string {
	text, err := own.ReadFile("scripts/" + shell)
	if err != nil {
		return ""
	}
	return strings.NewReplacer("PROGRAM", p.Name, "FUNCTION", strings.ReplaceAll(p.Name, "-", "_")).Replace(string(text))
}

// complete prints the completions of the last word.
func (p *Program) complete(words []string) int {
	if len(words) == 0 {
		words = []string{""}
	}
	for _, answer := range p.answers(words) {
		fmt.Fprintln(p.Stdout, answer) // an error comes with Flush
	}
	if p.Stdout.Flush() != nil {
		return Failed
	}
	return Fine
}

// answers returns the completions of the last word, most of them followed by a
// tab and a description.
func (p *Program) answers(words []string) []string {
	if words[0] == helpName && len(words) > 1 {
		return slices.DeleteFunc(p.answers(words[1:]), func(answer string) bool { return answer == AnyFile })
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	n, depth := p.root.find(before)
	if n.command().Beside != nil {
		return answersBeside(n.command().Beside, words[depth:])
	}
	if slices.Contains(before, "--") {
		return p.arguments(n, depth, before)
	}
	if len(before) > depth {
		last := before[len(before)-1]
		if flag := n.flag(last); flag != nil && isFlag(last) && takesValue(flag) {
			return starting(valuesOf(flag, typed), typed)
		}
	}
	if name, value, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(typed, "-") {
		flag := n.flag(name)
		if flag == nil {
			return nil
		}
		values := starting(valuesOf(flag, value), value)
		for i, value := range values {
			if value != AnyFile {
				values[i] = name + "=" + value
			}
		}
		return values
	}
	if strings.HasPrefix(typed, "-") {
		return starting(flagAnswers(n), typed)
	}
	return starting(p.arguments(n, depth, before), typed)
}

// answersBeside returns the answers of a program beside this one.
func answersBeside(beside, words []string) []string {
	path, err := pathBeside(beside[0])
	if err != nil {
		return nil
	}
	text, err := exec.Command(path, slices.Concat([]string{completeCommand}, beside[1:], words)...).Output()
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// starting returns the answers that begin with typed.
func starting(answers []string, typed string) []string {
	return slices.DeleteFunc(slices.Clone(answers), func(answer string) bool {
		return answer != AnyFile && !strings.HasPrefix(answer, typed)
	})
}

func flagAnswers(n *node) (answers []string) {
	for _, flag := range n.command().Flags {
		for _, name := range flag.Names() {
			answers = append(answers, FlagText(name)+"\t"+flagMeaning(flag))
		}
	}
	return answers
}

// valuesOf returns the values of a flag that can be listed. In a list they follow what was
// typed up to the last comma.
func valuesOf(flag Flag, typed string) []string {
	switch flag := flag.(type) {
	case *Choice:
		values := slices.Clone(flag.Values())
		for i := range values {
			if flag.Lists {
				values[i] = typed[:strings.LastIndexByte(typed, ',')+1] + values[i]
			}
		}
		return values
	case *StringFlag:
		if flag.TakesFile {
			return []string{AnyFile}
		}
	case *library.GenericFlag:
		return []string{AnyFile}
	}
	return nil
}

// arguments returns the possible arguments of a command: commands below it, words to
// choose from, or files. before are the earlier words, of which the first depth name the
// command.
func (p *Program) arguments(n *node, depth int, before []string) (answers []string) {
	if len(before) == depth {
		for _, below := range n.below {
			does, _ := p.text(below)
			answers = append(answers, below.name+"\t"+does)
		}
	}
	switch arguments := n.command().Arguments; {
	case strings.Contains(arguments, "FILE"), strings.Contains(arguments, "FOLDER"):
		answers = append(answers, AnyFile)
	case strings.Contains(arguments, "|"):
		answers = append(answers, strings.Split(arguments, "|")...)
	}
	if values := n.command().Values; values != nil {
		answers = append(answers, values()...)
	}
	return answers
}
