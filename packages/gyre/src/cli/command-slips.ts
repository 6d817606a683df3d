/** What was nearly a command: refused with what was meant, because a goal is work that is paid for. */
import { editDistance, GyreError } from '@gyre/core'
import type { Command } from './command.ts'
import { nearest } from './suggestion.ts'

/** Longer ones are cut where a whole line is suggested. */
const longestShown = 60

/** Every name a command goes by. */
export function namesOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap(({ name, aliases = [] }) => [name, ...aliases])
}

/** Second words of the commands that begin with this one. */
export function secondWords(first: string, commands: readonly Command[]): readonly string[] {
  return namesOf(commands).flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))
}

/** `help` and one word that is no command, or nearly one. More words may well be a goal. */
export function refuseHelpSlips(asked: readonly string[], commands: readonly Command[]): void {
  const name = asked.join(' ')
  if (asked.length > 2 || asked.some((word) => /\s/.test(word))) return
  const meant = nearest(name, [...new Set([...namesOf(commands), ...firstWords(commands)])])
  if (!meant && asked.length > 1) return
  const hint = meant ? `Did you mean \`gyre help ${meant}\`?` : '`gyre help` lists them.'
  throw new GyreError('usage-invalid', `There is no command \`${name}\`. ${hint} ${asGoal(['help', ...asked])}`)
}

/** A goal in one argument is a goal, and so are words whose first is far from every command. */
export function refuseSlips(words: readonly string[], commands: readonly Command[]): void {
  const [first, ...rest] = words
  if (first === undefined || /\s/.test(first)) return
  refuseHalfNames(words, commands)
  const known = firstWords(commands)
  const meant = known.includes(first) ? undefined : (nearest(first, known) ?? shortSlip(words, known))
  if (meant === undefined || !isSlip(words, meant, commands)) return
  const line = shown(rest.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' '))
  const hint = `Did you mean \`gyre ${meant}${line && ` ${line}`}\`?`
  throw new GyreError('usage-invalid', `There is no command \`${first}\`. ${hint} ${asGoal(words)}`)
}

/** Half of a short name may be wrong where it is all that was typed: `ls` for `ps`. */
function shortSlip(words: readonly string[], known: readonly string[]): string | undefined {
  const [word = ''] = words
  if (words.length !== 1 || word.length !== 2) return undefined
  return known.find((name) => name.length === 2 && editDistance(word, name) === 1)
}

/** One word is hardly a goal. Of more, the first must be very near, or the second what only a command takes. */
function isSlip(
  [first = '', second, ...rest]: readonly string[],
  meant: string,
  commands: readonly Command[],
): boolean {
  if (second === undefined || isSession(second) || secondWords(meant, commands).includes(second)) return true
  if (hasSameLetters(first, meant)) return true
  // Fingers hit the first letter: `what` is no slip of `chat`, nor `how` of `show`.
  if (first[0]?.toLowerCase() !== meant[0]) return false
  if (rest.length === 0) return true
  // A sentence begins with a capital letter.
  return first.toLowerCase() !== meant && first.length > 3 && editDistance(first, meant) === 1
}

/** The first word of commands that have two: more words may well be a goal. */
function refuseHalfNames([first = '', second]: readonly string[], commands: readonly Command[]): void {
  const isMeant = second === undefined || isSession(second) || nearest(second, secondWords(first, commands))
  if (isMeant) refuseSecondWord(first, second, commands)
}

/** A second word that makes no command of a first one that has some. */
export function refuseSecondWord(first: string, second: string | undefined, commands: readonly Command[]): void {
  const rest = secondWords(first, commands)
  if (rest.length === 0) return
  const meant = second === undefined ? undefined : nearest(second, rest)
  const hint = meant ? `Did you mean \`gyre ${first} ${meant}\`?` : `There is ${listed(first, rest)}.`
  const typed = second === undefined ? first : `${first} ${second}`
  throw new GyreError('usage-invalid', `\`gyre ${typed}\` is no command. ${hint}`, { command: first })
}

function listed(first: string, rest: readonly string[]): string {
  return rest.map((word) => `\`${first} ${word}\``).join(', ')
}

/** What is typed first for all the commands there are. */
function firstWords(commands: readonly Command[]): readonly string[] {
  const shownOnes = commands.filter(({ isHidden }) => !isHidden)
  return [...new Set(['help', ...shownOnes.map(({ name }) => name.split(' ')[0] ?? name)])]
}

function isSession(word: string): boolean {
  return word === 'last' || /^ses_\w/.test(word)
}

function hasSameLetters(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

function asGoal(words: readonly string[]): string {
  return `To run it as a goal: gyre run ${JSON.stringify(shown(words.join(' ')))}`
}

function shown(text: string): string {
  return text.length > longestShown ? '…' : text
}
