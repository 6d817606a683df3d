/** Charging the key that a session was begun with: the server is loaded for such a session, and for no other. */
import type { KeyValue, RestNews } from '@gyre/core'

/** What is not counted now is counted when the session rests the next time, if it does: a store in trouble is generous. */
export async function chargeKey(keyValue: KeyValue, { session, by, usage, hasEnded }: RestNews): Promise<void> {
  if (!by?.startsWith('key:')) return
  const { countSpent } = await import('@gyre/server')
  const tokens = usage.inputTokens + usage.outputTokens
  await countSpent(keyValue, { session, tokens, costUsd: usage.costUsd ?? 0, hasEnded })
}
