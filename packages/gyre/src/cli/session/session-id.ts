/** Sessions as people name them: by an id, the beginning of one, or `last`. */
import { GyreError, type Runtime, type SessionRow } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'

const wholeId = /^ses_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** An id begins with the millisecond it was made in: `ses_0190a0b1-2c3d`. */
const shortLength = 17
const mostListed = 6
/** Comes after every character of an id. */
const beyond = '~'

/** The id of the session that is meant. */
export async function sessionId(runtime: Runtime, named: string): Promise<string> {
  if (wholeId.test(named)) return (await runtime.session(named)).id
  const rows = named === 'last' ? await runtime.list({ limit: 1 }) : await beginningWith(runtime, named)
  const [only] = rows
  if (!only) throw unknown(named)
  if (rows.length === 1) return only.id
  const listed = rows.map(({ id, mirror }) => `  ${id}  ${oneLine(mirror.title)}`)
  throw new GyreError(
    'usage-invalid',
    `Several sessions begin with \`${named}\`. Write more of the id:\n${listed.join('\n')}`,
  )
}

/** Newest first: whatever begins with a text comes right before the text with something behind it. */
async function beginningWith(runtime: Runtime, named: string): Promise<readonly SessionRow[]> {
  const start = named.startsWith('ses_') ? named : `ses_${named}`
  const rows = await runtime.list({ before: `${start}${beyond}`, limit: mostListed })
  return rows.filter(({ id }) => id.startsWith(start))
}

function unknown(named: string): GyreError {
  const message =
    named === 'last'
      ? 'There is no session yet. Begin one: gyre run "goal"'
      : `There is no session \`${named}\`. \`gyre ps --all\` lists them.`
  return new GyreError('session-unknown', message, { id: named })
}

/** The shortest beginning of each id that no other has and that stays its own. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...ids].sort()
  const short = sorted.map((id, at) => {
    const shared = Math.max(commonLength(id, sorted[at - 1]), commonLength(id, sorted[at + 1]))
    return [id, id.slice(0, Math.max(shortLength, shared + 1))] as const
  })
  return new Map(short)
}

function commonLength(a: string, b = ''): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
