/** The command that goes on with an eval that was stopped, as it is typed. */
import type { Command, OptionTable } from '../command.ts'
import { globalOptions, type Options } from '../options.ts'

/** What was begun anew goes on with the sessions since then; all other options stay. */
export function sameCommand(command: Command, args: readonly string[], options: Options, since: number): string {
  const table: OptionTable = { data: globalOptions.data, owner: globalOptions.owner, ...command.options }
  const others = Object.entries(table).filter(([name]) => name !== 'fresh')
  const typed = others.flatMap(([name, { type }]) => {
    if (type === 'boolean') return options.flag(name) ? [`--${name}`] : []
    const text = options.text(name)
    return [...options.texts(name), ...(text === undefined ? [] : [text])].flatMap((each) => optionWords(name, each))
  })
  const from = options.flag('fresh') ? ['--since', new Date(since).toISOString()] : []
  return ['gyre', command.name, ...args.map(shellWord), ...typed, ...from].join(' ')
}

/** A value that begins like an option is written in one word with its own. */
function optionWords(name: string, text: string): readonly string[] {
  return text.startsWith('-') ? [`--${name}=${shellWord(text)}`] : [`--${name}`, shellWord(text)]
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
