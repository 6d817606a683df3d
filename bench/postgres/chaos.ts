/** A long storm over many sessions: what went wrong, and how long sessions were without a worker. */
import { chaos } from '../../test/chaos/chaos.ts'
import { percentile, type Takeover } from '../../test/chaos/verdict.ts'
import { markdownTable, whole } from './table.ts'

/** As many sessions as a storm of a minute has in the tests, and the same calm between blows. */
const sessionsPerMinute = 1000

export async function chaosReport(minutes: number): Promise<string> {
  const { faults, counts, sent, takeovers, facts, calmedMs } = await chaos({
    seconds: minutes * 60,
    sessions: Math.round(minutes * sessionsPerMinute),
    workers: 4,
    seed: Date.now() % 1_000_000,
    paceMs: 40,
    calmMs: 700,
    isDurable: true,
    onProgress: (line) => console.error(`  ${line}`),
  })
  return [
    `${minutes} minutes, ${whole(facts)} facts; the last session ended ${whole(calmedMs)} ms after the storm.`,
    `Blows: ${listed(counts)}. Sent by people: ${listed(sent)}.`,
    takeoverTable(takeovers),
    faults.length === 0 ? 'Nothing is wrong.' : `Wrong: ${faults.slice(0, 50).join('; ')}`,
  ].join('\n\n')
}

function listed(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}

function takeoverTable(takeovers: readonly Takeover[]): string {
  const rows = (['kill', 'stop'] as const).map((how) => {
    const ms = takeovers.filter((each) => each.how === how).map((each) => each.ms)
    return [how, whole(ms.length), ...[0.5, 0.95, 0.99, 1].map((share) => whole(percentile(ms, share)))]
  })
  return markdownTable(['taken over after a', 'sessions', 'ms, p50', 'p95', 'p99', 'max'], rows)
}
