/** Several ways to do the same, run at once and put side by side. */
import type { Json, Runtime, Session, SessionUsage, TaskInput, Wanted } from '@gyre/core'

/** One way to do it. */
export type Variant = { readonly name: string; readonly wanted: Wanted }

/** What became of one way. */
export type ComparedSession = {
  readonly variant: string
  readonly session: string
  readonly loop: string
  readonly persona: string | null
  readonly model: string
  readonly status: string
  /** Null when it has not ended: it waits for a person, or is paused. */
  readonly outcome: string | null
  readonly answer: Json
  readonly gap: string | null
  readonly usage: SessionUsage
  readonly error: { readonly code: string; readonly message: string } | null
}

export type SideBySideOptions = {
  /** Pauses them all. */
  readonly signal?: AbortSignal
  /** Called when all of them can begin. */
  readonly onStart?: () => void
  /** Called with each as it comes to rest. */
  readonly onDone?: (compared: ComparedSession) => void
}

/** Starts all of them and waits until each has ended or needs somebody. All are checked before the first begins. */
export async function runSideBySide(
  runtime: Runtime,
  variants: readonly Variant[],
  options: SideBySideOptions = {},
): Promise<readonly ComparedSession[]> {
  for (const { wanted } of variants) await runtime.check(wanted)
  options.onStart?.()
  const sessions = await startAll(runtime, variants)
  const pause = () => void Promise.allSettled(sessions.map((session) => session.pause()))
  options.signal?.addEventListener('abort', pause)
  // It may have come while they were being started.
  if (options.signal?.aborted) pause()
  try {
    return await Promise.all(
      sessions.map((session, at) => finished(runtime, session, variants[at]?.name ?? '', options)),
    )
  } finally {
    options.signal?.removeEventListener('abort', pause)
  }
}

/** What only shows when it is started, such as a full disk, lets none of them go on. */
async function startAll(runtime: Runtime, variants: readonly Variant[]): Promise<readonly Session[]> {
  const started: Session[] = []
  try {
    for (const { wanted } of variants) started.push(await start(runtime, wanted))
    return started
  } catch (error) {
    await Promise.allSettled(started.map(aborted))
    throw error
  }
}

function start(runtime: Runtime, wanted: Wanted): Promise<Session> {
  if ('fork' in wanted) return runtime.fork(wanted.fork, wanted.options)
  const { task, options } = wanted
  return 'loop' in wanted
    ? runtime.start(wanted.loop, task as TaskInput, options)
    : runtime.startAs(wanted.persona, task as TaskInput, options)
}

async function aborted(session: Session): Promise<void> {
  await session.abort()
  await session.outcome
}

async function finished(runtime: Runtime, session: Session, name: string, { onDone }: SideBySideOptions) {
  await session.idle()
  const compared = await comparedSession(runtime, session.id, name)
  onDone?.(compared)
  return compared
}

/** A session as one of those that are compared. */
export async function comparedSession(runtime: Runtime, id: string, variant: string): Promise<ComparedSession> {
  const { view } = await runtime.read(id)
  const { definition, status, outcome, answer, gap, usage, error } = view
  return {
    variant,
    session: id,
    loop: definition?.loop ?? '',
    persona: definition?.persona?.name ?? null,
    model: definition?.models.author ?? '',
    status,
    outcome,
    answer,
    gap,
    usage,
    error: error as ComparedSession['error'],
  }
}
