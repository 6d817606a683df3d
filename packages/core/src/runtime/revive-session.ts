/** Making a session live again from its journal. */
import { canonicalJson, type Json, type JsonObject } from '../json.ts'
import type { Resource } from '../kernel/amounts.ts'
import { grantedLimits } from '../kernel/answer.ts'
import { Branch } from '../kernel/branch.ts'
import type { LoopEnd } from '../kernel/context.ts'
import { limitWord } from '../kernel/limits.ts'
import { LiveSession, type LiveSessionOptions } from '../kernel/live-session.ts'
import type { Loop } from '../kernel/loop.ts'
import { contextOf } from '../kernel/loop-context.ts'
import { fresh, instructionsOf, type LoopRun, toolsOf } from '../kernel/loop-run.ts'
import { runIn } from '../kernel/run-loop.ts'
import { Scope } from '../kernel/scope.ts'
import { type SessionDefinition, SessionView } from '../kernel/session-view.ts'
import type { Intervention, Journal, JournalRow } from '../ports/store.ts'
import { checkRow, damaged, readRows, withoutBeginning } from './journal-rows.ts'
import type { Models } from './registry.ts'

/** Folds a row into a view, unless it tells of nothing a session can do. */
function foldRow(view: SessionView, row: JournalRow, session: string): void {
  try {
    applyRow(view, row)
  } catch (cause) {
    throw damaged(session, row.seq, 'holds no fact', cause)
  }
}

/** Results are parsed only where the view keeps them. */
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
  const rows = await journal.read(session, 1, 1)
  for (const row of rows) checkRow(row, session, 1)
  return definitionIn(rows, session)
}

export function definitionIn([first]: readonly JournalRow[], session: string): SessionDefinition {
  if (first?.type === 'session.created' && first.data !== null) return JSON.parse(first.data) as SessionDefinition
  throw withoutBeginning(session)
}

export type Recorded = { readonly view: SessionView; readonly rows: readonly JournalRow[] }

export async function readSession(journal: Journal, session: string): Promise<Recorded> {
  const view = new SessionView()
  const rows: JournalRow[] = []
  for await (const row of readRows(journal, session)) {
    foldRow(view, row, session)
    rows.push(row)
  }
  if (rows.length === 0) throw withoutBeginning(session)
  return { view, rows }
}

export type Equipment = { readonly loop: Loop; readonly models: Models }

/** A live session over its records, with what people had done to it; `run` starts its loop. */
export function reviveSession(
  options: Omit<LiveSessionOptions, 'root' | 'canPlan' | 'limits' | 'reserve'>,
  recorded: Recorded,
  equipment: Equipment,
) {
  const { view, rows } = recorded
  const root = new Branch('')
  const canPlan = equipment.loop.traits.auditablePlan || view.plan !== null
  const session = new LiveSession({
    ...options,
    root,
    canPlan,
    limits: equipment.loop.limits?.(options.definition.config),
    reserve: equipment.loop.reserve,
  })
  for (const row of rows) session.journal.know(row)
  for (const [path, question] of view.questions) session.supervisor.questions.open(path, question)
  for (const { text, resource } of view.grants) {
    const granted = grantedLimits(text, { data: { resource } })
    if (granted) session.budget.account.extend(granted)
    else session.budget.account.end(`limit:${limitWord(resource as Resource)}`)
  }
  session.supervisor.restore(view)
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
    goal: definition.task.goal,
    path: '',
    account,
    models,
    ...toolsOf(ports.tools),
    token: ports.toolRunner.grant?.({ session: session.id, tools: ports.tools, within: undefined }),
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
    const data = JSON.parse(row.data ?? '{}') as { made?: boolean; stubbed?: boolean; input?: Json }
    const { made, stubbed } = data
    // In a fork of a fork a stand-in is as good as the call it stands for.
    if (made === false && stubbed !== true) continue
    const { tool, input } = JSON.parse(row.request) as { tool: string; input: Json }
    // A person may have let it through with other arguments.
    const call = `${tool} ${canonicalJson(data.input ?? input)}`
    const result = JSON.parse(row.result) as Json
    stubs.set(`${row.path} ${call}`, result)
    // At another step the first equal call stands in.
    if (!stubs.has(call)) stubs.set(call, result)
  }
  return stubs
}
