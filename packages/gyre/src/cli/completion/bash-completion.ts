/** Completion for bash, of version 3.2 and later. */
import {
  type CommandOffer,
  type CompletionTable,
  firstWords,
  secondWords,
  valuedSpellings,
} from './completion-table.ts'
import { codeOf, optionCases, quoted } from './shell-case.ts'

/** A function that knows the commands and their options, and asks `gyre` for names of loops, personas and the like. */
export function bashCompletion(table: CompletionTable): string {
  return `# Completion of gyre for bash. Load it by: source <(gyre completion bash)

${offering}
_gyre() {
  local gyre=$1 cur=\${COMP_WORDS[COMP_CWORD]} before='' command='' first='' second='' count=0 at word
  local options='' args='' repeats='' seconds='' value='none'
  COMPREPLY=()
${scanning(table)}
  case "$first $second" in
${[...secondWords(table).values()]
  .flat()
  .map(({ name }) => `    ${quoted(name)}) command=${quoted(name)} count=$((count - 2)) ;;`)
  .join('\n')}
    *) command=\${first:-run} count=$((count - 1)) ;;
  esac
  case $first in
${[...secondWords(table)].map(([first, commands]) => `    ${first}) seconds=${quoted(commands.map(lastWord).join('\n'))} ;;`).join('\n')}
  esac
  case $command in
${table.commands.map(commandCase).join('\n')}
  esac
  case $command:$before in
${table.commands.flatMap((command) => optionCases(command.options, quoted(command.name))).join('\n')}
    *)
      case $before in
${optionCases(table.globals).join('\n')}
        *) before='' ;;
      esac
      ;;
  esac
  if [[ -n $before ]]; then _gyre_value "$value"
  elif [[ $cur == -* ]]; then
    _gyre_offer <<<"$options"
    _gyre_offer <<<${quoted(table.globals.map(({ long }) => `--${long}`).join('\n'))}
  elif [[ -z $first ]]; then
    _gyre_offer <<<${quoted(
      firstWords(table)
        .map(([word]) => word)
        .join('\n'),
    )}
  else
    if [[ -z $second ]]; then _gyre_offer <<<"$seconds"; fi
    set -- $args
    if [[ -n $repeats ]] && ((count >= $#)); then count=$(($# - 1)); fi
    if ((count >= 0 && count < $#)); then shift "$count"; _gyre_value "$1"; fi
  fi
}

complete -o bashdefault -o default -F _gyre gyre
`
}

const offering = `# Offers the lines that begin with what was typed. Names are never expanded.
_gyre_offer() {
  local each
  while IFS= read -r each; do
    if [[ -n $each && $each == "$cur"* ]]; then COMPREPLY+=("$each"); fi
  done
}

# Where nothing is offered, bash goes on with file names.
_gyre_value() {
  case $1 in
    values:*) _gyre_offer < <("$gyre" completion values "\${1#values:}" 2>/dev/null) ;;
    words:*) _gyre_offer < <(tr ',' '\\n' <<<"\${1#words:}") ;;
  esac
}
`

/** Finds the words before the cursor that are neither options nor their values, and what stands just before it. */
function scanning(table: CompletionTable): string {
  return `  # Bash takes --loop=react apart at the sign.
  if [[ $cur == '=' ]]; then cur=''; before=\${COMP_WORDS[COMP_CWORD - 1]}
  elif [[ \${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}
  else before=\${COMP_WORDS[COMP_CWORD - 1]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      --) return ;;
      =) ;;
      ${valuedSpellings(table).join('|')}) if [[ \${COMP_WORDS[at + 1]} == '=' ]]; then ((at += 2)); else ((at += 1)); fi ;;
      -?*) ;;
      *)
        ((count += 1))
        if ((count == 1)); then first=$word; elif ((count == 2)); then second=$word; fi
        ;;
    esac
  done`
}

function commandCase({ name, options, args, isRepeating }: CommandOffer): string {
  const longs = options.map(({ long }) => `--${long}`).join('\n')
  const offers = args.map(codeOf).join(' ')
  return `    ${quoted(name)}) options=${quoted(longs)} args=${quoted(offers)} repeats=${quoted(isRepeating ? 'yes' : '')} ;;`
}

function lastWord({ name }: CommandOffer): string {
  return name.split(' ').at(-1) ?? ''
}
