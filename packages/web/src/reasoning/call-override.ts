/** When a call that a person wants made instead is made. */
import type { SessionLog } from '../session/session-log.ts'

const always = 'The next request that may call tools is not made: the loop goes on as if it had asked for this call.'

/** Loops that choose their calls in plans make no such request: people are told before they send it. */
export function whenItCalls({ steps }: Pick<SessionLog, 'steps'>): string {
  const requests = steps.filter(({ kind }) => kind === 'generate')
  if (requests.length === 0 || requests.some(({ fact }) => offersTools(fact.data['request']))) return always
  return `${always} None so far could call any; if none comes, this is rejected. To change what a step comes to, give a result.`
}

function offersTools(request: unknown): boolean {
  const { tools } = (request ?? {}) as { readonly tools?: unknown }
  // All that the session has, or some of them by name.
  return tools === '*' || (Array.isArray(tools) && tools.length > 0)
}
