/** What can be typed where, read off the table of commands. Every shell's script is made from it. */
import type { Command, OptionSpec } from '../command.ts'
import { globalOptions } from '../options.ts'

/** Names that only the data knows. */
export type ValueKind =
  | 'loops'
  | 'personas'
  | 'prompts'
  | 'settings'
  | 'sessions'
  | 'tools'
  | 'servers'
  | 'documents'
  | 'memories'

/** What may stand in a place: names, some words, a file, or anything. */
export type Offer =
  | { readonly kind: 'values'; readonly of: ValueKind }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'file' }
  | { readonly kind: 'none' }

export type OptionOffer = {
  readonly long: string
  readonly short: string | undefined
  readonly description: string
  /** What follows it; undefined for a switch. */
  readonly value: Offer | undefined
}

export type CommandOffer = {
  readonly name: string
  readonly summary: string
  readonly options: readonly OptionOffer[]
  /** What its arguments may be, one by one. */
  readonly args: readonly Offer[]
  /** Whether the last of them may be repeated. */
  readonly isRepeating: boolean
}

export type CompletionTable = {
  readonly commands: readonly CommandOffer[]
  readonly globals: readonly OptionOffer[]
}

export function completionTable(commands: readonly Command[]): CompletionTable {
  return {
    commands: commands.filter(({ isHidden }) => !isHidden).map(commandOffer),
    globals: optionOffers(globalOptions),
  }
}

/** The first words of all commands, each once, with what they do. */
export function firstWords({ commands }: CompletionTable): readonly (readonly [word: string, summary: string])[] {
  const words = new Map<string, string>()
  for (const { name, summary } of commands) {
    const [first = ''] = name.split(' ')
    if (name === first || !words.has(first)) words.set(first, summary)
  }
  return [...words]
}

/** The second words of commands that have two, by the first. */
export function secondWords({ commands }: CompletionTable): ReadonlyMap<string, readonly CommandOffer[]> {
  return Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  )
}

/** Every spelling of the options that take a value: the word after one is no argument. */
export function valuedSpellings({ commands, globals }: CompletionTable): readonly string[] {
  const valued = [...globals, ...commands.flatMap(({ options }) => options)].filter(({ value }) => value !== undefined)
  return [...new Set(valued.flatMap(spellingsOf))]
}

/** `-l`, `--loop`. */
export function spellingsOf({ long, short }: OptionOffer): readonly string[] {
  return short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`]
}

function commandOffer({ name, summary, args, options }: Command): CommandOffer {
  return { name, summary, options: optionOffers(options), ...argOffers(args, name) }
}

/** What stands in each place; where usage tells of several ways, the first that knows what is offered there. */
function argOffers(usage: string, command: string): Pick<CommandOffer, 'args' | 'isRepeating'> {
  const ways = usage.split(' | ').map((way) => way.split(' ').filter((word) => word !== ''))
  // What follows an option is no argument.
  const plain = ways.filter((words) => !words.some((word) => word.startsWith('-')))
  const [first = [], ...others] = plain.length > 0 ? plain : ways
  const most = Math.max(first.length, ...others.map(({ length }) => length))
  const args = Array.from({ length: most }, (_, at): Offer => {
    const offers = [first, ...others].map((words) => argOffer(words[at] ?? '', command))
    return offers.find(({ kind }) => kind !== 'none') ?? { kind: 'none' }
  })
  return { args, isRepeating: first.at(-1)?.includes('…') ?? false }
}

function optionOffers(options: Readonly<Record<string, OptionSpec>>): readonly OptionOffer[] {
  return Object.entries(options).map(([long, { type, short, value = '', description }]) => ({
    long,
    short,
    description,
    value: type === 'boolean' ? undefined : optionOffer(value),
  }))
}

const byOptionValue: Readonly<Record<string, Offer>> = {
  LOOP: { kind: 'values', of: 'loops' },
  PERSONA: { kind: 'values', of: 'personas' },
  ID: { kind: 'values', of: 'sessions' },
  'GLOB,…': { kind: 'values', of: 'tools' },
  FORM: { kind: 'words', words: ['text', 'json', 'stream-json'] },
  FILE: { kind: 'file' },
  DIR: { kind: 'file' },
}

function optionOffer(value: string): Offer {
  return byOptionValue[value] ?? { kind: 'none' }
}

/** What names and ids are of, by the first word of the command; elsewhere an id is a session's. */
const byCommand: Readonly<Record<string, ValueKind>> = {
  loops: 'loops',
  personas: 'personas',
  prompts: 'prompts',
  settings: 'settings',
  tools: 'tools',
  mcp: 'servers',
  knowledge: 'documents',
  memory: 'memories',
}

/** Their names are new. */
const naming: ReadonlySet<string> = new Set(['mcp add'])

function argOffer(usage: string, command: string): Offer {
  const word = usage.replace(/[[\]…]/g, '')
  if (/^[a-z]+(?:\|[a-z]+)+$/.test(word)) return { kind: 'words', words: word.split('|') }
  if (/^(?:FILE|PATH)\b/.test(word)) return { kind: 'file' }
  const own = naming.has(command) ? undefined : byCommand[command.split(' ')[0] ?? '']
  if (own && /^(?:NAME|ID|KEY|SOURCE)$/.test(word)) return { kind: 'values', of: own }
  return /^ID\b/.test(word) ? { kind: 'values', of: 'sessions' } : { kind: 'none' }
}
