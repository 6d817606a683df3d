/** The tables with what has to be known of them, and their place in the docs. */
import { cpus } from 'node:os'
import { versionOf } from './catalogue.ts'
import type { Options } from './options.ts'

export type Findings = {
  readonly sections: readonly string[]
  /** Who is not in which table, and why. */
  readonly leftOut: readonly string[]
  readonly postgresVersion?: string | undefined
  readonly date: Date
  /** Of the machine before anything was measured: with more than its cores, figures say little. */
  readonly load: number
}

export function report({ peers, rounds, isQuick }: Options, findings: Findings): string {
  const { sections, leftOut, postgresVersion, date, load } = findings
  const postgres = postgresVersion === undefined ? [] : [`PostgreSQL ${postgresVersion}`]
  const day = date.toISOString().slice(0, 10)
  const machine = [`${cpus().length} cores`, `load ${load.toFixed(1)} at the start`]
  const about = [day, `Node ${process.version}`, ...postgres, ...machine, roundsOf(rounds, isQuick)]
  const versions = peers.flatMap((peer) => {
    const version = versionOf(peer)
    return version === undefined ? [] : [`${peer.package} ${version}`]
  })
  return [
    `\`\`\`text\n${about.join(', ')}\n\`\`\``,
    `Versions: ${[...new Set(versions)].join(', ')}.`,
    ...sections,
    ...(leftOut.length === 0 ? [] : [`Left out:\n\n${leftOut.map((line) => `- ${line}`).join('\n')}`]),
  ].join('\n\n')
}

function roundsOf(rounds: number, isQuick: boolean): string {
  const medians = rounds === 1 ? 'one round' : `medians of ${rounds} rounds (least–most)`
  return isQuick ? `${medians}, quick: short batches, small crowds` : medians
}

/** The page with the tables in their place. */
export function withTables(page: string, tables: string): string {
  const place = /<!-- peers -->[\s\S]*?<!-- end -->/
  if (!place.test(page)) throw new Error('The page has no `<!-- peers -->` and `<!-- end -->` to write between.')
  return page.replace(place, () => `<!-- peers -->\n\n${tables}\n\n<!-- end -->`)
}
