/** `gyre replay`: runs a session again from its journal and says what differs, or makes a test of it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GyreError, type ReplayReport, type Runtime, toGyreError } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Options } from '../options.ts'
import { sessionId } from '../session-id.ts'

export const replay: CommandRun = async ({ args: [named = ''], options, io, place }) => {
  const { runtime } = await place()
  const id = await sessionId(runtime, named)
  if (options.flag('as-test')) return writeTest(runtime, id, options, io)
  const { view } = await runtime.read(id)
  if (view.outcome === null) throw unended(id, view.status)
  const report = await runtime.replay(id)
  if (options.flag('strict')) refuseDrift(report)
  if (io.output === 'text') await tell(io, report)
  else io.printJson({ session: id, ...report, error: report.error?.toJSON() ?? null })
  return report.isEqual ? exitCodes.done : exitCodes.failed
}

function unended(id: string, status: string): GyreError {
  const says = `Session \`${id}\` is ${status}: only one that has ended can be replayed. Go on with: gyre resume ${id}`
  return new GyreError('usage-invalid', says, { session: id })
}

function refuseDrift({ drift: [first] }: ReplayReport): void {
  if (!first) return
  throw new GyreError('journal-drift', `The request of step \`${first.path}\` is not what it was.`, first)
}

async function tell(io: Io, report: ReplayReport): Promise<void> {
  const { replayFailure } = await import('../../testing/replay-failure.ts')
  io.print(replayFailure(report) ?? 'equal: the same steps, the same requests, the same end')
}

async function writeTest(runtime: Runtime, id: string, options: Options, io: Io): Promise<number> {
  const { testFiles } = await import('../../testing/test-files.ts')
  const folder = options.text('out') ?? '.'
  const config = options.text('config')
  const { testName, testText, cassetteName, cassetteText } = await testFiles(runtime, id, config ? { config } : {})
  const [test, cassette] = [join(folder, testName), join(folder, cassetteName)]
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(cassette, cassetteText)
    await writeFile(test, testText)
  } catch (error) {
    throw toGyreError(error, 'file-unreadable')
  }
  if (io.output !== 'text') io.printJson({ session: id, test, cassette })
  else {
    io.print(`${test}\n${cassette}`)
    io.report(`Run it with: npx vitest run ${test}`)
  }
  return exitCodes.done
}
