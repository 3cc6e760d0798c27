_seedoku() {
  local IFS=$'\n' words=() word answer cut i
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word="${COMP_WORDS[i]}"
    case "${COMP_WORDS[i-1]}" in
      *[=:]) [[ $i -gt 1 ]] && words[${#words[@]}-1]+="$word" && continue ;;
    esac
    case "$word" in
      [=:]*) [[ $i -gt 1 ]] && words[${#words[@]}-1]+="$word" && continue ;;
    esac
    words+=("$word")
  done
  word="${words[${#words[@]}-1]}"
  cut="${word%"${word##*[=:]}"}"
  COMPREPLY=()
  for answer in $("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null); do
    answer="${answer%%$'\t'*}"
    if [[ "$answer" == / ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=($(compgen -f -- "${word#"$cut"}"))
    elif [[ "$answer" == "$word"* ]]; then
      [[ "$answer" == *[=:] ]] && compopt -o nospace 2>/dev/null
      COMPREPLY+=("${answer#"$cut"}")
    fi
  done
}
complete -F _seedoku seedoku
