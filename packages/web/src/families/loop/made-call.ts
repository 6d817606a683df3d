/** What became of a call of a tool: what it gave, how far it is, or why it was not made. */
import type { Json } from '@gyre/core'
import { progressText } from '@gyre/core/view'
import type { Step } from '../../session/session-log.ts'
import { objectOf } from './json-values.ts'
import type { LoopPart, StepAt } from './loop-part.ts'
import { failureOf } from './said-reply.ts'

export type CallState =
  | 'running'
  /** A person is asked about it. */
  | 'waiting'
  | 'done'
  | 'failed'
  /** Refused before it began: the same call again, a rule, a person. */
  | 'refused'
  /** The budget was spent, or somebody said finish, before it began. */
  | 'not-made'
  /** Its turn has not come. */
  | 'next'

export type MadeCall = {
  readonly path: string
  readonly tool: string
  readonly input: Json
  readonly state: CallState
  /** What it gave, how far it is, or why there is nothing. */
  readonly text: string
  readonly ms: number
  /** What stands in for it was given elsewhere: by the session this one was forked from. */
  readonly isStandIn: boolean
}

type Asked = { readonly tool: string; readonly input: Json }

export function madeCall(part: LoopPart, at: StepAt, asked: Asked): MadeCall {
  const { path, done, running } = at
  const shared = {
    path,
    ...asked,
    ...usedFor(done?.fact.data['request'] ?? running?.data),
    ms: done?.ms ?? 0,
    isStandIn: done?.fact.data['stubbed'] === true,
  }
  if (done) return { ...shared, ...outcomeOf(done) }
  if (part.isAsked(path)) return { ...shared, state: 'waiting', text: 'Waits for you.' }
  if (running) return { ...shared, state: 'running', text: running.progress ? progressText(running.progress) : '' }
  return part.isOver
    ? { ...shared, state: 'not-made', text: 'Not made: the loop ended before.' }
    : { ...shared, state: 'next', text: '' }
}

/** A loop may hand a call on to another tool, and people may write other arguments than the model. */
function usedFor(request: Json | undefined): Partial<Asked> {
  const { tool, input } = objectOf(request)
  return { ...(typeof tool === 'string' && { tool }), ...(input !== undefined && { input }) }
}

function outcomeOf(step: Step): Pick<MadeCall, 'state' | 'text'> {
  const { data } = step.fact
  if (step.state === 'not-made') return { state: 'not-made', text: `Not made: ${failureOf(step)}.` }
  if (step.state === 'failed') return refusedOrFailed(step)
  const { text = '', error } = objectOf(data['result'])
  const said = String(text)
  if (data['made'] === false && data['stubbed'] !== true && data['assumed'] !== true) {
    return { state: 'refused', text: said.replace(/^Not run: /, 'Not made: ') }
  }
  return { state: error === true ? 'failed' : 'done', text: said }
}

function refusedOrFailed(step: Step): Pick<MadeCall, 'state' | 'text'> {
  const { code, why } = objectOf(step.fact.data['error'])
  if (code !== 'stuck') return { state: 'failed', text: failureOf(step) }
  const same = why === 'duplicate' ? 'the same call again and again' : String(why)
  return { state: 'refused', text: `Not made: ${same}. The loop is stuck.` }
}

/** Arguments as people read them: `city Paris`. */
export function inputText(input: Json): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return valueText(input)
  return Object.entries(input)
    .map(([name, value]) => `${name} ${valueText(value ?? null)}`)
    .join(', ')
}

function valueText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
