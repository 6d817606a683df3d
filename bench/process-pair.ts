/** Two processes, the floor and Gyre, that take turns: the machine's moods hit both. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ContestantProcess } from './contestant-process.ts'
import { median } from './figures.ts'
import type { Workload } from './scripted-task.ts'
import { fileSize } from './stored-size.ts'

export type Side = Pick<ContestantProcess, 'order'> & {
  /** Bytes a run adds to the file. */
  bytes(workload: Workload, runs: number): Promise<number>
}

export type Pair = { readonly raw: Side; readonly gyre: Side }

/** Both sides for as long as `work` lasts. */
export async function withPair<T>(
  options: { readonly synchronous?: 'FULL' | 'NORMAL' },
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const processes = { raw: processOf('raw'), gyre: processOf('gyre') }
  const folder = mkdtempSync(join(tmpdir(), 'gyre-bench-'))
  const sideOf = async (name: keyof Pair): Promise<Side> => {
    const process = processes[name]
    const own = mkdtempSync(join(folder, name))
    const way = `SQLite ${options.synchronous}`
    if (options.synchronous) await process.order({ kind: 'open', way, place: { folder: own, url: '' } })
    return {
      order: (order) => process.order(order),
      async bytes(workload, runs) {
        const before = fileSize(own)
        await process.order({ kind: 'time', workload, runs })
        return (fileSize(own) - before) / runs
      },
    }
  }
  try {
    return await work({ raw: await sideOf('raw'), gyre: await sideOf('gyre') })
  } finally {
    await Promise.all([processes.raw.end(), processes.gyre.end()])
    rmSync(folder, { recursive: true, force: true })
  }
}

function processOf(name: keyof Pair): ContestantProcess {
  return new ContestantProcess(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)))
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
