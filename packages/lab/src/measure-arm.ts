/** Runs an arm: every task is a session of the real runtime, with the simulated model in place of a real one. */
import { loops, type Model, Runtime, type Store } from '@gyre/core'
import { type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import type { Amount, Amounts, Arm, Measurement } from './claim.ts'
import type { Measure, MeasureOptions } from './run-lab.ts'
import { simulatedModel } from './simulated-model.ts'
import { CriticalPath } from './simulation/critical-path.ts'
import { timedModel, timedTool, timeOf } from './simulation/timing.ts'
import { meanOf } from './statistics/means.ts'
import type { LabTask } from './tasks/task-family.ts'
import { hashText } from './world/hash.ts'

/** A store for each batch of tasks, and how many run at once; 16 when left out. */
export type MeasureArmOptions = {
  /** A store in memory, new each time: what has been read is let go of with it. */
  readonly store: () => Store
  /** Sessions side by side. They come out the same however many there are. */
  readonly concurrency?: number
}

/** So many tasks share a store. */
const batchSize = 100

/** Measures arms by real sessions with a simulated model. */
export function measureArm({ store, concurrency = 16 }: MeasureArmOptions): Measure {
  return async (arm, n, seed, options) => {
    const all: TaskResult[] = []
    for (let from = 0; from < n; from += batchSize) {
      const size = Math.min(batchSize, n - from)
      const bench = new Bench(arm, seed, store())
      all.push(...(await bench.run({ from, size, concurrency, options })))
    }
    return measurementOf(all)
  }
}

type TaskResult = Amounts & { readonly isRight: boolean }

function measurementOf(results: readonly TaskResult[]): Measurement {
  const of = (amount: Amount) => meanOf(results.map((result) => result[amount]))
  const [calls, tokens, latencyMs] = [of('calls'), of('tokens'), of('latencyMs')]
  return {
    n: results.length,
    successes: results.filter(({ isRight }) => isRight).length,
    ...{ calls: calls.mean, tokens: tokens.mean, latencyMs: latencyMs.mean },
    variances: { calls: calls.variance, tokens: tokens.variance, latencyMs: latencyMs.variance },
  }
}

type Batch = {
  readonly from: number
  readonly size: number
  readonly concurrency: number
  readonly options: MeasureOptions
}

/** A runtime for a batch of tasks of one arm. */
class Bench {
  readonly #arm: Arm
  readonly #seed: number
  readonly #runtime: Runtime
  readonly #paths = new Map<string, CriticalPath>()
  readonly #model: Model
  /** Only where times are stated: sessions are then run one after the other on it. */
  readonly #clock: SimulatedClock | undefined

  constructor(arm: Arm, seed: number, store: Store) {
    this.#arm = arm
    this.#seed = seed
    this.#clock = arm.timing && simulatedClock()
    this.#runtime = new Runtime({ store, loops, lingerMs: 0, ...(this.#clock && { clock: this.#clock }) })
    const model = simulatedModel({
      competence: arm.competence,
      // Two arms that ask the very same are told different things: their cells are independent.
      seed: hashText(arm.name, seed),
      onCall: ({ session, latencyMs }) => this.#pathOf(session).begin(latencyMs),
    })
    this.#model = arm.timing && this.#clock ? timedModel(model, this.#clock, timeOf(arm.timing)) : model
  }

  async run({ from, size, concurrency, options: { signal, onTask } }: Batch): Promise<readonly TaskResult[]> {
    const results: TaskResult[] = []
    let next = 0
    const work = async () => {
      while (next < size) {
        signal?.throwIfAborted()
        const index = next++
        results[index] = await this.#measure(this.#arm.family.task(this.#seed, from + index))
        onTask?.(from + index + 1)
        // Sessions in memory never leave the microtasks: people who press Ctrl-C would wait for the end.
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    try {
      const beside = this.#clock ? 1 : concurrency
      await Promise.all(Array.from({ length: Math.min(beside, size) }, work))
    } finally {
      await this.#runtime.close({ graceMs: 0 })
    }
    return results
  }

  async #measure(task: LabTask): Promise<TaskResult> {
    const { loop, config, timing } = this.#arm
    const clock = this.#clock
    const tools = timing && clock ? task.tools.map((tool) => timedTool(tool, clock, timing.toolMs)) : task.tools
    const begun = clock?.now() ?? 0
    const session = await this.#runtime.start(loop, task.goal, { config, model: this.#model, tools })
    const { answer, usage } = await (clock ? clock.runUntil(session.outcome) : session.outcome)
    const latencyMs = clock ? clock.now() - begun : this.#pathOf(session.id).lengthMs
    this.#paths.delete(session.id)
    const { modelCalls, inputTokens, outputTokens } = usage
    return { isRight: task.isRight(answer), calls: modelCalls, tokens: inputTokens + outputTokens, latencyMs }
  }

  #pathOf(session: string): CriticalPath {
    const known = this.#paths.get(session) ?? new CriticalPath()
    this.#paths.set(session, known)
    return known
  }
}
