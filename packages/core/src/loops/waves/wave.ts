/** A wave: its calls, each made as soon as those it waits for have ended. */
import type { LoopContext } from '../../kernel/context.ts'
import { type Call, callKey, waitsOf } from './plan.ts'
import { type ResultOf, resolveReferences } from './references.ts'
import {
  type CallResult,
  hasFailed,
  type Made,
  madeBefore,
  notMade,
  referredTo,
  repetitionOf,
  resultOf,
} from './results.ts'
import { interimAnswer } from './shown-results.ts'
import { speculate } from './speculation.ts'
import type { Work } from './work.ts'

/** Makes the calls, which are in the order they wait for each other. What they gave is then known to all. */
export async function runWave(work: Work, calls: readonly Call[]): Promise<void> {
  const { ctx, config, plan } = work
  work.waves += 1
  const names = [...new Set(calls.map(({ tool }) => tool))].join(', ')
  ctx.note('wave', { status: `wave ${work.waves}/${config.maxWaves}`, why: plan?.action || names })
  ctx.phase('executing')
  const wave = new Wave(work, calls)
  work.giveUp = speculate(work, calls, wave.running)
  try {
    await ctx.map(calls, (call, branch) => wave.make(branch, call), { label: 'wave', concurrency: calls.length })
  } finally {
    // Also when the budget ended some of them.
    for (const result of wave.finished()) {
      work.results.set(result.id, result)
      work.unseen.push(result)
    }
    const interim = interimAnswer([...work.results.values()])
    if (interim !== undefined) ctx.propose(interim)
  }
}

class Wave {
  readonly #work: Work
  readonly #calls: readonly Call[]
  readonly #ids: ReadonlySet<string>
  readonly #ends: ReadonlyMap<string, PromiseWithResolvers<CallResult>>
  readonly #done = new Map<string, CallResult>()

  constructor(work: Work, calls: readonly Call[]) {
    this.#work = work
    this.#calls = calls
    this.#ids = new Set([...calls.map(({ id }) => id), ...work.results.keys()])
    this.#ends = new Map(calls.map(({ id }) => [id, Promise.withResolvers<CallResult>()]))
    // Who waits for one that fails is told; nobody has to wait.
    for (const { promise } of this.#ends.values()) promise.catch(() => {})
  }

  /** What the calls will have given. */
  get running(): ReadonlyMap<string, Promise<CallResult>> {
    return new Map([...this.#ends].map(([id, { promise }]) => [id, promise]))
  }

  /** In the order of the calls, whoever was first. */
  finished(): readonly CallResult[] {
    return this.#calls.flatMap(({ id }) => this.#done.get(id) ?? [])
  }

  async make(branch: LoopContext, call: Call): Promise<void> {
    const end = this.#ends.get(call.id)
    try {
      const result = await this.#made(branch, call)
      this.#done.set(call.id, result)
      end?.resolve(result)
    } catch (error) {
      end?.reject(error)
      throw error
    }
  }

  async #made(branch: LoopContext, call: Call): Promise<CallResult> {
    const twin = this.#twinOf(call)
    for (const id of [...this.#waitsOf(call), ...twin]) await this.#ends.get(id)?.promise
    const failed = this.#failedNeedOf(call)
    if (failed !== undefined) return notMade(call, `\`${failed}\`, which it needs, gave no result.`)
    const schema = branch.tools.find(({ name }) => name === call.tool)?.input
    const contentIn: ResultOf = (id, form) => referredTo(this.#resultOf(id), form)
    const resolved = resolveReferences(call.args, this.#ids, contentIn, schema)
    if (!resolved.ok) return notMade(call, `${resolved.faults.join('; ')}.`)
    const made: Made = { call, args: resolved.value }
    const before = madeBefore({ tool: call.tool, args: made.args }, this.#before(call, twin))
    if (before) return repetitionOf(made, before)
    const asked = { type: 'tool-call', id: call.id, tool: call.tool, input: made.args } as const
    const [message] = await branch.callTools([asked], { label: 'call' })
    return resultOf(made, message)
  }

  /** Those of this wave that it waits for; those of earlier waves have ended. */
  #waitsOf(call: Call): readonly string[] {
    return waitsOf(call, this.#ids).filter((id) => this.#ends.has(id))
  }

  /** What it names is needed whatever wave that was of: the plan may have been too long for one. */
  #failedNeedOf(call: Call): string | undefined {
    return [...this.#waitsOf(call), ...call.needs].find((id) => hasFailed(this.#resultOf(id) ?? fine))
  }

  /** One before it that asks for exactly the same: two of them are one call. */
  #twinOf(call: Call): readonly string[] {
    const earlier = this.#calls.slice(0, this.#calls.indexOf(call))
    return earlier
      .filter((each) => callKey(each) === callKey(call))
      .map(({ id }) => id)
      .slice(0, 1)
  }

  #resultOf(id: string): CallResult | undefined {
    return this.#done.get(id) ?? this.#work.results.get(id)
  }

  /**
   * What had been made when the call began: by earlier waves, and by those it waited for. Others of this wave may have
   * ended or not: who is first is chance, and a replay must decide the same.
   */
  *#before(call: Call, twin: readonly string[]): Iterable<CallResult> {
    yield* this.#work.results.values()
    const waiting = [...this.#waitsOf(call), ...twin]
    const seen = new Set<string>()
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const result = this.#done.get(id)
      if (seen.has(id) || !result) continue
      seen.add(id)
      yield result
      const other = this.#calls.find((each) => each.id === id)
      if (other) waiting.push(...this.#waitsOf(other))
    }
  }
}

const fine = { status: 'ok' } as const
