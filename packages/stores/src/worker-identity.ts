/** Names of workers that tell whether their process still lives, so that a crash is noticed before its leases run out. */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** `host/pid/start/random`. The start tells a process from a later one with its number. */
export function workerName(): string {
  return `${thisHost()}/${process.pid}/${look(process.pid)?.start ?? 0}/${randomBytes(4).toString('hex')}`
}

/** Whether the process of this worker is known to be gone. Of other hosts nothing is known. */
export function isDeadWorker(worker: string): boolean {
  const [host, pidText, start] = worker.split('/')
  const pid = Number(pidText)
  if (host !== thisHost() || !Number.isSafeInteger(pid) || pid <= 0) return false
  if (!isRunning(pid)) return true
  const found = look(pid)
  return found !== undefined && (found.isZombie || (start !== '0' && start !== found.start))
}

let host: string | undefined

/**
 * Containers may share a name and a folder, and yet have processes of their own: on Linux the boot
 * and the process namespace are part of the name, so that one never takes another's for dead.
 */
function thisHost(): string {
  host ??= [hostname().replaceAll('/', '-'), namespace()].filter(Boolean).join('-')
  return host
}

function namespace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    return createHash('sha256').update(boot).update(readlinkSync('/proc/self/ns/pid')).digest('hex').slice(0, 8)
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** State and start of a process by /proc/PID/stat; undefined where there is no such file. */
function look(pid: number): { start: string; isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses and may hold blanks: count from behind it, at field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { start: fields[19] ?? '0', isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
