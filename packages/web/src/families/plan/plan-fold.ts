/**
 * The plan of a loop, folded from the facts of its session.
 *
 * A loop publishes what is left of its plan again and again. Only where steps came, changed or were given up is that
 * another version; otherwise the plan is the same, and some of it is done.
 */
import type { JsonObject } from '@gyre/core'
import { type FactEvent, stepsIn } from '@gyre/core/view'
import { type ChangeReason, reasonOfChange } from './plan-reason.ts'
import { type StepEnd, stepEndIn } from './plan-step-end.ts'
import { isSamePlanned, keyOf, type Planned, plannedOf } from './planned.ts'

export type PlanVersion = {
  readonly number: number
  readonly seq: number
  readonly at: number
  readonly path: string
  /** The whole plan: what was done before, and what is left. */
  readonly steps: readonly Planned[]
  readonly reason: ChangeReason | undefined
}

export type Score = { readonly score: number; readonly quality: string | undefined }

export class PlanFold {
  readonly versions: PlanVersion[] = []
  readonly ends = new Map<string, StepEnd>()
  readonly scores = new Map<string, Score>()
  /** Steps that were taken out of the plan before they ran. */
  readonly givenUp = new Set<string>()
  /** The version each step came with. */
  readonly since = new Map<string, number>()
  left: readonly Planned[] = []
  /** Facts since the plan was last published. */
  recent: FactEvent[] = []
  readonly #base: string
  #done: Planned[] = []
  /** Facts since the newest version: what is left of it is published many times. */
  #between: FactEvent[] = []

  constructor(base: string) {
    this.#base = base
  }

  static of(facts: readonly FactEvent[], base: string): PlanFold {
    const fold = new PlanFold(base)
    for (const fact of facts) fold.apply(fact)
    return fold
  }

  /** What runs next or now: those of the plan that need none of the others. */
  get ready(): readonly Planned[] {
    const ids = new Set(this.left.map(({ id }) => id))
    return this.left.filter(({ needs }) => !needs.some((need) => ids.has(need)))
  }

  /** Takes a fact in. Give it every one of a session, in order. */
  apply(fact: FactEvent): void {
    const { path = '', type } = fact
    // What people did has no path of its own.
    if (type.startsWith('intervention.')) this.#between.push(fact)
    if (path === '' || !path.startsWith(this.#base)) return
    const inside = path.slice(this.#base.length)
    if (type === 'plan.changed' && !inside.includes('/')) this.#publish(fact)
    else this.#within(fact, inside)
  }

  #within(fact: FactEvent, inside: string): void {
    this.recent.push(fact)
    this.#between.push(fact)
    if (fact.type === 'note' && !inside.includes('/')) this.#score(fact.data)
    const ended = stepEndIn(fact, inside, { left: this.left, ready: this.ready })
    if (ended) this.ends.set(ended.key, ended)
  }

  #score({ name, value }: JsonObject): void {
    const { score, quality, step } = (value ?? {}) as {
      readonly score?: unknown
      readonly quality?: string
      readonly step?: unknown
    }
    if (name !== 'score' || typeof score !== 'number') return
    const scored = this.left.find(({ id }) => id === step)
    if (scored) this.scores.set(scored.key, { score, quality })
  }

  #publish(fact: FactEvent): void {
    const { seq, at, path = '', data } = fact
    const before = this.left
    const offered = new Set(stepsIn((data['request'] as { readonly steps?: never } | undefined)?.steps).map(keyOf))
    const doneKeys = new Set(this.#done.map(({ key }) => key))
    const next = stepsIn(data['result'])
      .map(plannedOf)
      .filter(({ key }) => !doneKeys.has(key) || offered.has(key))
    const gone = this.#leave(before, next, offered)
    const isOther = gone || !next.every((step) => before.some((known) => isSamePlanned(known, step)))
    this.left = next
    if (this.versions.length === 0 || isOther) {
      const number = this.versions.length + 1
      for (const { key } of next) if (!this.since.has(key)) this.since.set(key, number)
      const reason = number === 1 ? undefined : reasonOfChange(fact, this.#between)
      const steps = [...this.#done, ...next]
      this.versions.push({ number, seq, at: Date.parse(at), path, steps, reason })
      this.#between = []
    }
    this.recent = []
  }

  /** Sorts what is not in the next plan any more: done, or given up. True when something was given up. */
  #leave(before: readonly Planned[], next: readonly Planned[], offered: ReadonlySet<string>): boolean {
    const kept = new Set(next.map(({ key }) => key))
    const hasWorked = this.recent.some(({ data }) => data['kind'] === 'tool' || data['kind'] === 'loop')
    const ready = new Set(this.ready.map(({ key }) => key))
    let hasGivenUp = false
    for (const step of before) {
      if (kept.has(step.key)) continue
      const isDone = this.ends.has(step.key) || (hasWorked && ready.has(step.key) && !offered.has(step.key))
      if (isDone) this.#done.push(step)
      else {
        this.givenUp.add(step.key)
        hasGivenUp = true
      }
    }
    return hasGivenUp
  }

  isDone(key: string): boolean {
    return this.ends.has(key) || this.#done.some((step) => step.key === key)
  }
}
