/** Ids of tool calls on the wire: those of the kernel and of other providers may hold what a provider refuses. */
import { createHash } from 'node:crypto'

/** `plain`: letters, digits, `_` and `-`, at most 64. `nine`: exactly nine letters and digits. */
export type CallIdForm = 'plain' | 'nine'

const plainId = /^[A-Za-z0-9_-]{1,64}$/
const nineId = /^[A-Za-z0-9]{9}$/
/** What made ids look like; no other id may look so. */
const madeId = /^call--[0-9a-f]{32}$/

/** The id a provider sees: as it is when the provider takes it, else one made of its hash, the same each time. */
export function wireId(id: string, form: CallIdForm): string {
  if (form === 'nine') return nineId.test(id) ? id : nineOf(id)
  return plainId.test(id) && !madeId.test(id) ? id : `call--${hashOf(id).slice(0, 32)}`
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** There are more than 10^16 of them: the calls of one prompt do not meet by chance. */
function nineOf(id: string): string {
  let rest = BigInt(`0x${hashOf(id)}`)
  let made = ''
  while (made.length < 9) {
    made += letters[Number(rest % 62n)]
    rest /= 62n
  }
  return made
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
