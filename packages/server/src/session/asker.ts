/** Who asks in a request, and what of theirs they may see. */
import { GyreError, type SessionFilter, type SessionRow } from '@gyre/core'
import type { Context } from 'hono'
import { type Caller, mayUse } from '../auth/caller.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Asker } from './begin-session.ts'

export function askerOf(context: Context<AppEnv>): Asker {
  return { caller: context.get('caller'), tenant: context.get('tenant') }
}

/** A caller limited to some personas sees the sessions of these alone. */
export function isVisibleTo(caller: Caller, { mirror }: SessionRow): boolean {
  return mayUse(caller, mirror.persona ?? mirror.loop)
}

/** The row of a session. One that is not the caller's to see is not there for them. */
export async function visibleRow({ caller, tenant }: Asker, id: string): Promise<SessionRow> {
  const row = await tenant.runtime.store.sessions.get(id)
  if (row?.owner === tenant.owner && isVisibleTo(caller, row)) return row
  throw new GyreError('session-unknown', `There is no session \`${id}\`.`, { id })
}

const pageSize = 200

/** Sessions that a caller may see, newest first, read as far as they are asked for. */
export async function* visibleRows({ caller, tenant }: Asker, filter: SessionFilter = {}): AsyncGenerator<SessionRow> {
  for (let { before } = filter; ; ) {
    const page = await tenant.runtime.list({ ...filter, limit: pageSize, ...(before !== undefined && { before }) })
    for (const row of page) if (isVisibleTo(caller, row)) yield row
    before = page.at(-1)?.id
    if (page.length < pageSize) return
  }
}
