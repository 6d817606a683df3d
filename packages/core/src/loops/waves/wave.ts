/** A wave: its calls, each made as soon as those it waits for have ended. */
import type { LoopContext } from '../../kernel/context.ts'
import { unlessPlanChanged } from '../plan-changed.ts'
import type { Running } from './foresight.ts'
import { type Call, callKey, waitsOf } from './plan.ts'
import { type ResultOf, resolveReferences } from './references.ts'
import { withoutMaking } from './repeats.ts'
import { type CallResult, hasFailed, type Made, notMade, referredTo, resultOf } from './results.ts'
import { interimAnswer } from './shown-results.ts'
import { foreseeRest, speculate } from './speculation.ts'
import type { Work } from './work.ts'

/**
 * Makes the calls, which are in the order they wait for each other. What they gave is then known to all. `rest` are
 * those of the plan that come after this wave. Resolves with those that a person took back before they began.
 */
export async function runWave(work: Work, calls: readonly Call[], rest: readonly Call[]): Promise<readonly Call[]> {
  const { ctx, config, plan } = work
  if (!work.isHalfDone) work.waves += 1
  work.runs += 1
  const names = [...new Set(calls.map(({ tool }) => tool))].join(', ')
  ctx.note('wave', { status: `wave ${work.waves}/${config.maxWaves}`, why: plan?.action || names })
  ctx.phase('executing')
  const wave = new Wave(work, calls)
  work.giveUp = rest.length > 0 ? foreseeRest(work, rest, wave.running) : speculate(work, calls, wave.running)
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
  const recalled = wave.recalled()
  const isUndone = recalled.length === calls.length
  if (isUndone && !work.isHalfDone) work.waves -= 1
  work.isHalfDone = recalled.length > 0 && (work.isHalfDone || !isUndone)
  return recalled
}

class Wave {
  readonly #work: Work
  readonly #calls: readonly Call[]
  readonly #ids: ReadonlySet<string>
  readonly #ends: ReadonlyMap<string, PromiseWithResolvers<CallResult>>
  readonly #done = new Map<string, CallResult>()
  readonly #recalled = new Set<Call>()

  constructor(work: Work, calls: readonly Call[]) {
    this.#work = work
    this.#calls = calls
    this.#ids = new Set([...calls.map(({ id }) => id), ...work.results.keys()])
    this.#ends = new Map(calls.map(({ id }) => [id, Promise.withResolvers<CallResult>()]))
    // Who waits for one that fails is told; nobody has to wait.
    for (const { promise } of this.#ends.values()) promise.catch(() => {})
  }

  /** What the calls will have given. */
  get running(): Running {
    const ends = new Map([...this.#ends].map(([id, { promise }]) => [id, promise]))
    const { tools } = this.#work.ctx
    const isPure = (call: Call) => tools.find(({ name }) => name === call.tool)?.effect === 'pure'
    const effects = this.#calls.flatMap((call) => (isPure(call) ? [] : (ends.get(call.id) ?? [])))
    return { ends, quiet: Promise.allSettled(effects) }
  }

  /** In the order of the calls, whoever was first. */
  finished(): readonly CallResult[] {
    return this.#calls.flatMap(({ id }) => this.#done.get(id) ?? [])
  }

  /** In the order of the calls: those that were taken back, and those that wait for them. */
  recalled(): readonly Call[] {
    return this.#calls.filter((call) => this.#recalled.has(call))
  }

  async make(branch: LoopContext, call: Call): Promise<void> {
    const end = this.#ends.get(call.id)
    try {
      const result = await this.#made(branch, call)
      this.#done.set(call.id, result)
      end?.resolve(result)
    } catch (error) {
      end?.reject(error)
      unlessPlanChanged(error)
      this.#recalled.add(call)
    }
  }

  async #made(branch: LoopContext, call: Call): Promise<CallResult> {
    for (const id of [...this.#waitsOf(call), ...this.#twinOf(call)]) await this.#ends.get(id)?.promise
    const failed = this.#failedNeedOf(call)
    if (failed !== undefined) return notMade(call, `\`${failed}\`, which it needs, gave no result.`)
    const tool = branch.tools.find(({ name }) => name === call.tool)
    const contentIn: ResultOf = (id, form) => referredTo(this.#resultOf(id), form)
    const resolved = resolveReferences(call.args, this.#ids, contentIn, tool?.input)
    if (!resolved.ok) return notMade(call, `${resolved.faults.join('; ')}.`)
    const behind = this.#behind(call)
    const moment = { run: this.#work.runs, behind, effect: tool?.effect ?? 'once' }
    const made: Made = { call, args: resolved.value, moment }
    const instead = withoutMaking(made, this.#before(behind))
    if (instead) return instead
    const asked = { type: 'tool-call', id: call.id, tool: call.tool, input: made.args } as const
    const [message] = await branch.callTools([asked], { label: 'call', isPlanned: true })
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
   * Those of this wave that had ended when the call began, because it waited for them. Others may have ended or not: who
   * is first is chance, and a replay must decide the same.
   */
  #behind(call: Call): ReadonlySet<string> {
    const behind = new Set<string>()
    const waiting: Call[] = [call]
    for (let each = waiting.pop(); each; each = waiting.pop()) {
      const ids = [...this.#waitsOf(each), ...this.#twinOf(each)].filter((id) => !behind.has(id))
      for (const id of ids) behind.add(id)
      waiting.push(...this.#calls.filter(({ id }) => ids.includes(id)))
    }
    return behind
  }

  /** What had been made by then, in its order. */
  #before(behind: ReadonlySet<string>): readonly CallResult[] {
    return [...this.#work.results.values(), ...this.finished().filter(({ id }) => behind.has(id))]
  }
}

const fine = { status: 'ok' } as const
