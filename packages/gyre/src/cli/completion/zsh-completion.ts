/** Completion for zsh. */
import {
  type CommandOffer,
  type CompletionTable,
  firstWords,
  type OptionOffer,
  secondWords,
  valuedSpellings,
} from './completion-table.ts'
import { codeOf, optionCases, quoted } from './shell-case.ts'

/** A function that knows the commands and their options, and asks `gyre` for names of loops, personas and the like. */
export function zshCompletion(table: CompletionTable): string {
  return `#compdef gyre
# Completion of gyre for zsh. Save it as _gyre in a folder of $fpath, or load it by: source <(gyre completion zsh)

_gyre_value() {
  case $1 in
    values:*) compadd -- \${(f)"$(\${words[1]} completion values \${1#values:} 2>/dev/null)"} ;;
    words:*) compadd -- \${(s:,:)\${1#words:}} ;;
    *) _files ;;
  esac
}

_gyre() {
  local current=\${words[CURRENT]} before=\${words[CURRENT-1]} command='' value='' repeats=''
  local -a seen flags firsts args seconds
  integer at count
  for ((at = 2; at < CURRENT; at++)); do
    case \${words[at]} in
      --) _files; return ;;
      ${valuedSpellings(table).join('|')}) ((at += 1)) ;;
      -?*) ;;
      *) seen+=("\${words[at]}") ;;
    esac
  done
  case "\${seen[1]} \${seen[2]}" in
${[...secondWords(table).values()]
  .flat()
  .map(({ name }) => `    ${quoted(name)}) command=${quoted(name)}; count=$(( \${#seen} - 2 )) ;;`)
  .join('\n')}
    *) command=\${seen[1]:-run}; count=$(( \${#seen} - 1 )) ;;
  esac
  case \${seen[1]} in
${[...secondWords(table)].map(([first, commands]) => `    ${first}) seconds=(${commands.map(describedSecond).join(' ')}) ;;`).join('\n')}
  esac
  case $command in
${table.commands.map(commandCase).join('\n')}
  esac
  case $command:$before in
${table.commands.flatMap((command) => optionCases(command.options, quoted(command.name))).join('\n')}
    *)
      case $before in
${optionCases(table.globals).join('\n')}
      esac
      ;;
  esac
  if [[ -n $value ]]; then
    _gyre_value $value
  elif [[ $current == -* ]]; then
    flags+=(${table.globals.map(describedOption).join(' ')})
    _describe -o option flags
  elif (( \${#seen} == 0 )); then
    firsts=(${firstWords(table)
      .map(([word, summary]) => described(word, summary))
      .join(' ')})
    _describe command firsts
  else
    if (( \${#seen} == 1 && \${#seconds} > 0 )); then _describe command seconds; fi
    if [[ -n $repeats ]] && (( count >= \${#args} )); then count=$(( \${#args} - 1 )); fi
    if (( count >= 0 && count < \${#args} )); then _gyre_value \${args[count+1]}; fi
  fi
}

if [[ \${funcstack[1]} == _gyre ]]; then _gyre "$@"; else compdef _gyre gyre; fi
`
}

function commandCase({ name, options, args, isRepeating }: CommandOffer): string {
  const offers = args.map((offer) => quoted(codeOf(offer))).join(' ')
  const shown = options.map(describedOption).join(' ')
  return `    ${quoted(name)}) flags=(${shown}); args=(${offers}); repeats=${quoted(isRepeating ? 'yes' : '')} ;;`
}

function describedSecond({ name, summary }: CommandOffer): string {
  return described(name.split(' ').at(-1) ?? '', summary)
}

function describedOption({ long, description }: OptionOffer): string {
  return described(`--${long}`, description)
}

/** `_describe` takes a word and its description apart at the first colon. */
function described(word: string, text: string): string {
  return quoted(`${word.replaceAll(':', '\\:')}:${text}`)
}
