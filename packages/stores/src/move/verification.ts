/** Whether all that was moved is there: as many rows in each table, and every journal up to its last link. */
import { GyreError } from '@gyre/core'
import type { Statements } from '../postgres/database.ts'
import type { MoveSource } from './source.ts'
import type { SourceRow } from './tables.ts'

type Head = { readonly sid: number; readonly id: string; readonly seq: number | null; readonly chain: string | null }

const lastRow = 'FROM journal WHERE journal.sid = session.sid ORDER BY seq DESC LIMIT 1'
const heads = `
  SELECT sid, id, (SELECT seq ${lastRow}) AS seq, (SELECT chain ${lastRow}) AS chain FROM session`

/** Compares what the source has with what is counted in the target. */
export async function checkCounts({ rows }: Statements, counts: ReadonlyMap<string, number>): Promise<void> {
  for (const [name, due] of counts) {
    const [there] = await rows<{ n: number }>(`SELECT count(*) AS n FROM ${name}`)
    if (there?.n !== due) throw notMoved(`${due} rows of ${name} were to be moved, and ${there?.n} are there`)
  }
}

/** Compares the last rows of all journals. */
export async function checkHeads({ rows }: Statements, source: MoveSource): Promise<void> {
  for (const part of source.parts(heads, ['sid'])) {
    const sids = part.map(({ sid }) => sid)
    const moved = await rows<Head>(`${heads} WHERE sid = ANY ($1::bigint[])`, [sids])
    const bySid = new Map(moved.map((head) => [head.sid, head]))
    for (const head of part) {
      const there = bySid.get(Number(head['sid']))
      if (!isSame(head, there)) throw notMoved(`the journal of session ${head['id']} does not end as it did`)
    }
  }
}

function isSame(head: SourceRow, there: Head | undefined): boolean {
  return there !== undefined && there.seq === head['seq'] && there.chain === head['chain']
}

function notMoved(why: string): GyreError {
  return new GyreError('store-failed', `The store was not moved: ${why}. Nothing was changed.`)
}
