/**
 * Gyre beside other frameworks, each in a process of its own: what orchestration costs with a model that answers at once.
 *
 *     npm run bench:peers -- --quick               one short round of everything, about four minutes
 *     npm run bench:peers                          seven rounds
 *     npm run bench:peers -- --only=A,C --peers=raw,gyre,langgraph --rounds=5
 *     npm run bench:peers -- --write               puts the tables into docs/benchmarks.md too
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { isOurs, type Peer } from './catalogue.ts'
import { coldStart } from './cold-start.ts'
import { crowd } from './crowd.ts'
import { durableLoop } from './durable-loop.ts'
import { installPeers } from './installation.ts'
import { parseOptions, type WorkloadName } from './options.ts'
import { Places } from './places.ts'
import { report, withTables } from './report.ts'
import type { Setting } from './setting.ts'
import { parallelWaves, toolLoop } from './tool-loop.ts'

const workloads: Readonly<Record<WorkloadName, (setting: Setting) => Promise<string>>> = {
  A: toolLoop,
  B: parallelWaves,
  C: durableLoop,
  D: crowd,
  E: coldStart,
}

const options = parseOptions(process.argv.slice(2))
const [load = 0] = loadavg()
if (!options.peers.every(isOurs)) installPeers()

const places = new Places()
process.once('SIGINT', () => {
  void places.remove().finally(() => process.exit(130))
})

const leftOut: string[] = []
const setting: Setting = {
  ...options,
  place: (store) => places.place(store),
  leaveOut(peer: Peer, what: string, error: unknown) {
    if (isOurs(peer)) throw error
    console.error(error)
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    leftOut.push(`${peer.label}, ${what}: ${reason.slice(0, 200)}`)
  },
}

try {
  const sections: string[] = []
  for (const name of options.only) {
    console.error(`measuring ${name} …`)
    sections.push(await workloads[name](setting))
  }
  const { postgresVersion } = places
  const text = report(options, { sections, leftOut, postgresVersion, load, date: new Date() })
  console.log(text)
  if (options.writes) {
    const page = new URL('../../docs/benchmarks.md', import.meta.url)
    writeFileSync(page, withTables(readFileSync(page, 'utf8'), text))
  }
} finally {
  await places.remove()
}
