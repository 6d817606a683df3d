/** A program and all it starts, which end together. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { forgetGroup, watchGroup } from '../../../processes/orphan-watch.ts'

/** In the environment of each process that a call starts, by which those are found that left the group. */
export const groupMark = 'GYRE_RUN'

/** For a program to tidy up after SIGTERM. */
const graceMs = 2_000
/** While one is looked for, another may be started; and one that is killed takes a moment to end. */
const mostRounds = 100
const roundMs = 10

export type GroupMember = { readonly pid: number; readonly mark: string }

const living = new Set<GroupMember>()

/** Those that still run when this program ends would run on without anybody. The watch is for when it is killed. */
function endAll(): void {
  for (const group of living) signalGroup(group, 'SIGKILL')
}

export function begun(group: GroupMember): void {
  if (living.size === 0) process.on('exit', endAll)
  living.add(group)
  watchGroup(group.pid, `${groupMark}=${group.mark}`)
}

/** Asks all of them to end; those that do not are killed. `exited` resolves when the first of them has ended. */
export async function endGroup(group: GroupMember, exited: Promise<unknown>): Promise<void> {
  signalGroup(group, 'SIGTERM')
  const grace = new AbortController()
  const over = wait(graceMs, undefined, { signal: grace.signal }).catch(() => {})
  await Promise.race([exited, over])
  grace.abort()
  signalGroup(group, 'SIGKILL')
}

/** Kills what is left of a group whose program has ended: nothing outlives its call. */
export async function clearGroup(group: GroupMember): Promise<void> {
  signalGroup(group, 'SIGKILL')
  const killed = new Set<number>()
  for (let round = 0; round < mostRounds; round++) {
    const left = await stillRunning(group, killed)
    if (left.length === 0) break
    for (const pid of left) {
      send(pid, 'SIGKILL')
      killed.add(pid)
    }
    await wait(roundMs)
  }
  forgetGroup(group.pid)
  living.delete(group)
  if (living.size === 0) process.off('exit', endAll)
}

function signalGroup({ pid }: GroupMember, signal: NodeJS.Signals): void {
  send(process.platform === 'win32' ? pid : -pid, signal)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

/** Those of the group, those that left it, and those that were killed and have not ended yet. */
async function stillRunning(group: GroupMember, killed: ReadonlySet<number>): Promise<readonly number[]> {
  // Elsewhere there is no telling: all that is known is the group.
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const belongs = await Promise.all(pids.map((pid) => isOfGroup(pid, group, killed)))
  return pids.filter((_, at) => belongs[at])
}

/** By its group, by its session, or, when it left both, by the mark in its environment. */
async function isOfGroup(pid: number, group: GroupMember, killed: ReadonlySet<number>): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name, in parentheses, may hold anything.
  const [state = '', , itsGroup, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === '' || state === 'Z' || state === 'X') return false
  if (killed.has(pid) || Number(itsGroup) === group.pid || Number(session) === group.pid) return true
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
  return environment.split('\0').includes(`${groupMark}=${group.mark}`)
}
