/** Lines of a chat that are for the chat itself: `/help`, `/model openai/gpt-5`. */
import { GyreError } from '@gyre/core'
import { nearest } from '../suggestion.ts'

const slashCommands = {
  help: 'What can be typed',
  persona: 'NAME  Let this persona answer',
  loop: 'NAME  Let this loop answer',
  model: 'NAME  Ask this model',
  tools: 'The tools there are',
  show: 'The last turn, step by step',
  resume: 'Go on with the turn that was paused',
  quit: 'Leave; Ctrl-D does the same',
} as const

type SlashName = keyof typeof slashCommands

export type SlashCommand = { readonly name: SlashName; readonly value: string }

const named: ReadonlySet<SlashName> = new Set(['persona', 'loop', 'model'])

/** The command in a line; undefined when it is something to say. `//` begins a text with a slash. */
export function readSlashCommand(line: string): SlashCommand | undefined {
  const [, word, rest = ''] = /^\/([a-z]*)(?:\s+(.*))?$/.exec(line.trim()) ?? []
  if (word === undefined) return undefined
  const names = Object.keys(slashCommands) as SlashName[]
  const name = names.find((each) => each === word)
  if (name === undefined) {
    const meant = nearest(word, names)
    const hint = meant
      ? `Did you mean \`/${meant}\`?`
      : '`/help` lists them; a text that begins with a slash is typed as `//…`.'
    throw new GyreError('usage-invalid', `There is no \`/${word}\`. ${hint}`)
  }
  const value = rest.trim()
  if (named.has(name) && value === '') throw new GyreError('usage-invalid', `Write: /${name} NAME`)
  return { name, value }
}

/** What is said, without the slash that kept it from being a command. */
export function saidText(line: string): string {
  return line.trim().replace(/^\/\//, '/')
}

export function slashHelp(): readonly string[] {
  const rows = Object.entries(slashCommands).map(([name, text]) => {
    const [, value = '', what = text] = /^(NAME) {2}(.*)$/.exec(text) ?? []
    return `  ${`/${name} ${value}`.padEnd(15)} ${what}`
  })
  return [...rows, 'While it works, a line you type steers it, and Ctrl-C pauses it.']
}
