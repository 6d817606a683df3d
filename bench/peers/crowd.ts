/** D: a thousand runs at once in one process, which is new each time: what it grows by is what counts. */

import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { ContestantProcess } from '../contestant-process.ts'
import type { Workload } from '../scripted-task.ts'
import type { Order, Peak } from '../worker.ts'
import { fileOf, type Peer } from './catalogue.ts'
import { figureOf, ratiosOf } from './columns.ts'
import { inRounds, type Subject } from './entrant.ts'
import type { Setting } from './setting.ts'

const twenty: Workload = { iterations: 20, width: 1, toolMs: 0 }
const parksAt = 10

export async function crowd(setting: Setting): Promise<string> {
  const runs = setting.isQuick ? 100 : 1000
  const parked = setting.isQuick ? 100 : 200
  const fewer = { ...setting, rounds: Math.min(setting.rounds, 3) }
  const subjects = setting.peers.filter(({ isInMemory }) => isInMemory).map((peer) => ({ peer, label: peer.label }))
  const rss = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  const times = await inRounds(fewer, subjects, `${runs} at once`, async (subject) => {
    const peak = await ofNew<Peak>(subject.peer, { kind: 'peak', workload: twenty, runs })
    // Of the same process: what it grew by and how long it took belong together.
    rss.get(subject)?.push(peak.rssKb)
    return peak.ms / 1000
  })
  const held = await inRounds(fewer, subjects, 'parked', ({ peer }) =>
    ofNew<number>(peer, { kind: 'held', workload: twenty, runs: parked, parksAt }),
  )
  const head = [
    '',
    's',
    'to raw',
    'to Gyre',
    'RSS kB each',
    'to Gyre',
    `live heap kB each at turn ${parksAt}`,
    'to Gyre',
  ]
  const rows = subjects.map((subject) => [
    subject.label,
    figureOf(times, subject, 2),
    ...ratiosOf(times, subject),
    figureOf(rss, subject, 0),
    ratiosOf(rss, subject)[1],
    figureOf(held, subject),
    ratiosOf(held, subject)[1],
  ])
  return `${runs.toLocaleString('en-US')} tool loops of 20 at once (D):\n\n${markdownTable(head, rows)}`
}

async function ofNew<T>(peer: Peer, order: Order): Promise<T> {
  const process = new ContestantProcess(fileOf(peer), { isBuilt: true })
  try {
    return await process.order<T>(order)
  } finally {
    await process.end()
  }
}
