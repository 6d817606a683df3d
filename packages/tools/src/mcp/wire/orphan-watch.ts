/**
 * Ends the programs that were started here when this process ends, in whatever way it does.
 *
 * A process that is killed runs none of its own code. So a small shell waits at the other end of a pipe: the pipe
 * breaks when this process is gone, and the shell ends the groups it was told of. There is one for all programs, and
 * none while no program runs.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

const script = `
groups=
while read -r sign group; do
  rest=
  for each in $groups; do [ "$each" = "$group" ] || rest="$rest $each"; done
  if [ "$sign" = + ]; then groups="$rest $group"; else groups="$rest"; fi
done
[ -n "$groups" ] || exit 0
for each in $groups; do kill -TERM "-$each"; done
sleep 1
for each in $groups; do kill -KILL "-$each"; done
`

const groups = new Set<number>()
let watch: ChildProcess | undefined

/** From now on this group does not outlive the process. */
export function watchGroup(group: number): void {
  groups.add(group)
  if (watch) tell(`+ ${group}`)
  else if (process.platform !== 'win32') watch = startWatch()
}

/** The group has ended: its number may be another's soon. */
export function forgetGroup(group: number): void {
  if (!groups.delete(group) || !watch) return
  tell(`- ${group}`)
  if (groups.size > 0) return
  watch.stdin?.end()
  watch = undefined
}

function startWatch(): ChildProcess {
  const started = spawn('/bin/sh', ['-c', script], {
    // A group of its own: what ends ours, such as Ctrl-C, must not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin' },
  })
  started.on('error', () => {})
  started.stdin.on('error', () => {})
  started.once('exit', () => {
    if (watch === started) watch = undefined
  })
  // It is no reason to stay alive.
  started.unref()
  ;(started.stdin as Socket).unref()
  for (const each of groups) started.stdin.write(`+ ${each}\n`)
  return started
}

function tell(line: string): void {
  watch?.stdin?.write(`${line}\n`)
}
