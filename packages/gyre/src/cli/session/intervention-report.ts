/** What became of an intervention, told as far as it is known in the time one is willing to wait. */
import type { Intervention, SessionRow } from '@gyre/core'
import { Standings } from '@gyre/core'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Place } from '../place.ts'
import { type SessionWait, SessionWaits } from './session-wait.ts'

export type SentIntervention = {
  readonly io: Io
  readonly place: Pick<Place, 'runtime' | 'postgres'>
  readonly session: string
  readonly intervention: string
  /** How long it may take until it is settled. */
  readonly waitMs: number
}

/** Waits for an intervention to be settled, tells how it is, and answers with the exit code. */
export async function reportIntervention(sent: SentIntervention): Promise<number> {
  const { io, place, session } = sent
  const { runtime } = place
  const now = await settled(sent)
  if (!now) return exitCodes.failed
  const row = await runtime.store.sessions.get(session)
  const standings = await Standings.read(runtime, Date.now(), row ? [row] : [])
  const isRun = row !== undefined && standings.isRun(row)
  if (io.output !== 'text') {
    const { id, action, state, appliedAt, why, key } = now
    io.printJson({ session, intervention: id, action, state, appliedAt, why, key, isRun })
  } else {
    io.print(stateLine(now))
    const wait = row && (await SessionWaits.read(place, Date.now())).of(row, standings.status(row))
    for (const line of nextLines(now, { row, isRun, wait })) io.report(line)
  }
  return now.state === 'rejected' ? exitCodes.failed : exitCodes.done
}

/** As it is once it is settled, or when the time is over. */
async function settled({ place, session, intervention, waitMs }: SentIntervention): Promise<Intervention | undefined> {
  const { runtime } = place
  const look = async () => (await runtime.store.interventions.list(session)).find(({ id }) => id === intervention)
  if (waitMs === 0) return look()
  const over = Promise.withResolvers<'over'>()
  const timer = setTimeout(() => over.resolve('over'), waitMs)
  let changed = Promise.withResolvers<'changed'>()
  const stop = runtime.store.onChange(() => changed.resolve('changed'))
  // On PostgreSQL who runs a session tells only those who follow it.
  const leave = runtime.store.relay?.follow(session, () => {})
  try {
    for (;;) {
      changed = Promise.withResolvers()
      const found = await look()
      if (found?.state !== 'queued' || (await Promise.race([changed.promise, over.promise])) === 'over') return look()
    }
  } finally {
    clearTimeout(timer)
    leave?.()
    stop()
  }
}

function stateLine({ id, action, state, appliedAt, why }: Intervention): string {
  if (state === 'applied') return `${action}: applied at ${appliedAt || 'the start'}`
  if (state === 'rejected') return `${action}: rejected, ${why}`
  return `${action}: ${state} as ${id}`
}

type Standing = {
  readonly row: SessionRow | undefined
  readonly isRun: boolean
  readonly wait: SessionWait | undefined
}

function nextLines(now: Intervention, { row, isRun, wait }: Standing): readonly string[] {
  const { id, session, action, state, why } = now
  if (state === 'rejected') return [`Fix: ${fixOf(why ?? '', session)}`]
  if (state === 'queued' && !isRun) return [queuedLine(now, wait)]
  if (state === 'queued') return [`Take it back with: gyre withdraw ${session} ${id}`]
  const isStopped = action === 'pause' || action === 'step'
  return isStopped && row?.state !== 'ended' ? [`Go on with: gyre resume ${session}`] : []
}

/** When it takes effect, where nobody runs the session. */
function queuedLine({ session, action }: Intervention, wait: SessionWait | undefined): string {
  if (action === 'pause') return `Whoever takes the session up finds it paused. Go on with: gyre resume ${session}`
  if (!wait) return `Nobody runs the session now. ${goesOnWith(action)}: gyre resume ${session}`
  const { notBefore, hasWorkers } = wait
  if (notBefore !== null) {
    return `It takes effect when the session begins, ${notBefore}, or at once with: gyre resume ${session}`
  }
  if (hasWorkers) return `It takes effect as soon as a worker takes the session. How it stands: gyre show ${session}`
  const there = hasWorkers === null ? '' : ', and there is none'
  return `The session waits for a worker${there} (gyre worker). ${goesOnWith(action)} one, or with: gyre resume ${session}`
}

/** Who answers wants it to go on. Whatever else was sent is done only then. */
function goesOnWith(action: string): string {
  return ['answer', 'approve', 'reject', 'resume'].includes(action) ? 'Go on with' : 'It takes effect with'
}

/** What to do, by the reason an intervention was rejected for. */
const fixes: Readonly<Record<string, string>> = {
  'no-plan': 'This loop has no plan. Steer it instead: gyre steer ID "…"',
  'plan-invalid': 'Correct the plan: gyre plan edit ID prints the present one.',
  'plan-changed': 'Look at the plan as it is now, and answer again: gyre show ID',
  'no-tools': 'No request of this session may call tools. Put a result in place instead: gyre override ID --result "…"',
  'tool-unknown': 'Name a tool the session has: gyre show ID',
  'path-passed': 'That step is over. Go back to before it: gyre fork ID --at STEP',
  'no-question': 'Nothing is asked there now: gyre show ID',
  'question-ambiguous': 'Name the question with --question: gyre show ID lists them.',
  'answered-already': 'Somebody has answered it before: gyre show ID',
  'not-an-approval': 'It is a question, not an approval: gyre answer ID "…"',
  'not-a-choice': 'Answer with one of the choices, by its text or its number.',
  'not-an-amount': 'Answer with a number, or with finish.',
  'input-invalid': 'Mend the arguments and send them again. It still waits for your answer.',
  'not-paused': 'It is at work already: gyre attach ID',
  'session-ended': 'It has ended. Go on from one of its steps: gyre fork ID --at STEP',
}

function fixOf(why: string, session: string): string {
  const [code = ''] = why.split(':')
  return (fixes[code] ?? 'Look at the session: gyre show ID').replace('ID', session)
}
