/** Telling the audit log what was administered, and by whom. */
import type { Json } from '@gyre/core'
import type { Context } from 'hono'
import type { AppEnv, Service } from '../http/app-env.ts'

/** Appends an entry for the caller; waits until it is written. No secrets in `data`. */
export async function audited(
  { place, now }: Pick<Service, 'place' | 'now'>,
  context: Context<AppEnv>,
  action: string,
  { target, data = null }: { readonly target: string; readonly data?: Json },
): Promise<void> {
  const { owner, name } = context.get('caller')
  await place.store.auditLog.append({ at: now(), owner, actor: name, action, target, data })
}
