/** The command line, read and checked against the table of commands. */
import { parseArgs } from 'node:util'
import { GyreError, toGyreError } from '@gyre/core'
import type { Command } from './command.ts'
import { globalOptions, Options } from './options.ts'
import { nearest } from './suggestion.ts'

export type Invocation =
  | { readonly kind: 'help'; readonly command?: Command; readonly options: Options }
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
export function readCommandLine(args: readonly string[], commands: readonly Command[]): Invocation {
  const run = find(commands, 'run')
  const words = commandWords(args, run)
  const help = helpFor(words, commands)
  if (help) return { kind: 'help', ...help, options: new Options({}) }
  const named = namedCommand(words, commands)
  if (named) return read(named.command, without(args, named.words))
  refuseSlips(words, commands)
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

/** The words up to a `--`: what comes after it is a goal, whatever it says. */
function commandWords(args: readonly string[], run: Command | undefined): readonly Word[] {
  const options = { ...globalOptions, ...run?.options }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const end = tokens.find((token) => token.kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY
  return tokens.flatMap((token) => (token.kind === 'positional' && token.index < end ? [token] : []))
}

function find(commands: readonly Command[], name: string): Command | undefined {
  return commands.find((command) => command.name === name)
}

function without(args: readonly string[], words: readonly Word[]): readonly string[] {
  return args.filter((_, at) => !words.some(({ index }) => index === at))
}

/** `help`, `help ps`; a goal may begin with the word, too. */
function helpFor([first, ...rest]: readonly Word[], commands: readonly Command[]): { command?: Command } | undefined {
  if (first?.value !== 'help') return undefined
  const asked = rest.map(({ value }) => value)
  if (asked.length === 0) return {}
  const command = find(commands, asked.join(' '))
  if (command) return { command }
  const [word = ''] = asked
  const meant = asked.length === 1 && nearest(word, namesOf(commands))
  if (!meant) return undefined
  throw new GyreError('usage-invalid', `There is no command \`${word}\`. Did you mean \`gyre help ${meant}\`?`)
}

function namesOf(commands: readonly Command[]): readonly string[] {
  return commands.map(({ name }) => name)
}

/** A goal of several words is a goal; one word that is nearly a command, or one before a session, is a slip. */
function refuseSlips(words: readonly Word[], commands: readonly Command[]): void {
  const [first, second] = words.map(({ value }) => value)
  if (first === undefined) return
  refuseHalfNames(first, second, commands)
  const isSlip = second === undefined || /^ses_\w/.test(second)
  const meant = isSlip ? nearest(first, namesOf(commands)) : undefined
  if (meant === undefined) return
  throw new GyreError(
    'usage-invalid',
    `There is no command \`${first}\`. Did you mean \`gyre ${meant}\`? A goal of this word is given by \`gyre run ${first}\`.`,
  )
}

/** The first word of commands that have two. */
function refuseHalfNames(first: string, second: string | undefined, commands: readonly Command[]): void {
  const rest = namesOf(commands).flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
  if (rest.length === 0) return
  const meant = second === undefined ? undefined : nearest(second, rest)
  if (second !== undefined && meant === undefined) return
  const hint = meant
    ? `Did you mean \`gyre ${first} ${meant}\`?`
    : `There is ${quoted(rest.map((word) => `${first} ${word}`))}.`
  throw new GyreError('usage-invalid', `\`gyre ${first}${second ? ` ${second}` : ''}\` is no command. ${hint}`)
}

/** A word after a command that takes none was meant to be the second word of another. */
function refuseSecondSlips({ name, arity }: Command, second: Word | undefined, commands: readonly Command[]): void {
  if (second && arity?.[1] === 0) refuseHalfNames(name, second.value, commands)
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function read(command: Command, args: readonly string[]): Invocation {
  refuseUnknownOptions(command, args)
  const { values, positionals } = parse(command, args)
  const options = new Options(values)
  if (options.flag('help')) return { kind: 'help', command, options }
  if (options.flag('version')) return { kind: 'version', options }
  refuseWrongNumber(command, positionals)
  return { kind: 'command', command, args: positionals, options }
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...globalOptions, ...command.options }, allowPositionals: true })
  } catch (error) {
    throw toGyreError(error, 'usage-invalid')
  }
}

function refuseUnknownOptions(command: Command, args: readonly string[]): void {
  const options = { ...globalOptions, ...command.options }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue
    const meant = nearest(token.name, Object.keys(options))
    const hint = meant
      ? `Did you mean \`--${meant}\`?`
      : `\`gyre help ${command.name}\` lists its options; a goal that begins with \`-\` follows \`--\`.`
    throw new GyreError('usage-invalid', `\`gyre ${command.name}\` has no option \`${token.rawName}\`. ${hint}`)
  }
}

function refuseWrongNumber({ name, args: usage, arity }: Command, args: readonly string[]): void {
  const [least, most] = arity ?? [0, Number.POSITIVE_INFINITY]
  if (args.length < least) {
    throw new GyreError('usage-invalid', `\`gyre ${name}\` needs ${usage}. Write: gyre ${name} ${usage}`)
  }
  const extra = args[most]
  if (extra !== undefined) throw new GyreError('usage-invalid', `\`gyre ${name}\` takes no \`${extra}\`.`)
}
