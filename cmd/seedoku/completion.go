package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// completions are the scripts by shell. The scripts for bash and zsh ask the
// program which words can follow. The script for fish holds all words.
var completions = []struct {
	shell  string
	script func(*cli.App) (string, error)
}{
	{"bash", func(*cli.App) (string, error) { return bashCompletion, nil }},
	{"zsh", func(*cli.App) (string, error) { return zshCompletion, nil }},
	{"fish", (*cli.App).ToFishCompletion},
}

const bashCompletion = `_seedoku() {
  local word="${COMP_WORDS[COMP_CWORD]}"
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  if [[ "$word" == -* ]]; then
    words+=("$word")
  fi
  local found
  found=$("${words[@]}" --generate-bash-completion 2>/dev/null)
  mapfile -t COMPREPLY < <(compgen -W "$found" -- "$word")
  if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _seedoku seedoku
`

const zshCompletion = `#compdef seedoku
_seedoku() {
  local -a found
  local word="${words[CURRENT]}"
  local -a before=("${(@)words[1,CURRENT-1]}")
  if [[ "$word" == -* ]]; then
    before+=("$word")
  fi
  found=("${(@f)$(_CLI_ZSH_AUTOCOMPLETE_HACK=1 "${before[@]}" --generate-bash-completion 2>/dev/null)}")
  if [[ -n "${found[1]}" ]]; then
    _describe 'values' found
  else
    _files
  fi
}
compdef _seedoku seedoku
`

func completionCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a script that completes commands and flags in a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `Examples:
  source <(seedoku completion bash)
  seedoku completion zsh > "${fpath[1]}/_seedoku"
  seedoku completion fish > ~/.config/fish/completions/seedoku.fish`,
		BashComplete: func(c *cli.Context) {
			for _, completion := range completions {
				fmt.Fprintln(p.stdout, completion.shell)
			}
		},
		Action: func(c *cli.Context) error {
			for _, completion := range completions {
				if c.NArg() != 1 || c.Args().First() != completion.shell {
					continue
				}
				script, err := completion.script(c.App)
				if err != nil {
					return err
				}
				_, err = p.stdout.WriteString(script)
				return err
			}
			return usagef(c, "name one shell: bash, zsh or fish")
		},
	}
}
