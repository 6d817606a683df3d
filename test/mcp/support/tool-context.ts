/** What a tool is given when it runs outside of a session. */
import type { ToolContext } from '@gyre/core'

/** A context in which nobody can be asked, unless the test says who. */
export function toolContext(more: Partial<ToolContext> = {}): ToolContext {
  const nobody = (what: string) => async (): Promise<never> => {
    throw new Error(`Nobody ${what} here.`)
  }
  const context: ToolContext = {
    signal: new AbortController().signal,
    session: 'ses_test',
    owner: 'local',
    path: 'act#1[0]',
    idempotencyKey: 'ses_test/act#1[0]',
    now: () => 0,
    tools: [],
    generate: nobody('generates'),
    callTools: nobody('calls tools'),
    ask: nobody('answers'),
    progress: () => {},
    limitedTo: () => context,
    ...more,
  }
  return context
}
