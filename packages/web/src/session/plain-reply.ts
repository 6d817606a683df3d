/** Structured replies of models in words, by the forms that loops ask for. */
import type { Json, JsonObject } from '@gyre/core'
import { plural } from '../ui/format.ts'
import { fieldsText, firstText, isObject, valueText, wordsOf } from './plain-values.ts'

export type PlainReply = {
  /** What it comes to; what is told elsewhere on the page is only counted. */
  readonly short: string
  /** All of it. */
  readonly whole: string
}

type Told = {
  readonly short: string
  /** The same with what is only counted there. */
  readonly full?: string
  /** The fields that are told by it. */
  readonly told: readonly string[]
}

/** What a form of reply comes to; undefined for a reply of another form. */
type Form = (reply: JsonObject) => Told | undefined

/** The first that fits counts. */
const forms: readonly Form[] = [
  plan('steps', 'step'),
  plan('tasks', 'task'),
  list('topics', (topics) => `${plural(topics.length, 'topic')}: ${valueText(topics)}`),
  list('edits', (edits) => (edits.length === 0 ? 'nothing to change' : valueText(edits))),
  list('scores', valueText),
  wave,
  decision,
  judgement,
  route,
  search,
  prepared,
  front,
  compressed,
]

export function plainReply(reply: Json): PlainReply {
  if (!isObject(reply)) return same(valueText(reply))
  for (const form of forms) {
    const found = form(reply)
    if (found) return withRest(reply, found)
  }
  return unknownForm(reply)
}

function same(text: string): PlainReply {
  return { short: text, whole: text }
}

function withRest(reply: JsonObject, { short, full = short, told }: Told): PlainReply {
  const rest = Object.entries(reply).filter(([name]) => !told.includes(name))
  return { short, whole: rest.length === 0 ? full : sentences(full, fieldsText(Object.fromEntries(rest))) }
}

/** Fields that are no lists are read as they stand; of others, the first text says most. */
function unknownForm(reply: JsonObject): PlainReply {
  const isFlat = Object.values(reply).every((value) => typeof value !== 'object' || value === null)
  const all = Object.keys(reply).length === 0 ? 'nothing' : fieldsText(reply)
  return { short: isFlat ? all : (firstText(reply) ?? all), whole: all }
}

/** Its steps are told when the plan is published. */
function plan(name: string, unit: string): Form {
  return ({ [name]: steps }) => {
    if (!Array.isArray(steps)) return undefined
    const short = `${plural(steps.length, unit)} proposed`
    return { short, full: `${short}: ${valueText(steps)}`, told: [name] }
  }
}

function list(name: string, text: (entries: readonly Json[]) => string): Form {
  return ({ [name]: entries }) => (Array.isArray(entries) ? { short: text(entries), told: [name] } : undefined)
}

/** The next wave, in the planner's words: its calls are steps of their own. */
function wave({ status, action }: JsonObject): Told | undefined {
  if (typeof status !== 'string' || typeof action !== 'string') return undefined
  return action.trim() === '' ? { short: status, told: ['status'] } : { short: action.trim(), told: ['action'] }
}

/** How a supervisor of steps goes on, and why. */
function decision(reply: JsonObject): Told | undefined {
  const { action, confidence, reason, question, missing } = reply
  if (typeof action !== 'string' || (typeof reason !== 'string' && typeof confidence !== 'number')) return undefined
  const sure = typeof confidence === 'number' ? `, confidence ${confidence}` : ''
  const asked = typeof question === 'string' && question !== '' ? `Asks: ${question}` : ''
  const lacking = typeof missing === 'string' && missing !== '' ? `Missing: ${missing}` : ''
  const short = sentences(`${wordsOf(action)}${sure}`, reason, asked, lacking)
  return { short, told: ['action', 'confidence', 'reason', 'question', 'missing'] }
}

const besideScores: ReadonlySet<string> = new Set(['working_memory', 'facts'])

/** Its numbers, then why. */
function judgement(reply: JsonObject): Told | undefined {
  const scores = Object.entries(reply).filter(([, value]) => typeof value === 'number')
  const names = scores.map(([name]) => name)
  const isJudgement =
    typeof reply['reason'] === 'string' ||
    Object.keys(reply).every((name) => names.includes(name) || besideScores.has(name))
  if (scores.length === 0 || !isJudgement) return undefined
  const short = sentences(scores.map(([name, value]) => `${wordsOf(name)} ${value}`).join(', '), reply['reason'])
  return { short, told: [...names, 'reason'] }
}

function route({ loop, reason }: JsonObject): Told | undefined {
  if (typeof loop !== 'string' || typeof reason !== 'string') return undefined
  return { short: `${loop}: ${reason}`, told: ['loop', 'reason'] }
}

/** What to look for next: the searches are steps of their own. */
function search({ critique, thought, plan: searches }: JsonObject): Told | undefined {
  if (typeof thought !== 'string' || !Array.isArray(searches)) return undefined
  return { short: sentences(critique, thought), told: ['critique', 'thought'] }
}

/** The input of the call that follows. */
function prepared({ input, ...others }: JsonObject): Told | undefined {
  const isPrepared = isObject(input) && Object.keys(others).every((name) => name === 'working_memory')
  return isPrepared ? { short: fieldsText(input) || 'nothing', told: ['input'] } : undefined
}

function front({ title, abstract }: JsonObject): Told | undefined {
  if (typeof title !== 'string' || typeof abstract !== 'string') return undefined
  return { short: sentences(title, abstract), told: ['title', 'abstract'] }
}

function compressed({ compressed: memory }: JsonObject): Told | undefined {
  return typeof memory === 'string' ? { short: memory.trim(), told: ['compressed'] } : undefined
}

/** One after the other, each with its full stop but the last. */
function sentences(...parts: readonly unknown[]): string {
  const texts = parts.flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []))
  return texts.map((text, at) => (at === texts.length - 1 || /[.!?:…]$/.test(text) ? text : `${text}.`)).join(' ')
}
