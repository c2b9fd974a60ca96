# complete.bash LINE: what the function of completion gives for LINE, a word a line, with the words cut as bash does.
source <(interlock completion bash)
COMP_LINE=$1
COMP_POINT=${#1}
COMP_WORDS=()
for word in $1; do
  if [[ $word == *=* ]]; then
    COMP_WORDS+=("${word%%=*}" =)
    [ -z "${word#*=}" ] || COMP_WORDS+=("${word#*=}")
  else
    COMP_WORDS+=("$word")
  fi
done
[[ $1 != *" " ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
complete -p interlock > /dev/null || exit 1
_interlock
printf '%s\n' "${COMPREPLY[@]}"
