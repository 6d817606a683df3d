/** What people did to a session, each with its life: queued, then applied, rejected or withdrawn. */
import type { SentIntervention } from '../api/sessions.ts'
import type { InterventionFact, SessionLog } from '../session/session-log.ts'
import { branchWords, stepWords } from '../session/step-words.ts'

export type InterventionState = SentIntervention['state']

export type InterventionRow = {
  readonly id: string
  readonly action: string
  readonly body: Readonly<Record<string, unknown>>
  readonly by: string
  readonly at: number
  readonly state: InterventionState
  /** The step it was applied at. */
  readonly appliedAt: string | undefined
  readonly why: string | undefined
}

/** Newest first. What the journal says is newer than what was last asked for. */
export function interventionRows(log: SessionLog, sent: readonly SentIntervention[]): readonly InterventionRow[] {
  const rows = new Map(sent.map((each) => [each.id, rowOfSent(each)]))
  for (const fact of log.interventions.values()) {
    const known = rows.get(fact.id)
    if (!known) rows.set(fact.id, rowOfFact(fact))
    else if (known.state === 'queued' && fact.state !== 'queued') {
      // What it says now may be another thing than when it was asked for.
      const body = fact.data['body'] === undefined ? known.body : rowOfFact(fact).body
      rows.set(fact.id, { ...rowOfFact(fact), body, by: known.by, at: known.at })
    }
  }
  return [...rows.values()].toSorted((one, other) => other.at - one.at)
}

function rowOfSent({ id, action, body, by, at, state, appliedAt, why }: SentIntervention): InterventionRow {
  return {
    id,
    action,
    body: (body ?? {}) as InterventionRow['body'],
    by,
    at: Date.parse(at),
    state,
    appliedAt: appliedAt || undefined,
    why: why ?? undefined,
  }
}

function rowOfFact({ id, action, data, at, state }: InterventionFact): InterventionRow {
  const { body, by, at: path, why } = data
  return {
    id,
    action,
    body: (body ?? {}) as InterventionRow['body'],
    by: typeof by === 'string' ? by : '',
    at,
    state,
    appliedAt: state === 'applied' && typeof path === 'string' && path !== '' ? path : undefined,
    why: typeof why === 'string' ? why : undefined,
  }
}

const verbs: Readonly<Record<string, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  step: 'One step',
  finish: 'Finish',
  abort: 'Abort',
  approve: 'Approve',
  reject: 'Reject',
}

/** What somebody wanted, in a line: `Steer: “Radiators, not floor heating”`. */
export function interventionText({ action, body }: Pick<InterventionRow, 'action' | 'body'>): string {
  if (action === 'steer') return `Steer: “${String(body['text'])}”${branchText(body['branch'])}`
  if (action === 'context') return `Add context: ${contextText(body)}`
  if (action === 'override') return overrideText(body)
  if (action === 'plan') return `Change the plan: ${stepCount(body['steps'])}`
  if (action === 'answer') return `Answer: “${String(body['text'])}”`
  const reason = typeof body['reason'] === 'string' ? `: ${body['reason']}` : ''
  const changed = action === 'approve' && body['input'] !== undefined ? ' with changed arguments' : ''
  return `${verbs[action] ?? action}${changed}${reason}`
}

function branchText(branch: unknown): string {
  return typeof branch === 'string' ? ` to ${branchWords(branch)}` : ''
}

function contextText(body: InterventionRow['body']): string {
  const { name } = (body['file'] ?? {}) as { readonly name?: string }
  return name ?? `“${String(body['text'])}”`
}

function overrideText(body: InterventionRow['body']): string {
  const { tool, path } = body
  if (typeof tool === 'string') return [`Override: call ${tool}`, ...argumentsIn(body['input'])].join(', ')
  return `Override the result of ${typeof path === 'string' ? stepWords(path) : 'the next step'}`
}

function argumentsIn(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).map(([name, value]) => {
    return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
}

function stepCount(steps: unknown): string {
  const count = Array.isArray(steps) ? steps.length : 0
  return count === 1 ? '1 step left' : `${count} steps left`
}

/** What of it is a text. */
export function editableText({ action, body }: Pick<InterventionRow, 'action' | 'body'>): string | undefined {
  if (action !== 'steer' && action !== 'context') return undefined
  return typeof body['text'] === 'string' ? body['text'] : undefined
}

/** Whether there is a form to change it in while it is queued. */
export function canEdit(row: Pick<InterventionRow, 'action' | 'body'>): boolean {
  return row.action === 'override' || row.action === 'plan' || editableText(row) !== undefined
}
