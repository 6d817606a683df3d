/** Watching a session for a call: until it has ended or needs somebody, or the time is over. */
import type { Runtime } from '@gyre/core'
import type { ServerContext } from '@modelcontextprotocol/server'
import { narrate } from '../narration/narrator.ts'
import type { Desk } from './desk.ts'

export type Watch = {
  readonly session: string
  /** What happened up to here is known. */
  readonly after: number
  /** The end of the time there is. */
  readonly signal: AbortSignal
}

/** Resolves when there is nothing to watch any more. Tells the client of each step when it wants to know. */
export async function watchSession({ asker }: Desk, ctx: ServerContext, watch: Watch): Promise<void> {
  const { runtime } = asker.tenant
  const leave = new AbortController()
  const telling = tellProgress(asker.tenant, ctx, { ...watch, signal: AbortSignal.any([watch.signal, leave.signal]) })
  const idle = await Promise.race([runtime.idleOf(watch.session), aborted(watch.signal)])
  // The last steps of one that has ended are told as well.
  if (idle !== 'ended') leave.abort()
  await telling
}

async function tellProgress(tenant: Desk['asker']['tenant'], { mcpReq }: ServerContext, watch: Watch): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  let progress = 0
  for await (const moment of narrate(tenant, watch.session, { signal: watch.signal, after: watch.after })) {
    if (moment.type !== 'step-begun') continue
    progress += 1
    const params = { progressToken, progress, message: moment.name }
    // Who does not listen any more misses nothing that is kept nowhere else.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

const settling: ReadonlySet<string> = new Set([
  'intervention.applied',
  'intervention.rejected',
  'intervention.withdrawn',
  'session.ended',
])

/** Resolves when all of these interventions have come to something: only then is it known whether the session goes on. */
export async function settled(runtime: Runtime, sent: readonly string[], watch: Watch): Promise<void> {
  const left = new Set(sent)
  if (left.size === 0) return
  for await (const { type, data } of runtime.events(watch.session, watch.after, { signal: watch.signal })) {
    if (settling.has(type)) left.delete(String(data['id']))
    if (left.size === 0) return
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
