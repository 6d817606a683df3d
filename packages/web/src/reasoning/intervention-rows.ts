/** What people did to a session, each with its life: queued, then applied, rejected or withdrawn. */
import type { SentIntervention } from '../api/sessions.ts'
import type { InterventionFact, SessionLog } from '../session/session-log.ts'

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
      rows.set(fact.id, { ...rowOfFact(fact), body: known.body, by: known.by, at: known.at })
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
  return `${verbs[action] ?? action}${reason}`
}

function branchText(branch: unknown): string {
  return typeof branch === 'string' ? ` to ${branch}` : ''
}

function contextText(body: InterventionRow['body']): string {
  const { name } = (body['file'] ?? {}) as { readonly name?: string }
  return name ?? `“${String(body['text'])}”`
}

function overrideText(body: InterventionRow['body']): string {
  const { tool, path } = body
  if (typeof tool === 'string') return `Override: call ${tool} ${JSON.stringify(body['input'] ?? {})}`
  return `Override the result of ${typeof path === 'string' ? path : 'the next step'}`
}

function stepCount(steps: unknown): string {
  const count = Array.isArray(steps) ? steps.length : 0
  return count === 1 ? '1 step left' : `${count} steps left`
}

/** What of it is a text that can be changed while it is queued, and under which name. */
export function editableText({ action, body }: Pick<InterventionRow, 'action' | 'body'>): string | undefined {
  if (action === 'steer' || action === 'context') return typeof body['text'] === 'string' ? body['text'] : undefined
  return action === 'override' ? JSON.stringify(body, null, 2) : undefined
}

/** What is sent for the changed text; a text says why it cannot be. */
export function editedBody(
  row: Pick<InterventionRow, 'action' | 'body'>,
  text: string,
): { readonly body: unknown } | string {
  if (row.action !== 'override') return text.trim() === '' ? 'It says nothing.' : { body: { ...row.body, text } }
  try {
    return { body: JSON.parse(text) as unknown }
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}
