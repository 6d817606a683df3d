/**
 * Benchmarks of many workers on PostgreSQL. The server is the one that the tests bring along, or TEST_PG_URL.
 *
 *     npm run bench:postgres                       all but the last, about five minutes
 *     npm run bench:postgres -- throughput         beside raw inserts, DBOS and LangGraph (npm ci --prefix bench/peers)
 *     npm run bench:postgres -- workers backlog latency costs
 *     npm run bench:postgres -- chaos --minutes=20
 *     npm run bench:postgres -- chaos --minutes=4 --calm=3000     one blow in three seconds, on average
 */
import { cpus } from 'node:os'
import { removePostgres, startPostgres } from '../../test/postgres/server.ts'
import { backlog } from './backlog.ts'
import { chaosReport } from './chaos.ts'
import { query } from './contestants.ts'
import { costs } from './costs.ts'
import { latency } from './latency.ts'
import { throughput } from './throughput.ts'
import { workers } from './workers.ts'

const args = process.argv.slice(2)
const optionOf = (name: string, usual: number) => {
  const value = Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? usual)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0.`)
  return value
}
const rounds = optionOf('rounds', 5)
const minutes = optionOf('minutes', 20)
const calmMs = optionOf('calm', 700)

const measures: Readonly<Record<string, (url: string) => Promise<string>>> = {
  throughput: (url) => throughput(url, rounds),
  workers,
  backlog,
  latency,
  costs,
}
const known = [...Object.keys(measures), 'chaos']
const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.find((name) => !known.includes(name))
if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`. Benchmarks: ${known.join(', ')}.`)

for (const name of names.length > 0 ? names : Object.keys(measures)) {
  console.error(`measuring ${name} …`)
  if (name === 'chaos') console.log(`${await chaosReport(minutes, calmMs)}\n`)
  else await onServer(measures[name] ?? (async () => ''))
}

async function onServer(measure: (url: string) => Promise<string>): Promise<void> {
  const given = process.env['TEST_PG_URL']
  const server = given ? undefined : await startPostgres({ isDurable: true, more: { shared_buffers: '1GB' } })
  const url = given ?? server?.url ?? ''
  try {
    const [version] = await query(url, 'SHOW server_version')
    console.log(`PostgreSQL ${version?.['server_version']}, Node ${process.version}, ${cpus().length} cores\n`)
    console.log(`${await measure(url)}\n`)
  } finally {
    if (server) await removePostgres(server)
  }
}
