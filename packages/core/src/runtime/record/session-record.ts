/** All that is known of a session, as one plain object: what `show --json` prints. */
import { errorTable } from '../../errors.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { Question } from '../../kernel/answer.ts'
import { type FactEvent, factEvent, factOf } from '../../kernel/events.ts'
import { asideReason, type SessionDefinition, type SessionUsage } from '../../kernel/session-view.ts'
import type { Intervention } from '../../ports/store.ts'
import { UsedInputs } from '../../telling/used-inputs.ts'
import type { Delivery } from '../delivery.ts'
import type { Runtime } from '../runtime.ts'
import { answeringModel } from './answering-model.ts'
import type { DispatchRecord } from './dispatch-record.ts'
import { type StandingStatus, Standings } from './standings.ts'

/** A step of a session: what it asked, what came of it and what it used. */
export type StepRecord = {
  readonly seq: number
  readonly path: string
  readonly kind: string
  readonly state: 'finished' | 'failed'
  /** When it was over. */
  readonly at: string
  readonly model: string | null
  /** Whom a request was to: author, planner, judge or utility. */
  readonly role: string | null
  readonly tool: string | null
  readonly input: Json
  readonly result: Json
  readonly ms: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costUsd: number | null
  readonly by: readonly string[]
  readonly error: Json
}

/** An intervention with times in ISO 8601. */
export type InterventionRecord = Pick<Intervention, 'id' | 'action' | 'body' | 'by' | 'state' | 'appliedAt' | 'why'> & {
  readonly at: string
}

/** All that is known of a session, as one plain object: what `gyre show --json` prints. */
export type SessionRecord = DispatchRecord & {
  readonly session: string
  readonly loop: string
  readonly persona: string | null
  readonly model: string
  readonly outcome: string | null
  readonly answer: Json
  readonly gap: string | null
  readonly details: Json
  readonly usage: SessionUsage
  readonly status: StandingStatus
  /** Whether a process works on it now. */
  readonly isRun: boolean
  readonly goal: string
  readonly thread: string
  readonly fork: SessionDefinition['fork']
  readonly createdAt: string
  readonly updatedAt: string
  readonly plan: Json
  /** How far the loop is, as it told: the newest of each kind of note, and its last scores. */
  readonly progress: { readonly notes: Readonly<Record<string, Json>>; readonly scores: readonly number[] }
  readonly steps: readonly StepRecord[]
  readonly questions: readonly Question[]
  readonly interventions: readonly InterventionRecord[]
  readonly error: { readonly code: string; readonly message: string; readonly fix: string | null } | null
  /** Paths whose prompt changed since it was recorded. */
  readonly drift: readonly string[]
  /** Where its result goes, and whether it has arrived. */
  readonly deliveries: readonly DeliveryRecord[]
}

/** A delivery with times in ISO 8601. */
export type DeliveryRecord = Pick<Delivery, 'target' | 'state' | 'attempts' | 'error'> & {
  /** When it is tried next. */
  readonly nextAt: string | null
  readonly settledAt: string | null
}

/** The record of a session, and the facts it was made of. */
export type ReadSession = { readonly record: SessionRecord; readonly events: readonly FactEvent[] }

/** Reads a session with everything people did to it. */
export async function readSessionRecord(runtime: Runtime, id: string): Promise<ReadSession> {
  const { row, rows, view } = await runtime.read(id)
  const definition = view.definition as SessionDefinition
  const standings = await Standings.read(runtime, Date.now(), [row])
  const usedInputs = new UsedInputs()
  const events = rows.map((each) => usedInputs.apply(factEvent(id, factOf(each))))
  const sent = await runtime.store.interventions.list(id)
  const { outcome, answer, gap, details, usage, plan, progress, questions, drifted } = view
  const record: SessionRecord = {
    session: id,
    loop: definition.loop,
    persona: definition.persona?.name ?? null,
    model: answeringModel(definition, rows),
    outcome,
    answer,
    gap,
    details,
    usage,
    status: standings.status(row),
    isRun: standings.isRun(row),
    ...standings.dispatch(row),
    ...(asideReason(view) && { isSetAside: true }),
    goal: definition.task.goal,
    thread: definition.thread,
    fork: definition.fork,
    createdAt: new Date(row.mirror.createdAt).toISOString(),
    updatedAt: new Date(row.mirror.updatedAt).toISOString(),
    plan: plan as Json,
    progress: { notes: Object.fromEntries(progress.notes), scores: progress.scores },
    steps: events.filter(isStep).map(stepRecord),
    questions: [...questions.values()],
    interventions: sent.map(interventionRecord),
    error: errorOf(view.error ?? view.refusal),
    drift: [...drifted],
    deliveries: (await runtime.deliveriesOf(id)).map((each) => deliveryRecord(each, outcome !== null)),
  }
  return { record, events }
}

const stepTypes: ReadonlySet<string> = new Set(['step.finished', 'step.failed', 'plan.changed'])

function isStep({ type }: FactEvent): boolean {
  return stepTypes.has(type)
}

type Requested = { readonly tool?: string; readonly input?: Json; readonly role?: string }

function stepRecord({ seq, at, type, path = '', data }: FactEvent): StepRecord {
  const { kind, request, result = null, model, usage, costUsd, ms, by, error = null } = data
  const { tool, input = null, role = 'author' } = (request ?? {}) as Requested
  const { inputTokens = 0, outputTokens = 0 } = (usage ?? {}) as { inputTokens?: number; outputTokens?: number }
  return {
    seq,
    path,
    kind: String(kind ?? 'plan'),
    state: type === 'step.failed' ? 'failed' : 'finished',
    at,
    model: typeof model === 'string' ? model : null,
    role: kind === 'generate' ? role : null,
    tool: tool ?? null,
    input,
    result,
    ms: Number(ms ?? 0),
    inputTokens,
    outputTokens,
    costUsd: typeof costUsd === 'number' ? costUsd : null,
    // One who answered, or all who had a hand in it.
    by: [by ?? []].flat() as readonly string[],
    error,
  }
}

function interventionRecord({ id, action, body, by, at, state, appliedAt, why }: Intervention): InterventionRecord {
  return { id, action, body, by, at: new Date(at).toISOString(), state, appliedAt, why }
}

/** Before the end nothing is due. */
function deliveryRecord({ target, state, attempts, error, nextAt, settledAt }: Delivery, hasEnded: boolean) {
  const shown = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return { target, state, attempts, error, nextAt: hasEnded ? shown(nextAt) : null, settledAt: shown(settledAt) }
}

function errorOf(error: JsonObject | null): SessionRecord['error'] {
  if (!error) return null
  const code = String(error['code'])
  const entry = Object.hasOwn(errorTable, code) ? errorTable[code as keyof typeof errorTable] : undefined
  return { code, message: String(error['message']), fix: entry?.fix ?? null }
}
