/** Two processes, the floor and Gyre, that take turns: the machine's moods hit both. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Workload } from './scripted-task.ts'
import type { Order } from './worker.ts'

type Message = { readonly value?: unknown; readonly error?: string }

export class Side {
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>

  constructor(name: 'raw' | 'gyre') {
    const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))
    const execArgv = ['--conditions=@gyre/source', '--expose-gc', '--disable-warning=ExperimentalWarning']
    this.#child = fork(worker, [name], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    this.#ready = this.#answer()
  }

  async order<T>(order: Order): Promise<T> {
    await this.#ready
    const answer = this.#answer()
    this.#child.send(order)
    return answer as Promise<T>
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('The worker ended.'))
      this.#child.once('exit', ended)
      this.#child.once('message', ({ value, error }: Message) => {
        this.#child.off('exit', ended)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    })
  }
}

export type Pair = { readonly raw: Side; readonly gyre: Side }

/** Both sides, warm, for as long as `work` lasts. */
export async function withPair<T>(
  options: { readonly synchronous?: 'FULL' | 'NORMAL' },
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const pair = { raw: new Side('raw'), gyre: new Side('gyre') }
  const sides = [pair.raw, pair.gyre]
  try {
    if (options.synchronous)
      for (const side of sides) await side.order({ kind: 'open', synchronous: options.synchronous })
    return await work(pair)
  } finally {
    for (const side of sides) await side.order({ kind: 'close' }).catch(() => {})
  }
}

export type Comparison = { readonly raw: number; readonly gyre: number; readonly ratio: number }

/** Medians over rounds in which the sides take turns; the ratio is the median of the rounds' own ratios. */
export async function compare(
  pair: Pair,
  workload: Workload,
  options: { rounds: number; runs: number; atOnce?: boolean },
): Promise<Comparison> {
  const { rounds, ...order } = options
  const raw: number[] = []
  const gyre: number[] = []
  for (let round = 0; round < rounds; round++) {
    const turns =
      round % 2 === 0
        ? ([
            [pair.raw, raw],
            [pair.gyre, gyre],
          ] as const)
        : ([
            [pair.gyre, gyre],
            [pair.raw, raw],
          ] as const)
    for (const [side, times] of turns) times.push(await side.order<number>({ kind: 'time', workload, ...order }))
  }
  return { raw: median(raw), gyre: median(gyre), ratio: median(gyre.map((ms, round) => ms / (raw[round] ?? ms))) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
