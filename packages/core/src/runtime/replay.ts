/** Offline replay: a finished session runs again from its journal, with no model and no tool. */

import type { GyreError } from '../errors.ts'
import { canonicalJson, isObject, type Json } from '../json.ts'
import { isAhead } from '../kernel/ahead.ts'
import type { LoopEnd } from '../kernel/context.ts'
import type { AskedDrift } from '../kernel/divergence.ts'
import type { LiveSession, SessionPorts } from '../kernel/live-session.ts'
import { loadLoops } from '../kernel/loop-config.ts'
import type { Outcome } from '../kernel/outcome.ts'
import type { Journal, JournalRow, KeyValue } from '../ports/store.ts'
import type { Tool } from '../tools/tool.ts'
import { type Concluded, outcomeOf } from './conclusion.ts'
import { withoutBeginning } from './journal-rows.ts'
import { type PageSources, type ReplayDrift, withPages } from './replay-drift.ts'
import { type Equipment, type Recorded, reviveSession } from './revive-session.ts'

/** What a replay found: whether all is as it was, and what is not. */
export type ReplayReport = {
  /** Same steps, same requests, same end. */
  readonly isEqual: boolean
  /** Requests that are not what they were. */
  readonly drift: readonly ReplayDrift[]
  /** Paths that were recorded and are not asked for any more. */
  readonly unused: readonly string[]
  /** Why it stopped: a step that the journal does not hold, or another kind of step. */
  readonly error: GyreError | null
  readonly end: LoopEnd | null
  /** How it had ended and how it ends now, where that differs. */
  readonly otherEnd: { readonly was: Ending; readonly now: Ending } | null
}

/** What is compared of an end. The outcome is null while there is none. */
export type Ending = {
  readonly outcome: Outcome | null
  readonly answer: Json
  readonly gap: string | null
  readonly details: Json
  readonly error: Json
}

const nowhere: Journal = { append: () => undefined, read: async () => [] }

const noKeyValue: KeyValue = {
  get: async () => undefined,
  set: async () => {},
  increment: async () => 0,
  delete: async () => {},
}

export async function replayOffline(
  id: string,
  recorded: Recorded,
  equipment: Equipment & { readonly tools: readonly Tool[] },
  { payload, ...ports }: Omit<SessionPorts, 'store' | 'tools'> & Pick<PageSources, 'payload'>,
): Promise<ReplayReport> {
  const { definition } = recorded.view
  if (!definition) throw withoutBeginning(id)
  // What cannot be loaded here is no end of the session.
  await loadLoops(equipment.loop, definition.config, ports.loops())
  const asked: AskedDrift[] = []
  const interventions = { list: async () => [], take: async () => undefined }
  const { session, run } = reviveSession(
    {
      id,
      owner: '',
      definition: { ...definition, strict: false },
      view: recorded.view,
      lease: { session: id, token: 0, wakeSeq: 0, head: { seq: recorded.view.seq, chain: '' } },
      // biome-ignore format: one line reads better
      ports: { ...ports, tools: equipment.tools, store: { journal: nowhere, keyValue: noKeyValue, interventions: interventions as never } },
      offline: asked,
      onIdle: () => {},
    },
    recorded,
    equipment,
  )
  const { concluded, error } = await ending(session, run)
  // A loop may end before all that it began: those steps are gone over, too.
  await session.stillness()
  const unused = unusedPaths(session.journal.unreplayed(), recorded.rows)
  const isNewer = equipment.loop.version > definition.loopVersion
  const otherEnd = concluded && difference(concluded, recorded, isNewer)
  const isEqual = concluded !== null && otherEnd === null && asked.length === 0 && unused.length === 0
  const drift = await withPages(asked, recorded.rows, { payload, tools: equipment.tools })
  return { isEqual, drift, unused, error, end: concluded?.end ?? null, otherEnd }
}

/** How the loop ended, as it would have for a worker, or why it could not be followed to its end. */
async function ending(session: LiveSession, run: () => Promise<LoopEnd>) {
  const concluded = outcomeOf(session, run).then((each) => (session.isHalted ? session.never() : each))
  const first = await Promise.race([concluded, session.halted])
  if (!('kind' in first)) return { concluded: first, error: null }
  return { concluded: null, error: 'error' in first ? first.error : null }
}

/**
 * What a tool did inside, and what people were asked about a step, is not asked for when its record is there. What was
 * done beside the loop may have come too late for it.
 */
function unusedPaths(paths: Iterable<string>, rows: readonly JournalRow[]): readonly string[] {
  const unreplayed = [...paths]
  if (unreplayed.length === 0) return unreplayed
  const tools = new Set(rows.filter((row) => row.kind === 'tool').map((row) => row.path))
  const aboutSteps = new Set(rows.filter(isAboutStep).map((row) => row.path))
  return unreplayed.filter((path) => {
    const around = path.split('/').map((_, index, segments) => segments.slice(0, index).join('/'))
    return !isAhead(path) && !aboutSteps.has(path) && !around.some((outer) => tools.has(outer))
  })
}

/** Whether people were asked by the kernel, not by the loop: for an approval, or for more to spend. */
function isAboutStep({ kind, request }: JournalRow): boolean {
  return kind === 'ask' && request !== null && (JSON.parse(request) as { readonly kind?: string }).kind !== 'question'
}

/** A newer version of a loop may tell more than was told then: that alone is no other end. */
function difference({ end, error }: Concluded, { view }: Recorded, isNewer: boolean): ReplayReport['otherEnd'] {
  const was = endingOf(view)
  const now = endingOf({ ...end, error })
  const compared = isNewer ? { ...now, details: within(was.details, now.details) } : now
  return canonicalJson(was) === canonicalJson(compared) ? null : { was, now }
}

/** Of these details, what was among those others. */
function within(others: Json, details: Json): Json {
  if (!isObject(others) || !isObject(details)) return details
  return Object.fromEntries(Object.entries(details).filter(([name]) => name in others))
}

function endingOf({ outcome, answer, gap, details, error }: Ending): Ending {
  return { outcome, answer, gap, details, error }
}
