# Prints what zsh offers behind a line, each on a line of its own: zsh -f offered.zsh COMPLETIONS LINE
zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell "source ${0:A:h}/offering.zsh $1"
while zpty -r shell line; do [[ $line == *are-you-ready* ]] && break; done
zpty -w -n shell "$2"$'\t'
while zpty -r shell line; do
  line=${line%$'\r\n'}
  [[ $line == *offered\ * ]] && print -r -- ${line#*offered }
  [[ $line == *that-is-all* ]] && break
done
zpty -d shell
