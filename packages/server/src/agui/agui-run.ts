/** A run of AG-UI: one stretch of a session, in a thread of the client's. */
import type { AguiMessage } from './run-input.ts'

export type AguiRun = {
  readonly threadId: string
  readonly runId: string
  readonly parentRunId?: string | undefined
  readonly session: string
  /** What the client brought. */
  readonly messages: readonly AguiMessage[]
}
