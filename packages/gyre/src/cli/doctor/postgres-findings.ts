/** PostgreSQL as the place of sessions: the server, who works on it, and what waits. */
import type { FleetWorker, QueuedLoop } from '@gyre/stores/postgres'
import { shownAge, shownSize } from '../arguments/quantities.ts'
import { counted } from '../output/counted.ts'
import { type Finding, fault, note, ok } from './finding.ts'
import type { PostgresFacts } from './postgres-facts.ts'

export function postgresFindings(facts: PostgresFacts): readonly Finding[] {
  return [
    serverFinding(facts),
    keyFinding(facts),
    vectorFinding(facts),
    listenFinding(facts),
    clockFinding(facts),
    ok('sessions', `${counted(facts.sessions, 'session')}, ${facts.running} running`),
    workersFinding(facts),
    ...queueFindings(facts),
    setAsideFinding(facts),
    ok('database size', shownSize(facts.bytes)),
  ]
}

/** Each step of a session is written before it goes on: it waits so long, some times. */
const slowMs = 20

function serverFinding({ address, version, format, roundTripMs }: PostgresFacts): Finding {
  const trip = `${Number(roundTripMs.toPrecision(2))} ms`
  const said = `${address}, PostgreSQL ${version}, format ${format}, answers in ${trip}`
  if (roundTripMs < slowMs) return ok('store', said)
  return note('store', `${said}: every step waits for it.`, 'Run workers near the database.')
}

function keyFinding({ key: { noted, own } }: PostgresFacts): Finding {
  if (noted === own) return ok('signing key', `${own}, the same for every process`)
  const fix = 'Give every process the same GYRE_KEY, or the same file `key` in its data folder.'
  return fault('signing key', `This process signs with ${own}, others with ${noted ?? 'none'}.`, fix)
}

function vectorFinding({ vectors: { installed, isAvailable } }: PostgresFacts): Finding {
  if (installed !== null) return ok('vectors', `searched by pgvector ${installed}`)
  const said = 'compared one by one, which is exact, and slow with many documents'
  const fix = isAvailable
    ? 'Let somebody who may run there: CREATE EXTENSION vector'
    : 'Install pgvector on the server where there are many documents; else leave it.'
  return note('vectors', said, fix)
}

function listenFinding({ isHeard }: PostgresFacts): Finding {
  if (isHeard) return ok('notifications', 'heard')
  const said = 'What processes tell each other is not heard: sessions begin and news come seconds late.'
  const fix = 'Let GYRE_DATABASE_URL lead to PostgreSQL itself, or to a pooler that pools sessions, not transactions.'
  return fault('notifications', said, fix)
}

/** Leases are kept in the time of the server; times of facts are those of the machine that writes them. */
const toleratedMs = 1000

function clockFinding({ clockAheadMs }: PostgresFacts): Finding {
  const awayMs = Math.abs(clockAheadMs)
  if (awayMs < toleratedMs) return ok('clock', `${Math.round(awayMs)} ms from that of the server`)
  const said = `The clock of this machine is ${shownAge(awayMs)} ${clockAheadMs > 0 ? 'behind' : 'before'} that of the server.`
  return note('clock', said, 'Have both machines set their clocks by NTP.')
}

function workersFinding({ workers, queued }: PostgresFacts): Finding {
  const check = 'workers'
  if (workers.length === 0) {
    const waits = queued.length > 0
    const said = waits ? 'Nobody runs the sessions that wait.' : 'nobody runs sessions that wait'
    return waits ? fault(check, said, 'Begin: gyre worker') : note(check, said, 'Begin: gyre worker, or gyre serve')
  }
  const [running, room] = [sum(workers, 'running'), sum(workers, 'concurrency')]
  const draining = workers.filter(({ isDraining }) => isDraining).length
  const ending = draining > 0 ? `, ${draining} about to end` : ''
  const versions = [...Map.groupBy(workers, ({ version }) => version)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const named = versions.map(([version, those]) => `${those.length} of ${version}`).join(', ')
  const said = `${counted(workers.length, 'worker')} (${named}), ${running} of ${room} places taken${ending}`
  return versions.length === 1
    ? ok(check, said)
    : note(check, said, 'Fine while you upgrade; after it, end those of the older version.')
}

function sum(workers: readonly FleetWorker[], field: 'running' | 'concurrency'): number {
  return workers.reduce((total, worker) => total + worker[field], 0)
}

/** How long a session may wait before somebody should know. */
const longMs = 60_000

function queueFindings({ queued, later, workers }: PostgresFacts): readonly Finding[] {
  const check = 'queue'
  const waiting = queued.reduce((total, { sessions }) => total + sessions, 0)
  if (waiting === 0) {
    const none =
      later === 0 ? 'nothing waits' : `nothing waits for a worker, ${counted(later, 'session')} for their time`
    return [ok(check, none)]
  }
  const oldestMs = Math.max(...queued.map((each) => each.longestWaitMs))
  const laterToo = later === 0 ? '' : `; ${later} more for their time`
  const said = `${counted(waiting, 'session')} waiting, one for ${shownAge(oldestMs)}${laterToo}`
  const fix = 'Start more workers, or raise --concurrency or the `limits` of the config.'
  return [
    oldestMs < longMs ? ok(check, said) : note(check, said, fix),
    ...unrunnable(queued, workers),
    ...leftByAll(workers),
  ]
}

/** A worker that lacks a tool or a model leaves the session to others: here are those that all of them left. */
function leftByAll(workers: readonly FleetWorker[]): readonly Finding[] {
  const [one, ...others] = workers.filter(({ isDraining }) => !isDraining)
  const left = Object.entries(one?.leftAlone ?? {}).filter(([id]) => others.every(({ leftAlone }) => id in leftAlone))
  const [first] = left
  if (!first) return []
  const [id, why] = first
  const said = `No worker can run ${counted(left.length, 'session')}, such as ${id}: ${why}`
  return [
    fault('left alone', said, 'Start a worker that has what is missing: the config, the tools, the provider keys.'),
  ]
}

/** A worker takes its own version of a loop; another version only where nobody has the right one. */
function unrunnable(queued: readonly QueuedLoop[], workers: readonly FleetWorker[]): readonly Finding[] {
  // That nobody is there at all was told.
  if (workers.length === 0) return []
  const loops = new Set(workers.filter(({ isDraining }) => !isDraining).flatMap((worker) => worker.loops))
  const names = new Set([...loops].map((loop) => loop.slice(0, loop.lastIndexOf('@'))))
  const [strange, other] = [
    queued.filter(({ loop }) => !names.has(loop)),
    queued.filter(({ loop, loopVersion }) => names.has(loop) && !loops.has(`${loop}@${loopVersion}`)),
  ]
  const listed = (those: readonly QueuedLoop[]) =>
    those.map(({ loop, loopVersion, sessions }) => `${loop}@${loopVersion} (${sessions})`).join(', ')
  return [
    ...(strange.length > 0
      ? [fault('loops', `No worker knows ${listed(strange)}.`, 'Start a worker with the config that has these loops.')]
      : []),
    ...(other.length > 0
      ? [
          note(
            'loops',
            `Of ${listed(other)} workers have another version.`,
            'Start a worker of the version they began with.',
          ),
        ]
      : []),
  ]
}

function setAsideFinding({ setAside }: PostgresFacts): Finding {
  const check = 'set aside'
  const [first] = setAside
  if (first === undefined) return ok(check, 'no session')
  const said = `${counted(setAside.length, 'session')} whose worker died again and again, such as ${first}`
  return note(check, said, `Look at it, then let it go on: gyre show ${first}; gyre resume ${first}`)
}
