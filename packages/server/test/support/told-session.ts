/** A session that has ended, as a turn tells it from the journal: the same every time. */
import { type Json, loops, type Model, Runtime } from '@gyre/core'
import { letterEmbedder } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import type { Moment } from '../../src/narration/moment.ts'
import type { Tenant } from '../../src/place.ts'
import { firstTurn, type TurnEvent, turn } from '../../src/session/turn.ts'
import { calculate } from './clerk.ts'

export type ToldSession = { readonly session: string; readonly moments: readonly Moment[] }

export async function toldSession(loop: string, goal: string, model: Model, config: object = {}): Promise<ToldSession> {
  const runtime = new Runtime({ store: memoryStore(), model, loops, embedder: letterEmbedder })
  const { id, outcome } = await runtime.start(loop, goal, { tools: [calculate], config })
  await outcome
  const moments: Moment[] = []
  const { signal } = new AbortController()
  for await (const event of turn({ runtime } as Tenant, firstTurn(id), signal)) moments.push(momentIn(event))
  await runtime.close()
  return { session: id, moments }
}

function momentIn(event: TurnEvent): Moment {
  if (event.type === 'told') return event.moment
  throw new Error('It waits.')
}

/** One line each: what it is, and what it says, cut off where a line is. Ids and times are left out. */
export function transcript(
  session: string,
  events: readonly { readonly type: string; readonly [key: string]: Json | undefined }[],
): string {
  return events
    .map(({ type, ...rest }) => `${type} ${JSON.stringify(rest)}`)
    .map((line) => line.replaceAll(session, 'SES').replaceAll(/"activeMs":\d+/g, '"activeMs":0'))
    .map((line) => line.replaceAll(/call_SES_[0-9a-f]{12}/g, 'CALL'))
    .map((line) => (line.length > 150 ? `${line.slice(0, 149)}…` : line))
    .join('\n')
}
