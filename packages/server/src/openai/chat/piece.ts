/** What an answer is made of, streamed or not. */
import type { GyreError, Outcome, Question, Status } from '@gyre/core'

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** What the pages of Open WebUI understand. Others leave it alone. No type but these is ever sent. */
export type PageEvent =
  | { readonly type: 'status'; readonly data: { readonly description: string; readonly done: boolean } }
  | { readonly type: 'chat:message:tasks'; readonly data: { readonly tasks: readonly PageTask[] } }
  | {
      readonly type: 'source'
      readonly data: {
        readonly source: { readonly name: string; readonly url: string }
        readonly document: readonly string[]
        readonly metadata: readonly { readonly source: string; readonly name: string }[]
      }
    }

export type PageTask = {
  readonly id: string
  readonly content: string
  readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled'
}

/** How the session stands when its answer is over. */
export type Standing = {
  readonly session: string
  readonly status: Status
  readonly outcome?: Outcome
  readonly gap?: string
  readonly question?: Pick<Question, 'path' | 'kind' | 'question' | 'choices'>
}

export type Piece =
  | { readonly type: 'content'; readonly text: string }
  /** What was said of the answer so far does not count: this is all of it. */
  | { readonly type: 'correction'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Why there is no answer in the form that was asked for. */
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'event'; readonly event: PageEvent }
  | {
      readonly type: 'call'
      readonly index: number
      readonly id: string
      readonly tool: string
      readonly input: string
    }
  /** The last of one that went well. */
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly standing: Standing }
  /** The last of one that did not. */
  | { readonly type: 'failure'; readonly error: GyreError }
