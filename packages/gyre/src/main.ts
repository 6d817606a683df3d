/** The `gyre` command: gives it the process and the environment, and exits as it says. */
import { setImmediate } from 'node:timers/promises'
import { invoke } from './cli/invoke.ts'
import type { Host } from './cli/io.ts'
import { outputFailure } from './cli/output-failure.ts'

const stopSignals = ['SIGINT', 'SIGTERM'] as const

const host: Host = {
  cwd: process.cwd(),
  env: process.env,
  platform: process.platform,
  // Looked at when it is needed: opening it takes time.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  onSignal: (listener, signals = stopSignals) => {
    for (const signal of signals) process.on(signal, listener)
    return () => {
      for (const signal of signals) process.off(signal, listener)
    }
  },
  onExit: (listener) => {
    process.on('exit', listener)
    return () => process.off('exit', listener)
  },
}

// A reader that went away, as `head` does, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  process.stderr.write(outputFailure(error))
  process.exit(1)
})

const interrupted = 130

process.exitCode = await invoke(process.argv.slice(2), host)
// Calls in flight are not waited for: a tool may take no notice of its end. What was written is, unless somebody is in a hurry.
if (process.exitCode !== interrupted) await Promise.all([written(process.stdout), written(process.stderr)])
process.exit()

/** What went wrong with it is told before, by an event of its own. */
async function written(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => stream.write('', () => resolve()))
  await setImmediate()
}
