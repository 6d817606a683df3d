/** The answers to the follow-ups of one reply: looked up, given by a named tool, known already, or the model's own. */

import { GyreError } from '../../errors.ts'
import { isObject } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { type Message, observation, system, type ToolCall, type ToolResult, user } from '../../messages.ts'
import type { LookupTool } from '../../parsing/lookup-tool.ts'
import { material } from '../../parsing/material.ts'
import { followUpTool, questionKey, questionOf } from '../../parsing/self-ask-grammar.ts'
import { modelFailure } from '../model-failure.ts'

type Answer = Omit<ToolResult, 'id' | 'tool'>

/** What a follow-up was answered, and how many later replies asked it again. */
type Known = { readonly question: string; readonly answer: Answer; readonly repeats: number }

/** Every follow-up so far by its `questionKey`. */
export type KnownAnswers = ReadonlyMap<string, Known>

type Asking = {
  readonly calls: readonly ToolCall[]
  readonly known: KnownAnswers
  /** Who answers a plain follow-up; the model when there is none. */
  readonly lookup: LookupTool | undefined
  /** How the model is asked for an answer. */
  readonly instruction: string
  /** What is said to a follow-up that was asked before; its answer again when left out. */
  readonly repeated?: string
}

export type Answered = {
  readonly messages: readonly Message[]
  readonly known: KnownAnswers
  /** How many of the calls asked something. */
  readonly asked: number
}

/** Answers in the order of the calls. What was answered before is not asked again; the rest is, all at once. */
export async function answersTo(ctx: LoopContext, asking: Asking): Promise<Answered> {
  const { lookup, instruction, repeated } = asking
  const entries = entriesOf(asking)
  const sent = entries.filter((entry) => entry.kind === 'named' || (entry.kind === 'fresh' && lookup))
  const results =
    sent.length > 0
      ? await ctx.callTools(
          sent.map((entry) => sentCall(entry, lookup)),
          looking,
        )
      : []
  const unasked = entries.filter((entry) => entry.kind === 'fresh' && !lookup)
  const said =
    unasked.length > 0 ? await ctx.map(unasked, (entry, branch) => recalled(branch, entry, instruction), each) : []
  const found = new Map<Entry, Answer>()
  for (const [index, entry] of sent.entries()) found.set(entry, resultIn(results[index]))
  for (const [index, entry] of unasked.entries()) found.set(entry, said[index] ?? noAnswer)

  const known = new Map(asking.known)
  const messages = entries.map((entry) => {
    const { call, kind, key, question } = entry
    const answer = found.get(entry) ?? known.get(key)?.answer ?? unclear
    if (kind === 'fresh' || kind === 'repeated')
      known.set(key, { ...knownBefore(asking.known.get(key), question), answer })
    const isTold = kind === 'repeated' && repeated !== undefined
    return observation({ ...(isTold ? plain(repeated) : answer), id: call.id, tool: call.tool })
  })
  return { messages, known, asked: entries.filter(({ kind }) => kind !== 'unclear').length }
}

/** However often one reply asks the same, it is one repeat: the model has not seen the answer in between. */
function knownBefore(before: Known | undefined, question: string): Pick<Known, 'question' | 'repeats'> {
  return before ? { question: before.question, repeats: before.repeats + 1 } : { question, repeats: 0 }
}

const looking = { label: 'look' }
const each = { label: 'follow-up' }

/** `named` calls a tool by its name; an `unclear` follow-up holds no question. */
type Entry = {
  readonly kind: 'named' | 'fresh' | 'repeated' | 'unclear'
  readonly call: ToolCall
  readonly key: string
  readonly question: string
}

function entriesOf({ calls, known, lookup }: Asking): readonly Entry[] {
  // A lookup that failed is no answer: it may be tried again.
  const seen = new Set([...known].flatMap(([key, { answer }]) => (answer.error ? [] : key)))
  return calls.map((call): Entry => {
    if (!isFollowUp(call, lookup)) return { kind: 'named', call, key: '', question: '' }
    const question = questionOf(call)
    if (question === undefined) return { kind: 'unclear', call, key: '', question: '' }
    const key = questionKey(question)
    const kind = seen.has(key) ? 'repeated' : 'fresh'
    seen.add(key)
    return { kind, call, key, question }
  })
}

/** A call of the tool that looks follow-ups up, with nothing but the question, is a follow-up in other words. */
function isFollowUp({ tool, input, fault }: ToolCall, lookup: LookupTool | undefined): boolean {
  if (tool === followUpTool.name) return true
  if (tool !== lookup?.tool || fault !== undefined || !isObject(input)) return false
  const [[argument, question] = [], ...others] = Object.entries(input)
  return argument === lookup.argument && typeof question === 'string' && question.trim() !== '' && others.length === 0
}

function sentCall({ kind, call, question }: Entry, lookup: LookupTool | undefined): ToolCall {
  return kind === 'named' || !lookup ? call : { ...call, tool: lookup.tool, input: { [lookup.argument]: question } }
}

function resultIn(message: Message | undefined): Answer {
  const [part] = message?.parts ?? []
  return part?.type === 'tool-result' ? part : noAnswer
}

/** What the model knows by itself. Its failure is one question without an answer. */
async function recalled(ctx: LoopContext, { question }: Entry, instruction: string): Promise<Answer> {
  const asked = [system(instruction), user(material({ question }))]
  const reply = await ctx.generate(asked, { label: 'answer' }).catch(modelFailure)
  const text = reply instanceof GyreError ? '' : reply.text.trim()
  return text === '' ? noAnswer : plain(text)
}

function plain(text: string): Answer {
  return { type: 'tool-result', text }
}

const noAnswer: Answer = { type: 'tool-result', text: 'No answer came.', error: true }

const unclear: Answer = {
  type: 'tool-result',
  text: `Not asked: \`${followUpTool.name}\` takes one question, such as {"question": "…"}.`,
  error: true,
}
