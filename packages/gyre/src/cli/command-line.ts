/** The command line, read and checked against the table of commands. */
import { parseArgs } from 'node:util'
import { GyreError, toGyreError } from '@gyre/core'
import type { Command, OptionSpec, OptionTable } from './command.ts'
import { namesOf, refuseHelpSlips, refuseSecondWord, refuseSlips, secondWords } from './command-slips.ts'
import { refuseWrongOptions } from './option-check.ts'
import { globalOptions, Options } from './options.ts'

export type Invocation =
  | {
      readonly kind: 'help'
      readonly command?: Command
      /** The first word of commands that have two, where it is no command itself. */
      readonly family?: string
      readonly options: Options
    }
  | { readonly kind: 'version'; readonly options: Options }
  | {
      readonly kind: 'command'
      readonly command: Command
      readonly args: readonly string[]
      readonly options: Options
    }

/** A word of the command line that is no option, and its place. */
type Word = { readonly index: number; readonly value: string }

/** Reads what was typed. A bare goal is a `run`. */
export function readCommandLine(typed: readonly string[], commands: readonly Command[]): Invocation {
  const args = typed.map(masked)
  const run = find(commands, 'run')
  const words = namingWords(args, commands, run)
  const texts = words.map(({ value }) => value)
  const help = helpFor(texts, commands)
  if (help) return { kind: 'help', ...help, options: new Options({}) }
  const named = namedCommand(words, commands)
  if (named) return read(named.command, without(args, named.words))
  refuseSlips(texts, commands)
  if (!run) throw new GyreError('usage-invalid', 'There is no command `run`.')
  const invocation = read(run, args)
  return hasGoal(args, words, invocation.options) || invocation.kind === 'version'
    ? invocation
    : { kind: 'help', options: invocation.options }
}

/** The command the first words name, one of two words before one of one. */
function namedCommand(words: readonly Word[], commands: readonly Command[]) {
  for (const count of [2, 1]) {
    const first = words.slice(0, count)
    const command = find(commands, first.map(({ value }) => value).join(' '))
    if (!command) continue
    if (count === 1) refuseSecondSlips(command, words[1], commands)
    return { command, words: first }
  }
  return undefined
}

/** Whether there is anything to run but options. */
function hasGoal(args: readonly string[], words: readonly Word[], options: Options): boolean {
  return words.length > 0 || args.includes('--') || options.text('file') !== undefined
}

/** What follows an option of the command that the first word names is no second word: `memory --kind note`. */
function namingWords(args: readonly string[], commands: readonly Command[], run: Command | undefined) {
  const words = commandWords(args, run?.options)
  const first = find(commands, words[0]?.value ?? '')
  return first ? commandWords(args, { ...run?.options, ...first.options }) : words
}

/** The words up to a `--`: what comes after it is a goal, whatever it says. */
function commandWords(args: readonly string[], known: OptionTable = {}): readonly Word[] {
  const options = { ...globalOptions, ...known }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const end = tokens.find((token) => token.kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY
  return tokens.flatMap((token) =>
    token.kind === 'positional' && token.index < end ? [{ index: token.index, value: unmasked(token.value) }] : [],
  )
}

function find(commands: readonly Command[], name: string): Command | undefined {
  return commands.find((command) => namesOf([command]).includes(name))
}

function without(args: readonly string[], words: readonly Word[]): readonly string[] {
  return args.filter((_, at) => !words.some(({ index }) => index === at))
}

/** `help`, `help ps`, `help context`; a goal may begin with the word, too. */
function helpFor([first, ...asked]: readonly string[], commands: readonly Command[]) {
  if (first !== 'help') return undefined
  if (asked.length === 0) return {}
  const name = asked.join(' ')
  const command = find(commands, name)
  if (command) return { command }
  if (secondWords(name, commands).length > 0) return { family: name }
  refuseHelpSlips(asked, commands)
  return undefined
}

/** A word after a command that takes none was meant to be the second word of another. */
function refuseSecondSlips({ name, arity }: Command, second: Word | undefined, commands: readonly Command[]): void {
  if (second && arity?.[1] === 0) refuseSecondWord(name, second.value, commands)
}

function read(command: Command, args: readonly string[]): Invocation {
  refuseWrongOptions(command, args)
  const { values, positionals } = parse(command, args)
  const given = Object.entries(values).map(([name, each]) => [name, plain(each)] as const)
  const options = new Options(
    Object.fromEntries(given.map(([name, each]) => [name, joined(each, command.options[name])])),
  )
  if (options.flag('help')) return { kind: 'help', command, options }
  if (options.flag('version')) return { kind: 'version', options }
  const words = positionals.map(unmasked)
  refuseWrongNumber(command, words)
  return { kind: 'command', command, args: words, options }
}

function parse(command: Command, args: readonly string[]) {
  try {
    const known: OptionTable = { ...globalOptions, ...command.options }
    const options = Object.entries(known).map(([name, spec]) => [name, { ...spec, multiple: isRepeatable(spec) }])
    return parseArgs({ args: [...args], options: Object.fromEntries(options) as OptionTable, allowPositionals: true })
  } catch (error) {
    throw toGyreError(error, 'usage-invalid')
  }
}

function isRepeatable({ multiple, isList }: OptionSpec): boolean {
  return multiple === true || isList === true
}

/** No argument of a process can hold this character. */
const mask = '\0'

/** `-3` is a number and no option: it is hidden from the parser. */
function masked(arg: string): string {
  return /^-\.?\d/.test(arg) ? `${mask}${arg}` : arg
}

function unmasked(arg: string): string {
  return arg.startsWith(mask) ? arg.slice(mask.length) : arg
}

type Given = string | boolean | (string | boolean)[] | undefined

function plain(given: Given): Given {
  if (Array.isArray(given)) return given.map((each) => (typeof each === 'string' ? unmasked(each) : each))
  return typeof given === 'string' ? unmasked(given) : given
}

/** The parts of a list are one list, however they were given. */
function joined(given: Given, spec: OptionSpec | undefined): Given {
  return spec?.isList && Array.isArray(given) ? given.join(',') : given
}

function refuseWrongNumber({ name, args: usage, arity }: Command, args: readonly string[]): void {
  const [least, most] = arity ?? [0, Number.POSITIVE_INFINITY]
  if (args.length < least) {
    const missing = usage.split(' ').slice(args.length, least).join(' ')
    const fault = args.length === 0 ? ` needs ${usage}.` : `: ${missing} is missing.`
    throw new GyreError('usage-invalid', `\`gyre ${name}\`${fault} Write: gyre ${name} ${usage}`, { command: name })
  }
  const extra = args[most]
  if (extra === undefined) return
  throw new GyreError('usage-invalid', `\`gyre ${name}\` takes no \`${extra}\`.`, { command: name })
}
