/** Making a session live again from its journal. */
import { GyreError } from '../errors.ts'
import { canonicalJson, type Json, type JsonObject } from '../json.ts'
import { grantedLimits } from '../kernel/answer.ts'
import { Branch } from '../kernel/branch.ts'
import { limitWord, type Resource } from '../kernel/limits.ts'
import { LiveSession, type LiveSessionOptions } from '../kernel/live-session.ts'
import type { Loop } from '../kernel/loop.ts'
import { contextOf } from '../kernel/loop-context.ts'
import { fresh, instructionsOf, type LoopRun, toolsOf } from '../kernel/loop-run.ts'
import { type LoopEnd, runIn } from '../kernel/run-loop.ts'
import { Scope } from '../kernel/scope.ts'
import { type SessionDefinition, SessionView } from '../kernel/session-view.ts'
import type { Intervention, Journal, JournalRow } from '../ports/store.ts'
import type { Models } from './registry.ts'

const pageSize = 5000

/** All rows of a session, page by page. */
export async function* readRows(journal: Journal, session: string, from = 1): AsyncGenerator<JournalRow> {
  for (let next = from; ; ) {
    const rows = await journal.read(session, next, pageSize)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    next = last.seq + 1
  }
}

/** Folds a row into a view. Results are parsed only where the view keeps them. */
function applyRow(view: SessionView, row: JournalRow): void {
  const { seq, at, type, path, kind, result } = row
  view.apply({
    seq,
    at,
    type,
    ...(path !== null && { path }),
    ...(kind !== null && { kind: kind as NonNullable<Parameters<SessionView['apply']>[0]['kind']> }),
    data: row.data === null ? {} : (JSON.parse(row.data) as JsonObject),
    result: () => (result === null ? null : (JSON.parse(result) as Json)),
  })
}

/** What a session was made with: its first row alone is read. */
export async function definitionOf(journal: Journal, session: string): Promise<SessionDefinition> {
  return definitionIn(await journal.read(session, 1, 1), session)
}

export function definitionIn([first]: readonly JournalRow[], session: string): SessionDefinition {
  if (first?.type === 'session.created' && first.data !== null) return JSON.parse(first.data) as SessionDefinition
  throw new GyreError('store-corrupt', `The journal of \`${session}\` has no beginning.`, { session })
}

export type Recorded = { readonly view: SessionView; readonly rows: readonly JournalRow[] }

export async function readSession(journal: Journal, session: string): Promise<Recorded> {
  const view = new SessionView()
  const rows: JournalRow[] = []
  for await (const row of readRows(journal, session)) {
    applyRow(view, row)
    rows.push(row)
  }
  return { view, rows }
}

export type Equipment = { readonly loop: Loop; readonly models: Models }

/** A live session over its records, with what people had done to it; `run` starts its loop. */
export function reviveSession(
  options: Omit<LiveSessionOptions, 'root' | 'canPlan'>,
  recorded: Recorded,
  equipment: Equipment,
) {
  const { view, rows } = recorded
  const root = new Branch('')
  const canPlan = equipment.loop.traits.auditablePlan || view.plan !== null
  const session = new LiveSession({ ...options, root, canPlan })
  for (const row of rows) session.journal.know(row)
  for (const [path, question] of view.questions) session.supervisor.questions.open(path, question)
  for (const { text, resource } of view.grants) {
    const granted = grantedLimits(text, { data: { resource } })
    if (granted) session.budget.account.extend(granted)
    else session.budget.account.ending ??= `limit:${limitWord(resource as Resource)}`
  }
  session.supervisor.restore({ isPaused: view.isPaused, known: view.interventions, isFinishing: view.isFinishing })
  return { session, run: () => runRoot(session, root, equipment) }
}

/** Guidance that some branches of a running `map` have had; the others still wait for it. */
export function restoreSteering(session: LiveSession, view: SessionView, interventions: readonly Intervention[]): void {
  for (const intervention of interventions) {
    const appliedBy = view.steered.get(intervention.id)
    if (appliedBy?.some((branch) => branch.endsWith(']'))) session.supervisor.steering.restore(intervention, appliedBy)
  }
  session.supervisor.refresh()
}

function runRoot(session: LiveSession, root: Branch, { loop, models }: Equipment): Promise<LoopEnd> {
  const { definition, ports } = session
  const { account } = session.budget
  const run: LoopRun = {
    loop,
    path: '',
    account,
    models,
    ...toolsOf(ports.tools),
    instructions: instructionsOf(definition.instructions),
    ...fresh(),
  }
  session.rootRun = run
  const scope = new Scope({ session, run, branch: root, prefix: '', hosts: 0 })
  return runIn(scope, contextOf, { task: definition.task, config: definition.config })
}

/** Calls of the source session that a fork must not repeat, and what they gave. */
export function stubsOf(rows: readonly JournalRow[]): ReadonlyMap<string, Json> {
  const stubs = new Map<string, Json>()
  for (const row of rows) {
    if (row.kind !== 'tool' || row.type !== 'step.finished' || row.request === null || row.result === null) continue
    if ((JSON.parse(row.data ?? '{}') as { made?: boolean }).made === false) continue
    const { tool, input } = JSON.parse(row.request) as { tool: string; input: Json }
    const call = `${tool} ${canonicalJson(input)}`
    const result = JSON.parse(row.result) as Json
    stubs.set(`${row.path} ${call}`, result)
    // At another step the first equal call stands in.
    if (!stubs.has(call)) stubs.set(call, result)
  }
  return stubs
}
