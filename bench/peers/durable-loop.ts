/** C: the tool loop with every step kept, one table for each store. */

import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { number } from '../figures.ts'
import { databaseSize } from '../postgres/contestants.ts'
import type { Workload } from '../scripted-task.ts'
import { fileSize } from '../stored-size.ts'
import { type StoreName, stores, waysOn } from './catalogue.ts'
import { figureOf, mapped, ratiosOf } from './columns.ts'
import { batches, type Entrant, inRounds, withEntrants } from './entrant.ts'
import type { Setting } from './setting.ts'
import { growth } from './tool-loop.ts'

const twenty: Workload = { iterations: 20, width: 1, toolMs: 0 }
const hundred: Workload = { iterations: 100, width: 1, toolMs: 0 }

export async function durableLoop(setting: Setting): Promise<string> {
  const tables: string[] = []
  for (const store of stores) {
    const list = setting.peers.flatMap((peer) => waysOn(store, peer).map((way) => ({ peer, way })))
    if (list.length > 0) tables.push(await withEntrants(setting, list, (entrants) => onStore(setting, store, entrants)))
  }
  return tables.join('\n\n')
}

async function onStore(setting: Setting, store: StoreName, entrants: readonly Entrant[]): Promise<string> {
  const crowd = setting.isQuick ? 10 : 50
  const fewer = { ...setting, rounds: Math.min(setting.rounds, 3) }
  const perIteration = (iterations: number) => (ms: number) => (ms * 1000) / iterations
  const one = mapped(await inRounds(setting, entrants, 'one at a time', batches(setting, twenty)), perIteration(20))
  // Warm by now; a hundred iterations are a long warm-up for the slow.
  const long = await inRounds(fewer, entrants, '100 iterations', ({ process }) =>
    process.order<number>({ kind: 'time', workload: hundred, runs: 1 }),
  )
  const grown = mapped(long, perIteration(100))
  const many = await inRounds(fewer, entrants, `${crowd} at once`, async ({ process }) => {
    const ms = await process.order<number>({ kind: 'time', workload: twenty, runs: crowd, atOnce: true })
    return (crowd * twenty.iterations) / (ms / 1000)
  })
  const stored = await inRounds({ ...setting, rounds: 1 }, entrants, 'size', (entrant) => keptKb(entrant, crowd))
  const head = ['', 'µs per iteration (20)', 'to raw', 'to Gyre', '(100)', '100 against 20']
  const more = [`iterations/s, ${crowd} at once`, 'to raw', 'to Gyre', 'kB kept per run']
  const rows = entrants.map((entrant) => [
    entrant.label,
    figureOf(one, entrant, 0),
    ...ratiosOf(one, entrant),
    figureOf(grown, entrant, 0),
    growth(grown, one, entrant),
    figureOf(many, entrant, 0),
    ...ratiosOf(many, entrant),
    stored.has(entrant) ? number(stored.get(entrant)?.[0] ?? Number.NaN, 0) : '–',
  ])
  return `The tool loop with every step kept, ${store} (C):\n\n${markdownTable([...head, ...more], rows)}`
}

/** Kilobytes that the store grew by for each run of 20. */
async function keptKb({ process, place: { folder, url } }: Entrant, runs: number): Promise<number> {
  const size = async () => (url === '' ? fileSize(folder) : databaseSize(url))
  const before = await size()
  await process.order({ kind: 'time', workload: twenty, runs })
  return ((await size()) - before) / 1024 / runs
}
