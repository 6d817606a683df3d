/** `gyre mcp serve`: loops as tools of an MCP client, which starts this process and talks to it over stdin and stdout. */
import { type Readable, Writable } from 'node:stream'
import { serveMcpOverStdio } from '@gyre/server'
import { serverPlace } from '../../serve/server-place.ts'
import { openWorkplace } from '../../wiring/workplace.ts'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Sink } from '../io.ts'

/** How long steps in flight may take to end, once the client is gone. */
const graceMs = 2000

export const serveMcp: CommandRun = async ({ io, options }) => {
  const workplace = await openWorkplace({
    cwd: io.cwd,
    env: io.env,
    platform: io.platform,
    data: options.text('data'),
    // What is not a message goes to stderr, which clients keep as a log.
    onTrouble: (line) => io.report(line),
    recover: true,
  })
  const leave = new AbortController()
  const forget = io.onSignal(() => leave.abort())
  try {
    const stdin = io.input.stream as Readable
    await serveMcpOverStdio(serverPlace(workplace), { stdin, stdout: writable(io.out), signal: leave.signal })
  } finally {
    forget()
    await workplace.close({ graceMs })
  }
  return exitCodes.done
}

function writable(out: Sink): Writable {
  return new Writable({
    write: (chunk, _, done) => {
      out.write(String(chunk))
      done()
    },
  })
}
