function __seedoku_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l flag (string match -r '^-[^=]*=' -- $words[-1])
  for answer in ($words[1] __complete $words[2..-1] 2>/dev/null)
    if test "$answer" = /
      for path in (__fish_complete_path (string replace -- "$flag" '' $words[-1]))
        echo "$flag"$path
      end
    else
      echo $answer
    end
  end
end
complete -c seedoku -f -a '(__seedoku_complete)'
