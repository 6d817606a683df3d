/** What is left in the inbox when something was sent to a session. Should it settle nothing, the next look has it back. */
import { isAnswer } from '@gyre/core/view'
import type { InboxItem } from './lists.ts'
import type { Intervene } from './sessions.ts'

type Known = Pick<InboxItem, 'session' | 'path' | 'kind'>

export function withoutSettled<T extends Known>(
  items: readonly T[],
  session: string,
  { action, body }: Intervene,
): readonly T[] {
  if (action === 'resume') return items.filter((item) => item.session !== session || !isPause(item))
  if (!isAnswer(action)) return items
  const { question } = (body ?? {}) as { readonly question?: string }
  return items.filter((item) => item.session !== session || item.path !== question)
}

function isPause({ kind }: Known): boolean {
  return kind === 'paused' || kind === 'break-point'
}
