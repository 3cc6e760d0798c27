#compdef seedoku
_seedoku() {
  local -a described open
  local answer word about
  for answer in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word="${answer%%$'\t'*}" about=
    [[ "$answer" == *$'\t'* ]] && about=":${answer#*$'\t'}"
    if [[ "$word" == / ]]; then
      compset -P '*='
      _files
    elif [[ "$word" == *[=:] ]]; then
      open+=("${word//:/\\:}$about")
    elif [[ -n "$word" ]]; then
      described+=("${word//:/\\:}$about")
    fi
  done
  (( $#described )) && _describe -V seedoku described
  (( $#open )) && _describe -V seedoku open -S ''
  return 0
}
if [[ "$funcstack[1]" == _seedoku ]]; then
  _seedoku "$@"
else
  compdef _seedoku seedoku
fi
