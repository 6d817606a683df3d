/** What a model said at a step: whole when it is over, so far while it speaks. */
import type { Json } from '@gyre/core'
import { finishedStep } from '@gyre/core/view'
import type { Step } from '../../session/session-log.ts'
import { objectOf } from './json-values.ts'
import type { StepAt } from './loop-part.ts'

export type SaidCall = { readonly id: string; readonly tool: string; readonly input: Json; readonly fault?: string }

export type ReplyState = 'running' | 'finished' | 'failed' | 'not-made'

export type SaidReply = {
  readonly state: ReplyState
  /** What the loop was given: of an answer the answer alone. */
  readonly text: string
  /** As it was spoken, with what leads to the answer. */
  readonly spoken: string
  /** What the model thought before it spoke, where that is told. */
  readonly reasoning: string
  readonly calls: readonly SaidCall[]
  /** Why it is nothing the loop could read. */
  readonly fault?: string
  /** It ended before its end: cut off, or ended by a filter. */
  readonly isPiece: boolean
  /** Why there is none. */
  readonly failure?: string
}

/** Undefined where nothing is under way and nothing was said. */
export function saidAt({ done, running }: StepAt): SaidReply | undefined {
  if (done) return done.state === 'finished' ? saidIn(done) : unsaid(done)
  if (!running) return undefined
  const { text, reasoning } = running
  return { state: 'running', text, spoken: text, reasoning, calls: [], isPiece: false }
}

type Part = {
  readonly type?: string
  readonly text?: string
  readonly id?: string
  readonly tool?: string
  readonly input?: Json
  readonly fault?: string
}

function saidIn(step: Step): SaidReply {
  const { parts, text, raw, fault, finish } = objectOf(step.fact.data['result'])
  const all = (Array.isArray(parts) ? parts : []) as readonly Part[]
  const joined = (type: string) => all.flatMap((part) => (part.type === type && part.text ? [part.text] : [])).join('')
  const written = joined('text')
  return {
    state: 'finished',
    text: typeof text === 'string' ? text : written,
    spoken: typeof raw === 'string' ? raw : written,
    reasoning: joined('reasoning'),
    calls: all.flatMap((part) => (part.type === 'tool-call' ? [callOf(part)] : [])),
    ...(typeof fault === 'string' && { fault }),
    isPiece: finish === 'length' || finish === 'filtered',
  }
}

function callOf({ id = '', tool = '', input = null, fault }: Part): SaidCall {
  return { id, tool, input, ...(fault !== undefined && { fault }) }
}

function unsaid(step: Step): SaidReply {
  const state = step.state === 'not-made' ? 'not-made' : 'failed'
  return { state, text: '', spoken: '', reasoning: '', calls: [], isPiece: false, failure: failureOf(step) }
}

/** Why a step failed, or was not made. */
export function failureOf(step: Step): string {
  return finishedStep(step.fact, 0).said
}
