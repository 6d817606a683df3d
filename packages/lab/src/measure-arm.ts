/** Runs an arm: every task is a session of the real runtime, with the simulated model in place of a real one. */
import { loops, Runtime, type Store } from '@gyre/core'
import type { Amount, Amounts, Arm, Measurement } from './claim.ts'
import type { Measure, MeasureOptions } from './run-lab.ts'
import { simulatedModel } from './simulated-model.ts'
import { CriticalPath } from './simulation/critical-path.ts'
import { meanOf } from './statistics/means.ts'
import type { LabTask } from './tasks/task-family.ts'
import { hashText } from './world/hash.ts'

export type MeasureArmOptions = {
  /** A store in memory, new each time: what has been read is let go of with it. */
  readonly store: () => Store
  /** Sessions side by side. They come out the same however many there are. */
  readonly concurrency?: number
}

/** So many tasks share a store. */
const batchSize = 100

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
  readonly #model

  constructor(arm: Arm, seed: number, store: Store) {
    this.#arm = arm
    this.#seed = seed
    this.#runtime = new Runtime({ store, loops, lingerMs: 0 })
    this.#model = simulatedModel({
      competence: arm.competence,
      // Two arms that ask the very same are told different things: their cells are independent.
      seed: hashText(arm.name, seed),
      onCall: ({ session, latencyMs }) => this.#pathOf(session).begin(latencyMs),
    })
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
      await Promise.all(Array.from({ length: Math.min(concurrency, size) }, work))
    } finally {
      await this.#runtime.close({ graceMs: 0 })
    }
    return results
  }

  async #measure(task: LabTask): Promise<TaskResult> {
    const { loop, config } = this.#arm
    const session = await this.#runtime.start(loop, task.goal, { config, model: this.#model, tools: task.tools })
    const { answer, usage } = await session.outcome
    const latencyMs = this.#pathOf(session.id).lengthMs
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
