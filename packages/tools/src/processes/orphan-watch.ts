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
while read -r sign group mark; do
  rest=
  for each in $groups; do [ "\${each%%:*}" = "$group" ] || rest="$rest $each"; done
  if [ "$sign" = + ]; then groups="$rest $group:$mark"; else groups="$rest"; fi
done
[ -n "$groups" ] || exit 0
for each in $groups; do kill -TERM "-\${each%%:*}"; done
sleep 1
for each in $groups; do
  kill -KILL "-\${each%%:*}"
  mark=\${each#*:}
  [ -n "$mark" ] || continue
  for file in $(grep -lszxF -e "$mark" /proc/[0-9]*/environ); do
    file=\${file%/environ}
    kill -KILL "\${file#/proc/}"
  done
done
`

/** Each with its mark, or with none. */
const groups = new Map<number, string>()
let watch: ChildProcess | undefined

/**
 * From now on this group does not outlive the process.
 *
 * `mark` is a variable, as `NAME=value`, in the environment of all that belongs to it: those that left the group are
 * found by it, where a system tells.
 */
export function watchGroup(group: number, mark = ''): void {
  groups.set(group, mark)
  if (watch) tell(`+ ${group} ${mark}`)
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
  for (const [group, mark] of groups) started.stdin.write(`+ ${group} ${mark}\n`)
  return started
}

function tell(line: string): void {
  watch?.stdin?.write(`${line}\n`)
}
