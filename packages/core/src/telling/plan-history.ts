/** What became of the steps of a session's plans, folded from its facts. */
import type { Json } from '../json.ts'
import type { FactEvent } from '../kernel/events.ts'
import { type Fate, fateIn, type PlannedStep, stepsIn } from './planned-step.ts'

/** A step of a plan, and how it ended. */
export type EndedStep = { readonly step: PlannedStep; readonly fate: Fate }

/** What was carried out: a step that is gone from the next plan without that was given up for another. */
const carryingOut: ReadonlySet<unknown> = new Set(['tool', 'loop'])

/** What became of the steps of a session's plans. Give it every fact in order. */
export class PlanHistory {
  /** Steps that a loop had in its plan, worked at, and had no more. */
  readonly done: EndedStep[] = []
  /** The steps of the last plan, without those that were done before. */
  left: readonly PlannedStep[] = []
  /** Whether anything was carried out since the last plan. */
  hasWorked = false
  #base = ''
  readonly #fates = new Map<string, Fate>()

  static of(events: readonly FactEvent[]): PlanHistory {
    const history = new PlanHistory()
    for (const event of events) history.apply(event)
    return history
  }

  /** Whether a step of the last plan has an end of its own. */
  isOver({ id }: PlannedStep): boolean {
    return this.#fates.has(id)
  }

  /** How a step ended that was carried out. A call whose needs failed is not made, and leaves no record. */
  ended(step: PlannedStep): EndedStep {
    const lacks = step.tool !== undefined && step.needs?.some((id) => this.#fates.get(id) === 'failed')
    return { step, fate: this.#fates.get(step.id) ?? (lacks ? 'failed' : 'done') }
  }

  /** Takes a fact in. Give it every one of a session, in order. */
  apply(event: FactEvent): void {
    const { type, data } = event
    if (type === 'step.finished' && carryingOut.has(data['kind'])) this.hasWorked = true
    const told = fateIn(event, { steps: this.left, base: this.#base })
    if (told) this.#fates.set(told.id, told.fate)
    if (type === 'plan.changed') this.#publish(event)
  }

  #publish({ path = '', data }: FactEvent): void {
    // What people left out of it is not done: it is looked at as the loop gave it.
    const offered = new Set(stepsIn((data['request'] as { readonly steps?: Json } | undefined)?.steps).map(keyOf))
    const gone = this.hasWorked ? this.left.filter((step) => !offered.has(keyOf(step))) : []
    this.done.push(...gone.map((step) => this.ended(step)))
    const before = new Set(this.done.map(({ step }) => keyOf(step)))
    // People may leave in their plan what was done meanwhile.
    this.left = stepsIn(data['result']).filter((step) => offered.has(keyOf(step)) || !before.has(keyOf(step)))
    this.hasWorked = false
    this.#base = path.slice(0, path.lastIndexOf('/') + 1)
    for (const { id } of this.left) this.#fates.delete(id)
  }
}

/** Another plan may give the same id to another step. A call is what it asks for, however somebody put its goal. */
function keyOf({ id, goal, tool, input }: PlannedStep): string {
  return tool === undefined || input === undefined ? `${id} ${goal.trim()}` : `${id} ${tool} ${JSON.stringify(input)}`
}
