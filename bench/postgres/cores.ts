/** How long cores were busy: those of the server with all its processes, and ours. From /proc, so on Linux alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { query } from './contestants.ts'

/** A tick is the hundredth of a second on every Linux of today. */
const tickMs = 10

type Process = { readonly parent: number; readonly ownTicks: number; readonly goneTicks: number }

/** The function returned tells how long the server at `url`, on this machine, was busy so far, in ms. */
export async function serverClock(url: string): Promise<() => number> {
  const firstLine = "split_part(pg_read_file('postmaster.pid'), chr(10), 1)"
  const [row] = await query(url, `SELECT ${firstLine} AS pid`)
  const postmaster = Number(row?.['pid'])
  return () => {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
    const children = pids.map(processOf).filter((process) => process?.parent === postmaster)
    const { ownTicks = 0, goneTicks = 0 } = processOf(postmaster) ?? {}
    return children.reduce((sum, child) => sum + (child?.ownTicks ?? 0), ownTicks + goneTicks) * tickMs
  }
}

export function ownClock(): () => number {
  return () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

/** Undefined for one that is gone. Fields are counted behind the name, which may hold anything. */
function processOf(pid: number): Process | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [parent, user, system, goneUser, goneSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    return {
      parent: parent ?? 0,
      ownTicks: (user ?? 0) + (system ?? 0),
      goneTicks: (goneUser ?? 0) + (goneSystem ?? 0),
    }
  } catch {
    return undefined
  }
}
