/** One program from start to end, within bounds. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { CappedOutput } from './capped-output.ts'
import { begun, clearGroup, endGroup, groupMark } from './process-group.ts'

export type Command = {
  /** A whole path. */
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string | undefined
}

export type Bounds = { readonly timeoutMs: number; readonly maxOutputBytes: number; readonly signal: AbortSignal }

/** Why a program was ended that did not end by itself. */
export type EndedBy = 'timeout' | 'abort' | 'flood'

export type Run = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly endedBy: EndedBy | undefined
  readonly stdout: string
  readonly stderr: string
}

/** What a program may write that nobody will see. */
const floodBytes = 32 * 1024 * 1024
/** For the last of its output, once all that could write it has been killed. */
const drainMs = 1_000

export async function runProgram(command: Command, bounds: Bounds): Promise<Run> {
  bounds.signal.throwIfAborted()
  const { child, group } = await started(command)
  const exited = happened<[number | null, NodeJS.Signals | null]>(child, 'exit')
  const closed = happened(child, 'close')
  const watch = watched(bounds, () => endGroup(group, exited))
  const [stdout, stderr] = captured(child, bounds.maxOutputBytes, () => watch.end('flood'))
  // Whether it reads all of it is its own affair.
  child.stdin?.on('error', () => {}).end(command.stdin)
  const [exitCode, signal] = await exited
  const endedBy = await watch.stop()
  await clearGroup(group)
  await Promise.race([closed, wait(drainMs, undefined, { ref: false })])
  child.stdout?.destroy()
  child.stderr?.destroy()
  return { exitCode, signal, endedBy, stdout: stdout.text, stderr: stderr.text }
}

function happened<T>(child: ChildProcess, event: 'exit' | 'close'): Promise<T> {
  return new Promise((resolve) => child.once(event, (...values) => resolve(values as T)))
}

/** Ends a program that runs too long, that is stopped, or that somebody else says must end: the first reason counts. */
function watched({ timeoutMs, signal }: Bounds, kill: () => Promise<void>) {
  let endedBy: EndedBy | undefined
  let killing: Promise<void> | undefined
  const end = (why: EndedBy) => {
    endedBy ??= why
    killing ??= kill()
  }
  const abort = () => end('abort')
  const timer = setTimeout(end, timeoutMs, 'timeout')
  signal.addEventListener('abort', abort, { once: true })
  const stop = async () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await killing
    return endedBy
  }
  return { end, stop }
}

async function started({ file, args, cwd, env, stdin }: Command) {
  const mark = randomUUID()
  const child = spawn(file, args, {
    cwd,
    env: { ...env, [groupMark]: mark },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    // A group of its own, which can be ended as a whole.
    detached: process.platform !== 'win32',
  })
  const { pid } = child
  if (!pid) throw await unstarted(child)
  const group = { pid, mark }
  begun(group)
  return { child, group }
}

/** Why there is no process. */
async function unstarted(child: ChildProcess): Promise<unknown> {
  const [error] = await once(child, 'error')
  return error
}

function captured(child: ChildProcess, most: number, flooded: () => void): readonly [CappedOutput, CappedOutput] {
  const outputs = [new CappedOutput(most), new CappedOutput(most)] as const
  for (const [at, stream] of [child.stdout, child.stderr].entries()) {
    stream?.on('data', (chunk: Buffer) => {
      outputs[at]?.add(chunk)
      if (outputs[0].bytes + outputs[1].bytes > floodBytes) flooded()
    })
  }
  return outputs
}
