/** Beginning a call before its time, as soon as what it refers to is there. */
import type { LoopContext } from '../../kernel/context.ts'
import { toolNamed } from '../../parsing/tool-name.ts'
import { type Call, waitsOf } from './plan.ts'
import { type ResultOf, resolveReferences } from './references.ts'
import { withoutMaking } from './repeats.ts'
import { type CallResult, hasFailed, type Made, referredTo, resultOf } from './results.ts'
import type { Work } from './work.ts'

/** What a call gave or will give; undefined when that is not to be known early. */
export type Foreseen = Promise<CallResult | undefined>

export function hasPureTools({ tools }: LoopContext): boolean {
  return tools.some(({ effect }) => effect === 'pure')
}

/** Calls that have been begun already, and the end of those among them that may change what others read. */
export type Running = { readonly ends: ReadonlyMap<string, Foreseen>; readonly quiet: Promise<unknown> }

const nothing: Running = { ends: new Map(), quiet: Promise.resolve() }

/** Calls that are foreseen, by their ids in the plan. */
export class Foresight {
  readonly #ctx: LoopContext
  readonly #work: Pick<Work, 'results' | 'runs'>
  readonly #begun: Map<string, Foreseen>
  readonly #quiet: Promise<unknown>
  #isGivenUp = false

  constructor(ctx: LoopContext, work: Pick<Work, 'results' | 'runs'>, { ends, quiet }: Running = nothing) {
    this.#ctx = ctx
    this.#work = work
    this.#begun = new Map(ends)
    this.#quiet = quiet
  }

  /** Nothing more is begun. */
  giveUp(): void {
    this.#isGivenUp = true
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
    const { results, runs } = this.#work
    const moment = { run: runs + 1, behind: new Set(there.keys()), effect: 'pure' } as const
    const made: Made = { call: { ...call, tool: spec.name }, args: resolved.value, moment }
    const instead = withoutMaking(made, [...results.values(), ...there.values()])
    if (instead) return instead
    // What is read before that would be of no use.
    await this.#quiet
    if (this.#isGivenUp) return undefined
    const message = await this.#ctx.begin({ type: 'tool-call', id: call.id, tool: spec.name, input: resolved.value })
    return message && resultOf(made, message)
  }

  #resultOf(id: string): Foreseen {
    return this.#begun.get(id) ?? Promise.resolve(this.#work.results.get(id))
  }
}
