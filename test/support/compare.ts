/** What two runs of a session must have in common. */
import { type JournalRow, type Json, type JsonObject, type SessionEnd, verifyChain } from '@gyre/core'
import type { Effect } from './effects.ts'
import type { World } from './world.ts'

/** Times, and what else may differ between a run and its repetition. */
const volatile = new Set(['ms', 'active', 'attempts', 'begunMs'])

type StepView = { type: string; kind: string | null; request: Json; result: Json; data: Json }

/** The steps of a journal by path: everything about them but times and places in the journal. */
export function stepsOf(rows: readonly JournalRow[]): Readonly<Record<string, StepView>> {
  const steps: Record<string, StepView> = {}
  for (const row of rows) {
    if (row.kind === null || row.path === null || isAboutUncertainty(row) || isAhead(row.path)) continue
    const name = row.type === 'step.intended' ? `${row.path} intended` : row.path
    if (name in steps) throw new Error(`There are two records at \`${name}\`.`)
    const { type, kind, request, result } = row
    steps[name] = { type, kind, request: parsed(request), result: parsed(result), data: steady(parsed(row.data)) }
  }
  return steps
}

/** Facts that are no steps, except those that tell of crashes and of people. */
export function factsOf(rows: readonly JournalRow[]): readonly string[] {
  return rows
    .filter((row) => row.kind === null && !isAboutUncertainty(row))
    .filter(({ type }) => type !== 'session.status' && !type.startsWith('intervention.'))
    .map(({ type, path, data }) => `${type} ${path ?? ''} ${JSON.stringify(steady(parsed(data)))}`)
    .sort()
}

/** A question about a call cut short by a crash, and the intent to begin it again, stand beside the steps of the run. */
function isAboutUncertainty({ path, type, data }: JournalRow): boolean {
  const isBegunAgain = type === 'step.intended' && 'attempt' in (parsed(data) as JsonObject)
  return isBegunAgain || path?.includes('/uncertain#') === true
}

/** What was done beside the loop hangs on who was faster. */
function isAhead(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('ahead#'))
}

function parsed(text: string | null): Json {
  return text === null ? null : (JSON.parse(text) as Json)
}

function steady(data: Json): Json {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !volatile.has(key)))
}

/** The effect a row tells of, when one was really made for it. */
function effectOf(row: JournalRow): string | undefined {
  if (row.type !== 'step.finished' && row.type !== 'step.failed') return undefined
  const request = parsed(row.request) as JsonObject
  const data = (parsed(row.data) ?? {}) as JsonObject
  return isMade(row, data) ? effectNames[row.kind ?? '']?.(row, request) : undefined
}

const effectNames: Readonly<Record<string, (row: JournalRow, request: JsonObject) => string>> = {
  generate: ({ path }) => `model ${path}`,
  tool: ({ path }) => `tool ${path}`,
  embed: (_, request) => `embed ${JSON.stringify(request['texts'])}`,
  recall: (_, request) => `recall ${request['query']}`,
  remember: ({ path }) => `remember ${path}`,
}

/** A step that was stopped before its effect, or done by a person, names no model, no tool and no embedder. */
function isMade({ kind }: JournalRow, data: JsonObject): boolean {
  if (kind === 'generate') return data['model'] !== undefined
  if (kind === 'embed') return data['embedder'] !== undefined
  return kind !== 'tool' || isMadeHere(data)
}

/** One that was begun before its time is told of nowhere: it takes over what was made beside the journal. */
function isMadeHere(data: JsonObject): boolean {
  return data['tool'] !== undefined && !('begunMs' in data) && !isOfClient(data['tool'])
}

/** The tools of clients have such names in scenarios: nobody here runs them. */
function isOfClient(tool: Json): boolean {
  return String(tool).startsWith('client.')
}

export function effectsIn(rows: readonly JournalRow[]): readonly string[] {
  return rows.flatMap((row) => effectOf(row) ?? []).sort()
}

export function begun(effects: readonly Effect[]): readonly string[] {
  return effects
    .filter((effect) => !isDelivery(effect) && !isForeseen(effect))
    .map(({ kind, at }) => `${kind} ${at}`)
    .sort()
}

/** What steps gave is kept after the end, at least once: no journal tells of it. */
function isDelivery({ kind, at }: Effect): boolean {
  return kind === 'remember' && /^memory\/\d+$/.test(at)
}

/** A call that is begun before its time has no path yet, and perhaps never will. */
function isForeseen({ kind, at }: Effect): boolean {
  return kind === 'tool' && /(?:^|\/)foreseen$/.test(at)
}

/** A run as it is compared. */
export type Recording = {
  readonly end: Pick<SessionEnd, 'answer' | 'outcome' | 'gap' | 'details' | 'error'>
  readonly steps: ReturnType<typeof stepsOf>
  readonly facts: readonly string[]
}

export async function recordingOf(world: World, end: SessionEnd | undefined): Promise<Recording> {
  if (!end) throw new Error('The session has not ended.')
  const rows = await world.rows()
  const { answer, outcome, gap, details, error } = end
  return { end: { answer, outcome, gap, details, error }, steps: stepsOf(rows), facts: factsOf(rows) }
}

/** Faults of a journal as such: numbers that do not follow on each other, a chain that does not hold. */
export async function faultsOf(world: World): Promise<readonly string[]> {
  const rows = await world.rows()
  const misnumbered = rows.filter((row, index) => row.seq !== index + 1).map((row) => `seq ${row.seq}`)
  const verified = await verifyChain(await world.session(), rows, world.keys)
  return verified.ok ? misnumbered : [...misnumbered, JSON.stringify(verified)]
}
