/** What was said so far: the questions that are open, the calls made for them and what came of them. */
import { answerAfter, type Json, type Message, reactGrammar, textOf, toolCallsOf } from '@gyre/core'

export type Observation = { readonly text: string; readonly isError: boolean }

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

export type Exchange = {
  /** Newest first. Some are prompts of a loop that ask nothing: no rule knows what to do with those. */
  readonly questions: readonly Question[]
  /** Calls since the last answer; those of one reply are one batch. */
  readonly batches: readonly (readonly Attempt[])[]
  /** The answer before this exchange. */
  readonly lastAnswer: string | undefined
}

type OpenAttempt = { id: string; tool: string; input: Json; observation: Observation | undefined }
type OpenExchange = { questions: Question[]; batches: OpenAttempt[][]; lastAnswer: string | undefined }

/** With `expectsJson` a reply in JSON was an attempt that was refused, not an answer. */
export function readExchange(messages: readonly Message[], expectsJson: boolean): Exchange {
  const exchange: OpenExchange = { questions: [], batches: [], lastAnswer: undefined }
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
  const pending = pendingAttempts(exchange)
  if (pending.length > 0 && said.startsWith('Observation:')) observeText(pending, said)
  else exchange.questions.push(questionOf(said, exchange.batches.length))
}

function questionOf(said: string, batchesBefore: number): Question {
  const text = withoutJson(said.replace(/^\[USER GUIDANCE\]\s*/, ''))
  const [, question, given] = /^Question:([\s\S]*?)^Answer:([\s\S]*)$/m.exec(text) ?? []
  if (question === undefined || given === undefined) return { text, batchesBefore }
  return { text: question.trim(), batchesBefore, given: given.trim() }
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
  exchange.questions = []
  exchange.batches = []
}

function callsOf(message: Message): OpenAttempt[] {
  const native = toolCallsOf(message)
  if (native.length > 0) return native.map(({ id, tool, input }) => ({ id, tool, input, observation: undefined }))
  const text = textOf(message)
  const parsed = /^Action:/m.test(text) ? reactGrammar.parse(text, []) : undefined
  if (parsed?.kind !== 'calls') return []
  return parsed.calls.map(({ tool, input }) => ({ id: '', tool, input, observation: undefined }))
}

/** A reply that answered: not one that was cut short or could not be read. */
function answerOf(text: string, expectsJson: boolean): string | undefined {
  const { answer, marked } = answerAfter(text)
  if (marked) return answer
  if (text === '' || /^(?:Thought|Action|Action Input|FINAL[ _]ANSWER):/m.test(text)) return undefined
  return expectsJson && /^(?:[{[]|```)/.test(text) ? undefined : text
}

function observe({ batches }: OpenExchange, { parts }: Message): void {
  for (const part of parts) {
    if (part.type !== 'tool-result') continue
    const attempt = batches.flat().findLast(({ id }) => id === part.id)
    if (attempt) attempt.observation = { text: part.text, isError: part.error === true }
  }
}

/** `Observation: [tool] text`, or `[tool failed]`; one message may hold several. */
function observeText(pending: readonly OpenAttempt[], said: string): void {
  const observed = said.split(/^Observation:\s*/m).filter((text) => text.trim() !== '')
  for (const written of observed) {
    const [, tool, failed, text = written] = /^\[(\S+?)( failed)?\]\s*([\s\S]*)$/.exec(written) ?? []
    const open = pending.filter(({ observation }) => observation === undefined)
    const attempt = open.find((each) => each.tool === tool) ?? open[0]
    if (attempt) attempt.observation = { text: withoutFence(text.trim()), isError: failed !== undefined }
  }
}

/** What stands between the lines that mark a text as one from outside. */
function withoutFence(text: string): string {
  return /^<untrusted from="[^"]*">\n(?:\[Warning: .*\]\n)?([\s\S]*)\n<\/untrusted>$/.exec(text)?.[1] ?? text
}

function pendingAttempts({ batches }: OpenExchange): readonly OpenAttempt[] {
  return batches.at(-1)?.filter(({ observation }) => observation === undefined) ?? []
}
