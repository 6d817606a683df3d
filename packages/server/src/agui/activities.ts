/** Activities of a run: its plan, and the trees it grows. Snapshots first, then what changed. */
import type { Json, JsonObject } from '@gyre/core'
import type { Moment } from '../narration/moment.ts'
import { type AguiEvent, nothing, type Owner } from './agui-event.ts'

type Plan = Extract<Moment, { readonly type: 'plan' }>

type Operation = { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Json }

/** The plan as an activity; states of its steps that changed within a revision are told as a patch. */
export class PlanActivity {
  readonly #messageId: string
  #last: Plan | undefined

  constructor(session: string) {
    this.#messageId = `plan:${session}`
  }

  apply(plan: Plan): readonly AguiEvent[] {
    const last = this.#last
    this.#last = plan
    const known = { messageId: this.#messageId, activityType: 'PLAN' }
    if (last?.revision !== plan.revision || last.steps.length !== plan.steps.length) {
      const { revision, steps } = plan
      return [{ type: 'ACTIVITY_SNAPSHOT', ...known, content: { revision, steps }, replace: true }]
    }
    const patch = changes(last, plan)
    return patch.length === 0 ? nothing : [{ type: 'ACTIVITY_DELTA', ...known, patch }]
  }
}

function changes(last: Plan, plan: Plan): readonly Operation[] {
  return plan.steps.flatMap((step, index): readonly Operation[] => {
    const before = last.steps[index]
    if (before?.id !== step.id || before.goal !== step.goal) {
      return [{ op: 'replace', path: `/steps/${index}`, value: step }]
    }
    if (before.state === step.state) return []
    return [{ op: 'replace', path: `/steps/${index}/state`, value: step.state }]
  })
}

/** Trees of thoughts, one for each loop that grows one. */
export class TreeActivity {
  readonly #session: string
  /** The places of nodes in the activity, by the id of the node, for each tree. */
  readonly #trees = new Map<string, Map<Json, number>>()

  constructor(session: string) {
    this.#session = session
  }

  apply(value: Json, owner: Owner): readonly AguiEvent[] {
    const nodes = nodesOf(value)
    const key = owner.subagentRunId ?? ''
    const known = { messageId: `tree:${this.#session}${key && `:${key}`}`, activityType: 'TREE', ...owner }
    const places = this.#trees.get(key)
    if (!places) {
      this.#trees.set(key, new Map(nodes.map((node, index) => [node['id'] ?? null, index])))
      return [{ type: 'ACTIVITY_SNAPSHOT', ...known, content: { nodes }, replace: true }]
    }
    const patch = nodes.map((node) => placed(node, places))
    return patch.length === 0 ? nothing : [{ type: 'ACTIVITY_DELTA', ...known, patch }]
  }
}

/** A node that is there already is replaced: its score, or whether it is kept, has changed. */
function placed(node: JsonObject, places: Map<Json, number>): Operation {
  const id = node['id'] ?? null
  const place = places.get(id)
  if (place !== undefined) return { op: 'replace', path: `/nodes/${place}`, value: node }
  places.set(id, places.size)
  return { op: 'add', path: '/nodes/-', value: node }
}

function nodesOf(value: Json): readonly JsonObject[] {
  const { nodes } = (value ?? {}) as { readonly nodes?: unknown }
  return Array.isArray(nodes) ? (nodes as readonly JsonObject[]) : []
}
