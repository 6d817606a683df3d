/** A long storm over many sessions: what went wrong, and how long sessions were without a worker. */

import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { type ChaosReport, chaos } from '../../test/chaos/chaos.ts'
import { type Fates, percentile } from '../../test/chaos/takeovers.ts'
import { whole } from '../figures.ts'

/** As many sessions as a storm of a minute has in the tests. */
const sessionsPerMinute = 1000

export async function chaosReport(minutes: number, calmMs: number): Promise<string> {
  const seed = Date.now() % 1_000_000
  const report = await chaos({
    seconds: minutes * 60,
    sessions: Math.round(minutes * sessionsPerMinute),
    workers: 4,
    seed,
    paceMs: 120,
    calmMs,
    isDurable: true,
    onProgress: (line) => console.error(`  ${line}`),
  })
  return storyOf(report, `${minutes} minutes, a blow in ${calmMs} ms, seed ${seed}`)
}

function storyOf(report: ChaosReport, title: string): string {
  const { faults, counts, sent, facts, calmedMs, retries, watched, breaks } = report
  return [
    `${title}, ${whole(facts)} facts; the last session ended ${whole(calmedMs)} ms after the storm.`,
    `Blows: ${listed(counts)}. Sent by people: ${listed(sent)}. Calls made again: ${whole(retries)}.`,
    `Watched from the first fact on: ${whole(watched)}, begun anew ${whole(breaks)} times.`,
    takeoverTable(report),
    faults.length === 0 ? 'Nothing is wrong.' : `Wrong: ${faults.slice(0, 50).join('; ')}`,
  ].join('\n\n')
}

function listed(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

/** The last two columns: those that nobody had gone on with when the storm ended, and for how long at most. */
function takeoverTable({ takeovers, left }: Fates): string {
  const rows = (['kill', 'stop', 'silence'] as const).map((how) => {
    const ms = takeovers.filter((each) => each.how === how).map((each) => each.ms)
    const alone = left.filter((each) => each.how === how).map((each) => each.ms)
    const shares = [0.5, 0.95, 0.99, 1].map((share) => whole(percentile(ms, share)))
    return [how, whole(ms.length), ...shares, whole(alone.length), whole(Math.max(0, ...alone))]
  })
  const head = ['taken over after a', 'sessions', 'ms, p50', 'p95', 'p99', 'max', 'alone at the end', 'ms, max']
  return markdownTable(head, rows)
}
