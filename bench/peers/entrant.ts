/** A peer in a process of its own, and rounds in which entrants take turns. */
import type { Place } from '../contestant.ts'
import { ContestantProcess } from '../contestant-process.ts'
import type { Workload } from '../scripted-task.ts'
import { fileOf, type Peer, type Way } from './catalogue.ts'
import { batchMs, type Setting, warmMs } from './setting.ts'

/** A row of a table. */
export type Subject = { readonly peer: Peer; readonly way?: Way | undefined; readonly label: string }

export type Entrant = Subject & { readonly place: Place; readonly process: ContestantProcess }

const nowhere: Place = { folder: '', url: '' }

async function enter(setting: Setting, peer: Peer, way?: Way): Promise<Entrant | undefined> {
  const process = new ContestantProcess(fileOf(peer), { isBuilt: true })
  try {
    const place = way ? await setting.place(way.name) : nowhere
    if (way) await process.order({ kind: 'open', way: way.name, place })
    return { peer, way, label: way?.label ?? peer.label, place, process }
  } catch (error) {
    await process.end()
    setting.leaveOut(peer, way?.name ?? 'in memory', error)
    return undefined
  }
}

/** All that enter, for as long as `work` lasts. */
export async function withEntrants<T>(
  setting: Setting,
  list: readonly { readonly peer: Peer; readonly way?: Way }[],
  work: (entrants: readonly Entrant[]) => Promise<T>,
): Promise<T> {
  const entrants: Entrant[] = []
  try {
    for (const { peer, way } of list) {
      const entrant = await enter(setting, peer, way)
      if (entrant) entrants.push(entrant)
    }
    return await work(entrants)
  } finally {
    for (const { process } of entrants) await process.end()
  }
}

/** Figures of one kind, one a round; without those who failed at it. */
export type Series = ReadonlyMap<Subject, readonly number[]>

/** Everybody in turn, and everybody first once: nobody always follows the same neighbour. */
export async function inRounds<S extends Subject>(
  setting: Setting,
  subjects: readonly S[],
  what: string,
  measure: (subject: S) => Promise<number>,
): Promise<Series> {
  const series = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]))
  for (let round = 0; round < setting.rounds; round++) {
    const turn = round % Math.max(1, subjects.length)
    for (const subject of [...subjects.slice(turn), ...subjects.slice(0, turn)]) {
      const values = series.get(subject)
      try {
        values?.push(await measure(subject))
      } catch (error) {
        series.delete(subject)
        setting.leaveOut(subject.peer, `${subject.way?.name ?? 'in memory'}, ${what}`, error)
      }
    }
  }
  return series
}

/** Milliseconds of one run, in batches that are as long for the slow as for the quick. */
export function batches(setting: Setting, workload: Workload): (entrant: Entrant) => Promise<number> {
  const sizes = new Map<Entrant, number>()
  return async (entrant) => {
    const runs = sizes.get(entrant) ?? (await batchSize(setting, entrant, workload))
    sizes.set(entrant, runs)
    return (await entrant.process.order<number>({ kind: 'time', workload, runs })) / runs
  }
}

async function batchSize(setting: Setting, { process }: Entrant, workload: Workload): Promise<number> {
  const lastMs = await process.order<number>({ kind: 'warm', workload, forMs: warmMs(setting) })
  const few = Math.min(50, Math.max(1, Math.floor(batchMs(setting) / 4 / lastMs)))
  const ms = (await process.order<number>({ kind: 'time', workload, runs: few })) / few
  return Math.max(1, Math.round(batchMs(setting) / ms))
}
