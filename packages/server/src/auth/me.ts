/** What a caller is told of itself. */
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { csrfTokenOf } from './browser-sessions.ts'
import type { Caller } from './caller.ts'

/** `csrf` is what a browser sends as `x-gyre-csrf`; null for who has a key. */
export type Me = Caller & { readonly csrf: string | null }

export function meOf(context: Context<AppEnv>): Me {
  const browser = context.get('browser')
  return { ...context.get('caller'), csrf: browser === undefined ? null : csrfTokenOf(browser) }
}
