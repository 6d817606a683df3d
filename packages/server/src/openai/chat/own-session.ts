/** A session that a request names: one that is there for its caller. */
import { GyreError, type Question, type Session, type SessionView } from '@gyre/core'
import { mayUse } from '../../auth/caller.ts'
import type { Asker } from '../../session/begin-session.ts'

export type OwnSession = { readonly session: Session; readonly view: SessionView }

/** Fails with `session-unknown` for one of another owner, and of a persona the caller may not use. */
export async function ownSession({ caller, tenant }: Asker, id: string): Promise<OwnSession> {
  const { runtime } = tenant
  const session = await runtime.session(id)
  const { view } = await runtime.read(id)
  const { persona, loop } = view.definition ?? {}
  if (mayUse(caller, persona?.name ?? loop ?? '')) return { session, view }
  throw new GyreError('session-unknown', `There is no session \`${id}\`.`, { id })
}

/** What people are to answer. */
export function questionsForPeople({ questions }: SessionView): readonly Question[] {
  return [...questions.values()].filter(({ kind }) => kind !== 'tool')
}

/** What the client is to run. */
export function callsOfClient({ questions }: SessionView): readonly Question[] {
  return [...questions.values()].filter(({ kind }) => kind === 'tool')
}
