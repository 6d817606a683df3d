/**
 * What steps are looked for: `tool:web cost>0.01 ms>500 kind:generate failed "no results"`.
 *
 * Every part must hold; `-` before one turns it round. A word by itself, or a text in quotes, is looked for in the path
 * of a step, its name, its model and what it said.
 */
import type { Step } from '../session/session-log.ts'
import { attemptsOf, cachedTokensOf, hasFailed, isNotMade, outputOf, replyOf, replyText } from './step-facts.ts'

export type Part =
  | { readonly is: 'text'; readonly not: boolean; readonly text: string }
  | { readonly is: 'field'; readonly not: boolean; readonly field: TextField; readonly text: string }
  | {
      readonly is: 'number'
      readonly not: boolean
      readonly field: NumberField
      readonly than: Than
      readonly value: number
    }
  | { readonly is: 'state'; readonly not: boolean; readonly state: State }

export type Than = '>' | '<' | '>=' | '<=' | '='

const textFields = {
  tool: (step: Step) => step.tool ?? '',
  kind: (step: Step) => step.kind,
  model: (step: Step) => step.model ?? '',
  role: (step: Step) => step.role ?? '',
  path: (step: Step) => step.path,
  name: (step: Step) => step.name,
} as const
export type TextField = keyof typeof textFields

const numberFields = {
  ms: (step: Step) => step.ms,
  cost: (step: Step) => step.costUsd ?? 0,
  in: (step: Step) => step.inputTokens,
  out: (step: Step) => step.outputTokens,
  cached: cachedTokensOf,
  tokens: (step: Step) => step.inputTokens + step.outputTokens,
  attempts: attemptsOf,
} as const
export type NumberField = keyof typeof numberFields

const states = {
  failed: hasFailed,
  'not-made': isNotMade,
  retried: (step: Step) => attemptsOf(step) > 1,
  untrusted: (step: Step) => step.kind === 'tool' && outputOf(step).untrusted !== undefined,
} as const
export type State = keyof typeof states

export type FilterFault = { readonly at: number; readonly message: string }

export type ParsedFilter = { readonly parts: readonly Part[]; readonly fault: FilterFault | null }

const fieldNames = [...Object.keys(textFields), ...Object.keys(numberFields)].join(', ')

/** Never fails: what cannot be read is told, with where it stands. */
export function parseFilter(text: string): ParsedFilter {
  const parts: Part[] = []
  for (const { at, not, word, isQuoted, isOpen } of wordsIn(text)) {
    if (isOpen) return { parts, fault: { at, message: 'A quotation mark is never closed.' } }
    const read = isQuoted ? ({ is: 'text', not, text: word } as const) : partOf(word, not)
    if (typeof read === 'string') return { parts, fault: { at, message: read } }
    if (read) parts.push(read)
  }
  return { parts, fault: null }
}

type Word = {
  readonly at: number
  readonly not: boolean
  readonly word: string
  readonly isQuoted: boolean
  readonly isOpen: boolean
}

/** Words apart by spaces; `tool:"two words"` is one. */
function wordsIn(text: string): readonly Word[] {
  const words: Word[] = []
  for (const { index, 1: minus = '', 2: quoted, 3: bare = '' } of text.matchAll(
    /(-?)(?:"([^"]*)"?|((?:[^\s"]|"[^"]*"?)+))/g,
  )) {
    const whole = text.slice(
      index + minus.length,
      index + minus.length + (quoted === undefined ? bare.length : quoted.length + 2),
    )
    const isOpen = (whole.match(/"/g)?.length ?? 0) % 2 === 1
    const word = (quoted ?? bare).replaceAll('"', '')
    words.push({ at: index, not: minus !== '', word, isQuoted: quoted !== undefined, isOpen })
  }
  return words
}

/** A part; nothing for a lone `-`; or why it cannot be read. */
function partOf(word: string, not: boolean): Part | string | undefined {
  if (word === '') return undefined
  const [, field = '', sign = '', value = ''] = /^([\w-]*)(:|>=|<=|>|<|=)(.*)$/s.exec(word) ?? []
  if (sign === '')
    return Object.hasOwn(states, word) ? { is: 'state', not, state: word as State } : { is: 'text', not, text: word }
  if (Object.hasOwn(numberFields, field)) return numberPart({ field: field as NumberField, sign, value, not })
  if (!Object.hasOwn(textFields, field)) return `\`${field || sign}\` is no field. Fields: ${fieldNames}.`
  if (sign !== ':' && sign !== '=') return `\`${field}\` is a text: write \`${field}:${value || 'word'}\`.`
  if (value === '') return `After \`${field}:\` a word is missing.`
  return { is: 'field', not, field: field as TextField, text: value }
}

type NumberPart = { readonly field: NumberField; readonly sign: string; readonly value: string; readonly not: boolean }

function numberPart({ field, sign, value, not }: NumberPart): Part | string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return `\`${field}\` is compared with a number: \`${field}>100\`.`
  return { is: 'number', not, field, than: sign === ':' ? '=' : (sign as Than), value: number }
}

const compare: Readonly<Record<Than, (one: number, other: number) => boolean>> = {
  '>': (one, other) => one > other,
  '<': (one, other) => one < other,
  '>=': (one, other) => one >= other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
}

export function fits(step: Step, parts: readonly Part[]): boolean {
  return parts.every((part) => holds(step, part) !== part.not)
}

function holds(step: Step, part: Part): boolean {
  if (part.is === 'state') return states[part.state](step)
  if (part.is === 'number') return compare[part.than](numberFields[part.field](step), part.value)
  const text = part.is === 'field' ? textFields[part.field](step) : saidIn(step)
  return text.toLowerCase().includes(part.text.toLowerCase())
}

const said = new WeakMap<Step, string>()

/** What a text is looked for in. Kept: it is asked for with every letter that is typed. */
function saidIn(step: Step): string {
  const known = said.get(step)
  if (known !== undefined) return known
  const spoken = step.kind === 'generate' ? replyText(replyOf(step)) : (outputOf(step).text ?? '')
  const text = [step.path, step.name, step.model ?? '', spoken].join('\n').toLowerCase()
  said.set(step, text)
  return text
}
