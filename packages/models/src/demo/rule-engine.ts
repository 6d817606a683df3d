/**
 * The rule engine: a model that decides by rules.
 *
 *     reading  <- what the request asks, offers and has seen
 *     decision <- of the first rule that knows what to do about the newest question it can, as a value if one is asked for
 *     decision <- hook(decision)
 *     reply    <- the decision in the form asked for
 *
 * It sees only the request, and gives the same reply to the same request.
 */
import { type Model, type ModelCall, type ModelPart, type ModelRequest, textOf, type Usage } from '@gyre/core'
import type { Decision } from './decision.ts'
import { engineFacts } from './engine-facts.ts'
import { fallbackFor } from './fallback.ts'
import { introductionOf } from './introduction.ts'
import { type Reading, readRequest } from './reading/reading.ts'
import type { Rule } from './rule.ts'
import { fillSchema } from './rules/schema-filling.ts'
import { signed } from './signature.ts'
import { write } from './writing.ts'

/** What a hook is told of the decision it may change. */
export type HookContext = {
  readonly request: ModelRequest
  /** What the rules saw of the request. */
  readonly reading: Reading
  /** The session and the path of the step: the same again when the step is made again. */
  readonly session: string
  readonly path: string
  /** The rule that decided; `fallback` when none did. */
  readonly rule: string
}

/** May change a decision before it is written: into a wrong answer, another call, or nothing at all. */
export type DecisionHook = (decision: Decision, context: HookContext) => Decision

/** The rules, what may change their decisions, and the id of the model; `demo/rules` when left out. */
export type RuleEngineOptions = {
  /** Asked in this order. */
  readonly rules: readonly Rule[]
  readonly hook?: DecisionHook
  readonly id?: string
}

/** A model that decides by rules. */
export function ruleEngine({ rules, hook, id = 'demo/rules' }: RuleEngineOptions): Model {
  const introduction = introductionOf(rules)
  return {
    id,
    ...engineFacts,
    async *stream(request, call) {
      const reading = readRequest(request)
      const { decision, rule } = decide(rules, reading, introduction)
      const { session, path } = call
      const changed = hook ? hook(decision, { request, reading, session, path, rule }) : decision
      yield* streamed(changed, reading, request, call)
    },
  }
}

/** Questions that are longer are material. Rules look for words all over a text, again and again. */
const longestQuestion = 20_000

function decide(
  rules: readonly Rule[],
  reading: Reading,
  introduction: string,
): { readonly decision: Decision; readonly rule: string } {
  const asked = rules.filter(({ purposes }) => !purposes || purposes.includes(reading.purpose))
  const questions = reading.questions.filter(({ text }) => text.length <= longestQuestion)
  for (const { text, ...rest } of questions) {
    // What it said of itself and is shown again is no question: it names examples.
    const question = { ...rest, text: text.replaceAll(introduction, ' ') }
    for (const rule of asked) {
      const decision = rule.decide(question, reading, { introduction })
      if (decision) return { decision: shaped(decision, reading), rule: rule.name }
    }
  }
  return { decision: shaped(fallbackFor(reading, introduction), reading), rule: 'fallback' }
}

/** As a value, if one is asked for and there is one. */
function shaped(decision: Decision, { schema, purpose }: Reading): Decision {
  if (!schema || purpose !== 'answer' || decision.kind !== 'answer') return decision
  const value = fillSchema(schema, decision)
  if (value !== undefined) return { kind: 'value', thought: decision.thought, value }
  return { ...decision, text: `I cannot put this into the form that is asked for. ${decision.text}` }
}

/** Word by word, as far as the reply may go. */
async function* streamed(
  decision: Decision,
  reading: Reading,
  request: ModelRequest,
  { signal }: ModelCall,
): AsyncGenerator<ModelPart> {
  const { text: whole, calls } = write(signed(decision, reading), reading.form)
  const { text, isCut } = limited(whole, request)
  for (const word of text.match(/\s*\S+\s*/g) ?? []) {
    signal.throwIfAborted()
    yield { type: 'text', text: word }
  }
  signal.throwIfAborted()
  const made = isCut ? [] : calls
  for (const [index, { tool, input }] of made.entries()) {
    yield { type: 'tool-call', id: `demo_${request.messages.length}_${index}`, tool, input: JSON.stringify(input) }
    signal.throwIfAborted()
  }
  const reason = isCut ? 'length' : made.length > 0 ? 'tool-calls' : 'stop'
  yield { type: 'finish', reason, usage: usageOf(request, text) }
}

/** About so many characters make a token. */
const tokenLength = 4

function limited(whole: string, { stop = [], maxOutputTokens }: ModelRequest): { text: string; isCut: boolean } {
  const ends = stop.map((text) => whole.indexOf(text)).filter((at) => at >= 0)
  const text = whole.slice(0, Math.min(whole.length, ...ends))
  const longest = (maxOutputTokens ?? Number.POSITIVE_INFINITY) * tokenLength
  return text.length > longest ? { text: text.slice(0, longest), isCut: true } : { text, isCut: false }
}

function usageOf(request: ModelRequest, text: string): Usage {
  const sent = request.messages.reduce((sum, message) => sum + textOf(message).length, 0)
  return { inputTokens: Math.ceil(sent / tokenLength), outputTokens: Math.ceil(text.length / tokenLength) }
}
