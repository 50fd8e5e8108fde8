# Makes an interactive zsh print what it would offer, and leave: source offering.zsh COMPLETIONS
PROMPT=
autoload -Uz compinit && compinit -u -D
source $1
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- "offered "${^hits}
  return 0
}
bindkey '^I' complete-word
finished() { print that-is-all; exit }
comppostfuncs=(finished)
print are-you-ready
