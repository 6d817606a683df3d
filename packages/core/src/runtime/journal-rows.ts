/** The rows of a session as its store has them. Damage is found when they are read, not in the middle of a step. */
import { isAddress } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Journal, JournalRow } from '../ports/store.ts'

const pageSize = 5000

async function* pages(journal: Journal, session: string, from: number): AsyncGenerator<readonly JournalRow[]> {
  for (let next = from; ; ) {
    const rows = await journal.read(session, next, pageSize)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    next = last.seq + 1
  }
}

/** All rows of a session as they are, whatever they hold. */
export async function* storedRows(journal: Journal, session: string): AsyncGenerator<JournalRow> {
  for await (const page of pages(journal, session, 1)) yield* page
}

/** All rows of a session, each whole and in its place. */
export async function* readRows(journal: Journal, session: string, from = 1): AsyncGenerator<JournalRow> {
  let due = from
  for await (const page of pages(journal, session, from)) {
    for (const row of page) {
      checkRow(row, session, due++)
      yield row
    }
  }
}

const columns = ['request', 'result', 'data'] as const

export function checkRow(row: JournalRow, session: string, due: number): void {
  if (row.seq !== due) throw damaged(session, due, 'is missing')
  for (const column of columns) checkText(row, column, session)
}

function checkText(row: JournalRow, column: (typeof columns)[number], session: string): void {
  const text = row[column]
  if (text === null) return
  try {
    JSON.parse(text)
  } catch (cause) {
    const says = isAddress(text) ? `lacks its payload ${text}` : `holds no JSON in \`${column}\``
    throw damaged(session, row.seq, says, cause)
  }
}

/** A row that is not what any Gyre wrote. */
export function damaged(session: string, seq: number, says: string, cause?: unknown): GyreError {
  return new GyreError('store-corrupt', `Row ${seq} of the journal of \`${session}\` ${says}.`, { session, seq, cause })
}

export function withoutBeginning(session: string): GyreError {
  return new GyreError('store-corrupt', `The journal of \`${session}\` has no beginning.`, { session, seq: 1 })
}
