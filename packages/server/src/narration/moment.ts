/**
 * What a client is told of a session, whatever protocol it speaks.
 *
 * A narrator folds events of a session into moments; OpenAI chunks, Responses events, AG-UI and the AI SDK's stream are
 * written from moments. Deltas of the session may be dropped: what moments say in the end is the same without them.
 */
import type { Json, JsonObject, Outcome, Question, SessionDefinition, SessionUsage, Status } from '@gyre/core'

export type Moment =
  /** The first: what the session was made with. */
  | { readonly type: 'begun'; readonly session: string; readonly definition: SessionDefinition }
  /** A step of the loop, by its path; steps that only keep the loop's books are left out. Steps may overlap. */
  | { readonly type: 'step-begun'; readonly path: string; readonly name: string; readonly kind: string }
  | { readonly type: 'step-ended'; readonly path: string; readonly hasFailed: boolean; readonly said: string }
  /** A line for people on what happens now, such as `math.calculate expression: "17 * 6"`. */
  | { readonly type: 'status'; readonly text: string }
  /** What a model thinks on the way: `thought-begun`, its pieces, `thought-ended`. Never two at once. */
  | { readonly type: 'thought-begun'; readonly path: string }
  | { readonly type: 'thought'; readonly path: string; readonly text: string }
  | { readonly type: 'thought-ended'; readonly path: string }
  /** A piece of the answer. All pieces joined are the answer as text. */
  | { readonly type: 'answer'; readonly text: string }
  /** What was told of the answer is not how it ended, as when a model broke off and began again: this is all of it. */
  | { readonly type: 'answer-changed'; readonly text: string }
  /** A tool of the loop runs; `id` is unique in the session. Clients show it and never run it. It is a step as well. */
  | {
      readonly type: 'tool-begun'
      readonly id: string
      readonly path: string
      readonly tool: string
      readonly input: Json
    }
  | {
      readonly type: 'tool-ended'
      readonly id: string
      readonly path: string
      readonly tool: string
      readonly text: string
      readonly hasFailed: boolean
    }
  /** The client owns this tool: it runs the call, and sends the result under this id. */
  | {
      readonly type: 'client-call'
      readonly id: string
      readonly path: string
      readonly tool: string
      readonly input: Json
    }
  /** The plan as it is now, with what became of its steps. */
  | { readonly type: 'plan'; readonly revision: number; readonly steps: readonly ShownStep[] }
  | { readonly type: 'note'; readonly path: string; readonly name: string; readonly value: Json }
  /** Where a claim of the answer is from, each once. */
  | { readonly type: 'source'; readonly source: Source }
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'question-answered'; readonly path: string }
  | {
      readonly type: 'intervention'
      readonly id: string
      readonly action: string
      readonly state: string
      readonly data: JsonObject
    }
  /** The session's status changed: paused, waiting, planning … */
  | { readonly type: 'standing'; readonly status: Status }
  /** The last: how it ended. */
  | { readonly type: 'ended'; readonly end: Ending }

export type ShownStep = {
  readonly id: string
  readonly goal: string
  readonly state: 'pending' | 'running' | 'done' | 'failed'
}

export type Source = {
  readonly number: number
  readonly title: string
  readonly url: string
  readonly quotes: readonly string[]
}

export type Ending = {
  readonly outcome: Outcome
  readonly answer: Json
  /** The answer as people read it. */
  readonly text: string
  readonly gap: string | null
  readonly details: Json
  readonly status: Status
  readonly usage: SessionUsage
  /** Tokens among those counted in `usage` that were read from a cache, or were reasoning; 0 when unknown. */
  readonly cachedTokens: number
  readonly reasoningTokens: number
  readonly error: { readonly code: string; readonly message: string } | null
}
