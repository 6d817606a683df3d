/** Threads that clients name: their ids are free text, ours are not. */
import { hash } from 'node:crypto'
import type { Question } from '@gyre/core'
import { visibleRows } from './asker.ts'
import type { Asker } from './begin-session.ts'

const ownForm = /^thr_[0-9a-f-]{32,36}$/

/** The thread a client means. The same name means the same thread, for one owner. */
export function threadFor(owner: string, name: string): string {
  return ownForm.test(name) ? name : `thr_${hash('sha256', `${owner}\n${name}`, 'hex').slice(0, 32)}`
}

/** What clients know something of a session by. Paths are unique in a session, and a thread has many. */
export function idInThread(session: string, path: string): string {
  return `${session}:${path}`
}

/** A session of a thread that has not ended, as far as it has come. */
export type OpenSession = {
  readonly id: string
  readonly isWaiting: boolean
  /** The number of its last fact. */
  readonly seq: number
  /** Asked and not answered. */
  readonly questions: readonly Question[]
}

/** The newest session of a thread that has not ended, and that the caller may see. */
export async function openSession(asker: Asker, thread: string): Promise<OpenSession | undefined> {
  for await (const { id } of visibleRows(asker, { thread, states: ['queued', 'running', 'parked'] })) {
    const { status, seq, questions } = (await asker.tenant.runtime.read(id)).view
    return { id, isWaiting: status === 'waiting', seq, questions: [...questions.values()] }
  }
  return undefined
}
