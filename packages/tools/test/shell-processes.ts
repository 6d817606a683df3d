/** Programs that leave others running, and whether they do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '@gyre/core'
import type { ShellOptions } from '../src/toolboxes/shell/shell-toolbox.ts'
import { shellTool } from './shell-lab.ts'

export const script = (code: string) => ({ program: 'sh', args: ['-c', code] })
export const shell = (cwd: string, options: Partial<ShellOptions> = {}): Tool =>
  shellTool({ cwd, programs: [{ name: 'sh', anyArgs: true }, 'yes'], timeoutMs: 2_000, ...options })

/** Ended and not yet collected counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

export const pids = (cwd: string) => readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number)

/** Each writes the ids of what it leaves behind. */
export const leaving: Readonly<Record<string, string>> = {
  'a child': 'sleep 1000 & echo $! >> pids',
  'a child of a child': "sh -c 'sleep 1000 & echo $! >> pids'",
  'a child that hears no hang-up':
    "nohup sh -c 'echo $$ >> pids; sleep 1000' >/dev/null 2>&1 & until [ -s pids ]; do sleep 0.05; done",
  'a child in a session of its own':
    "setsid sh -c 'echo $$ >> pids; sleep 1000' & until [ -s pids ]; do sleep 0.05; done",
  'a child that holds the outputs in a session of its own':
    "setsid sh -c 'echo $$ >> pids; exec sleep 1000' & until [ -s pids ]; do sleep 0.05; done; echo said",
  'a child that heeds no end':
    'sh -c \'trap "" TERM HUP INT; echo $$ >> pids; while :; do sleep 1; done\' & until [ -s pids ]; do sleep 0.05; done',
}
