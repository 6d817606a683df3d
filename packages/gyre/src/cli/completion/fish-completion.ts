/** Completion for fish, of version 3 and later. */
import {
  type CommandOffer,
  type CompletionTable,
  firstWords,
  type Offer,
  type OptionOffer,
  valuedSpellings,
} from './completion-table.ts'

/** One line for each word and option; names of loops, personas and the like are asked of `gyre`. */
export function fishCompletion(table: CompletionTable): string {
  return `# Completion of gyre for fish. Save it as ~/.config/fish/completions/gyre.fish

# The words before the cursor that are neither options nor their values.
function __gyre_words
    set -l skip 0
    set -l tokens (commandline -opc)
    set -e tokens[1]
    for token in $tokens
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $token
            case ${valuedSpellings(table).map(quoted).join(' ')}
                set skip 1
            case '-*'
            case '*'
                printf '%s\\n' $token
        end
    end
end

# Whether these are all the words so far.
function __gyre_at
    set -l words (__gyre_words)
    test "$words" = "$argv"
end

# Whether these are the first words.
function __gyre_in
    set -l words (__gyre_words)
    test (count $words) -ge (count $argv); and test "$words[1..(count $argv)]" = "$argv"
end

# Whether these are the first words and this many follow.
function __gyre_arg
    set -l words (__gyre_words)
    __gyre_in $argv[2..]; and test (count $words) -eq (math (count $argv) - 1 + $argv[1])
end

function __gyre_values
    gyre completion values $argv 2>/dev/null
end

${[
  ...firstWords(table).map(([word, summary]) => line('__gyre_at', `-f -a ${quoted(word)} -d ${quoted(summary)}`)),
  ...table.globals.map((option) => `complete -c gyre ${optionText(option)}`),
  ...table.commands.flatMap(commandLines),
].join('\n')}
`
}

function commandLines({ name, summary, options, args, isRepeating }: CommandOffer): readonly string[] {
  const [first = '', second] = name.split(' ')
  const itself =
    second === undefined ? [] : [line(`__gyre_at ${first}`, `-f -a ${quoted(second)} -d ${quoted(summary)}`)]
  const offered = args.flatMap((offer, at) => {
    const text = offerText(offer)
    const condition = isRepeating && at === args.length - 1 ? `__gyre_in ${name}` : `__gyre_arg ${at} ${name}`
    return text === '' ? [] : [line(condition, text)]
  })
  // Options of a bare goal are those of a run.
  const within = name === 'run' ? '__gyre_in run; or __gyre_at' : `__gyre_in ${name}`
  return [...itself, ...options.map((option) => line(within, optionText(option))), ...offered]
}

function line(condition: string, rest: string): string {
  return `complete -c gyre -n ${quoted(condition)} ${rest}`
}

function optionText({ long, short, description, value }: OptionOffer): string {
  const names = short === undefined ? `-l ${long}` : `-s ${short} -l ${long}`
  const needs = value === undefined ? '' : ` ${valueText(value)}`
  return `${names}${needs} -d ${quoted(description)}`
}

function valueText(offer: Offer): string {
  return offer.kind === 'file' ? '-r -F' : `-x ${offerText(offer).replace(/^-f ?/, '')}`.trimEnd()
}

function offerText(offer: Offer): string {
  if (offer.kind === 'values') return `-f -a '(__gyre_values ${offer.of})'`
  if (offer.kind === 'words') return `-f -a ${quoted(offer.words.join(' '))}`
  return offer.kind === 'file' ? '-F' : ''
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
