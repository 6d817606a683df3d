/** Telling the audit log what was changed from this command line: the same entries as over HTTP. */
import type { Json } from '@gyre/core'
import type { Place } from './place.ts'

/** Waits until it is written. No secrets in `data`. */
export async function audited(
  { runtime }: Pick<Place, 'runtime'>,
  action: string,
  target: string,
  data: Json = null,
): Promise<void> {
  await runtime.store.auditLog.append({ at: Date.now(), owner: runtime.owner, actor: 'local', action, target, data })
}
