/** Beginning a call before its time, as soon as what it refers to is there. */
import type { LoopContext } from '../../kernel/context.ts'
import { toolNamed } from '../../parsing/tool-name.ts'
import { type Call, waitsOf } from './plan.ts'
import { type ResultOf, resolveReferences } from './references.ts'
import { type CallResult, hasFailed, madeBefore, referredTo, resultOf } from './results.ts'
import type { Work } from './work.ts'

/** What a call gave or will give; undefined when that is not to be known early. */
export type Foreseen = Promise<CallResult | undefined>

export function hasPureTools({ tools }: LoopContext): boolean {
  return tools.some(({ effect }) => effect === 'pure')
}

/** Calls that are foreseen, by their ids in the plan. */
export class Foresight {
  readonly #ctx: LoopContext
  readonly #work: Pick<Work, 'results'>
  readonly #begun: Map<string, Foreseen>

  /** `running` are calls that have been begun already. */
  constructor(ctx: LoopContext, work: Pick<Work, 'results'>, running: ReadonlyMap<string, Foreseen> = new Map()) {
    this.#ctx = ctx
    this.#work = work
    this.#begun = new Map(running)
  }

  /** Never fails: what cannot be foreseen is made in its time. */
  foresee(call: Call): void {
    const begun = this.#begin(call).catch(() => undefined)
    this.#begun.set(call.id, begun)
  }

  async #begin(call: Call): Foreseen {
    const { tools } = this.#ctx
    const spec = toolNamed(call.tool, tools)
    if (spec === undefined || tools.find(({ name }) => name === spec.name)?.effect !== 'pure') return undefined
    // Before anything is waited for: a call that comes later may have the same id.
    const ids = new Set([...this.#begun.keys(), ...this.#work.results.keys()])
    const waits = waitsOf(call, ids).map((id) => [id, this.#resultOf(id)] as const)
    const there = new Map<string, CallResult>()
    for (const [id, foreseen] of waits) {
      const result = await foreseen
      if (!result || hasFailed(result)) return undefined
      there.set(id, result)
    }
    const contentIn: ResultOf = (id, form) => referredTo(there.get(id), form)
    const resolved = resolveReferences(call.args, ids, contentIn, spec.input)
    if (!resolved.ok) return undefined
    const made = { call: { ...call, tool: spec.name }, args: resolved.value }
    const before = madeBefore({ tool: spec.name, args: resolved.value }, this.#work.results.values())
    if (before) return before
    const message = await this.#ctx.begin({ type: 'tool-call', id: call.id, tool: spec.name, input: resolved.value })
    return message && resultOf(made, message)
  }

  #resultOf(id: string): Foreseen {
    return this.#begun.get(id) ?? Promise.resolve(this.#work.results.get(id))
  }
}
