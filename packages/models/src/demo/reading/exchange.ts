/** What was said so far: the questions that are open, the calls made for them and what came of them. */
import { answerAfter, type Json, type Message, textOf, toolCallsOf } from '@gyre/core'
import { begunWork } from './begun-work.ts'
import { type Material, materialParts, noMaterial } from './material-parts.ts'
import { isObservation, observationsIn, withoutFence, writtenCalls } from './written-protocol.ts'

export type Observation = { readonly text: string; readonly isError: boolean }

/** A call that was made, and what came of it; undefined while nothing has. */
export type Attempt = {
  readonly tool: string
  readonly input: Json
  readonly observation: Observation | undefined
}

/** Something a person, or a loop in its name, wants to know. */
export type Question = {
  readonly text: string
  /** How many batches of calls were made before it was asked. */
  readonly batchesBefore: number
  /** The answer that came with it, under a label of its own. */
  readonly given?: string
}

/** What was said so far: the open questions, and the calls made for them. */
export type Exchange = {
  /** Newest first. Some are prompts of a loop that ask nothing: no rule knows what to do with those. */
  readonly questions: readonly Question[]
  /** Questions that were answered before, the oldest first. */
  readonly earlier: readonly string[]
  /** Calls since the last answer; those of one reply are one batch. */
  readonly batches: readonly (readonly Attempt[])[]
  /** What a child loop found before it was cut short. */
  readonly begun: readonly Attempt[]
  /** The answer before this exchange. */
  readonly lastAnswer: string | undefined
  /** The best answer there was when no more could be done. */
  readonly bestAnswer: string | undefined
  /** The parts of the newest message that has any: `task`, `draft`, `results`. */
  readonly material: Material
}

type OpenAttempt = { id: string; tool: string; input: Json; observation: Observation | undefined }
type OpenExchange = {
  questions: Question[]
  earlier: string[]
  batches: OpenAttempt[][]
  begun: readonly Attempt[]
  lastAnswer: string | undefined
  bestAnswer: string | undefined
  material: Material
}

/** With `expectsJson` a reply in JSON was an attempt that was refused, not an answer. */
export function readExchange(messages: readonly Message[], expectsJson: boolean): Exchange {
  const exchange: OpenExchange = {
    questions: [],
    earlier: [],
    batches: [],
    begun: [],
    lastAnswer: undefined,
    bestAnswer: undefined,
    material: noMaterial,
  }
  for (const message of messages) {
    if (message.role === 'user') hear(exchange, textOf(message).trim())
    else if (message.role === 'assistant') remember(exchange, message, expectsJson)
    else if (message.role === 'tool') observe(exchange, message)
  }
  return { ...exchange, questions: exchange.questions.reverse() }
}

function hear(exchange: OpenExchange, said: string): void {
  // What a person adds to every request is background, not a question.
  if (said === '' || said.startsWith('[CONTEXT]')) return
  const begun = begunWork(said)
  const pending = pendingAttempts(exchange)
  if (begun) exchange.begun = begun
  else if (pending.length > 0 && isObservation(said)) observeText(pending, said)
  else ask(exchange, said)
}

/** What is asked with material is its step, its question or its task. */
function ask(exchange: OpenExchange, said: string): void {
  const [, best] = /\n\nThe best answer so far:\n([\s\S]+)$/.exec(said) ?? []
  if (best !== undefined) exchange.bestAnswer = withoutFence(best.trim())
  const parts = materialParts(said)
  if (Object.keys(parts).length > 0) exchange.material = parts
  if (backgrounds.some((name) => parts[name] !== undefined)) return
  const text = parts['step'] ?? parts['question'] ?? parts['task']
  const batchesBefore = exchange.batches.length
  exchange.questions.push(text === undefined ? questionOf(said, batchesBefore) : { text, batchesBefore })
}

/** Parts that are told before a question and ask nothing. */
const backgrounds = ['reflections', 'attempt']

function questionOf(said: string, batchesBefore: number): Question {
  const text = withoutJson(shownAgain(said) ?? said.replace(/^\[USER GUIDANCE\]\s*/, ''))
  const [, question, given] = /^Question:([\s\S]*?)^Answer:([\s\S]*)$/m.exec(text) ?? []
  if (question === undefined || given === undefined) return { text, batchesBefore }
  return { text: question.trim(), batchesBefore, given: given.trim() }
}

/** A reply that could not be read is all that a repair shows: its thought says what was wanted. */
function shownAgain(said: string): string | undefined {
  const [, reply] = /\n\nYour reply was:\n([\s\S]*)$/.exec(said) ?? []
  return reply?.replace(/^(?:Thought|FINAL[ _]ANSWER):/gm, '')
}

/** Lines of JSON are data: a schema is full of what looks like arithmetic. */
function withoutJson(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*\{.*\}\s*$/.test(line))
  return lines.join('\n').trim()
}

function remember(exchange: OpenExchange, message: Message, expectsJson: boolean): void {
  const calls = callsOf(message)
  if (calls.length > 0) exchange.batches.push(calls)
  const answer = calls.length > 0 ? undefined : answerOf(textOf(message).trim(), expectsJson)
  if (answer === undefined) return
  exchange.lastAnswer = answer
  exchange.earlier.push(...exchange.questions.map(({ text }) => text))
  exchange.questions = []
  exchange.batches = []
}

function callsOf(message: Message): OpenAttempt[] {
  const native = toolCallsOf(message)
  const made = native.length > 0 ? native : writtenCalls(textOf(message))
  return made.map(({ id, tool, input }) => ({ id, tool, input, observation: undefined }))
}

/** A reply that answered: not one that was cut short or could not be read. */
function answerOf(text: string, expectsJson: boolean): string | undefined {
  const { answer, marked } = answerAfter(text)
  if (marked) return answer
  const [, asked] = /^So the final answer is:\s*([\s\S]+)$/m.exec(text) ?? []
  if (asked !== undefined) return asked.trim()
  if (
    text === '' ||
    /^(?:Thought|Action|Action Input|FINAL[ _]ANSWER|Follow up|Tool|So the final answer is):/m.test(text)
  )
    return undefined
  return expectsJson && /^(?:[{[]|```)/.test(text) ? undefined : text
}

function observe({ batches }: OpenExchange, { parts }: Message): void {
  for (const part of parts) {
    if (part.type !== 'tool-result') continue
    const attempt = batches.flat().findLast(({ id }) => id === part.id)
    if (attempt) attempt.observation = { text: part.text, isError: part.error === true }
  }
}

function observeText(pending: readonly OpenAttempt[], said: string): void {
  for (const { tool, text, isError } of observationsIn(said)) {
    const open = pending.filter(({ observation }) => observation === undefined)
    const attempt = open.find((each) => each.tool === tool) ?? open[0]
    if (attempt) attempt.observation = { text, isError }
  }
}

function pendingAttempts({ batches }: OpenExchange): readonly OpenAttempt[] {
  return batches.at(-1)?.filter(({ observation }) => observation === undefined) ?? []
}
