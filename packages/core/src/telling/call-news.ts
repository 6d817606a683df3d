/** What tools tell while they run, and what the way of a call tells when it is over. */
import type { Json, JsonObject } from '../json.ts'
import type { Suspicion } from '../messages.ts'

/** `3/10 pages read`: how far it is of how much, as far as that is known. */
export function progressText({ done, total, message }: JsonObject): string {
  const count = typeof total === 'number' && total > 0 ? `${shown(done)}/${shown(total)}` : shown(done)
  const said = typeof message === 'string' ? message.trim() : ''
  return said === '' ? count : `${count} ${said}`
}

function shown(amount: Json | undefined): string {
  return typeof amount === 'number' ? String(Number(amount.toFixed(2))) : '0'
}

type Answer = {
  readonly text?: string
  readonly untrusted?: { readonly suspected?: readonly Suspicion[] }
}

/** What became of a call: its answer, that it was denied and by which check, or that parts of the answer are suspicious. */
export function outcomeText(data: JsonObject): string {
  const { text = '', untrusted } = (data['result'] ?? {}) as Answer
  if (typeof data['denied'] === 'string') return `denied by ${data['denied']}: ${text.replace(/^Not run: /, '')}`
  const suspected = untrusted?.suspected ?? []
  return suspected.length === 0 ? text : `[suspicious: ${rulesOf(suspected)}] ${text}`
}

/** Each rule once. */
function rulesOf(suspected: readonly Suspicion[]): string {
  return [...new Set(suspected.map(({ rule }) => rule))].join(', ')
}
