/** `gyre replay`: runs a session again from its journal and says what differs, or makes a test of it. */
import { stat } from 'node:fs/promises'
import { extname, join, relative, resolve, sep } from 'node:path'
import { GyreError, loops, type ReplayReport } from '@gyre/core'
import type { CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Options } from '../options.ts'
import { makeNamedFolder, writeNamedFile } from '../output/written-file.ts'
import type { Place } from '../place.ts'
import { sessionId } from '../session/session-id.ts'

export const replay: CommandRun = async ({ args: [named = ''], options, io, place }) => {
  const here = await place()
  const { runtime } = here
  const id = await sessionId(runtime, named)
  if (options.flag('as-test')) return writeTest(here, id, options, io)
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

async function writeTest(place: Place, id: string, options: Options, io: Io): Promise<number> {
  const { testFiles } = await import('../../testing/test-files.ts')
  const folder = options.text('out') ?? '.'
  const file = (await namedConfig(io, options)) ?? (await loadedConfig(place, id))
  const config = file === undefined ? {} : { config: imported(file, resolve(io.cwd, folder)) }
  const { testName, testText, cassetteName, cassetteText } = await testFiles(place.runtime, id, config)
  const [test, cassette] = [join(folder, testName), join(folder, cassetteName)]
  await makeNamedFolder(folder)
  await writeNamedFile(cassette, cassetteText)
  await writeNamedFile(test, testText)
  if (io.output !== 'text') io.printJson({ session: id, test, cassette })
  else {
    io.print(`${test}\n${cassette}`)
    io.report(`Run it with: npx vitest run ${test}`)
  }
  return exitCodes.done
}

/** The module that was named, seen from the working folder. */
async function namedConfig(io: Io, options: Options): Promise<string | undefined> {
  const given = options.text('config')
  if (given === undefined) return undefined
  const file = resolve(io.cwd, given)
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isThere) throw new GyreError('file-unreadable', `\`--config ${given}\`: there is no such file.`, { file })
  if (isModule(file)) return file
  throw new GyreError('usage-invalid', `\`--config ${given}\`: expected a module with loops, such as gyre.config.ts.`)
}

/** The config that was loaded, where the session has a loop of it. */
async function loadedConfig({ runtime, configFile }: Place, id: string): Promise<string | undefined> {
  const { view } = await runtime.read(id)
  const isOwn = loops.every(({ name }) => name !== view.definition?.loop)
  return isOwn && configFile !== undefined && isModule(configFile) ? configFile : undefined
}

function isModule(file: string): boolean {
  return /^\.[mc]?[jt]s$/.test(extname(file))
}

/** As a file in this folder imports it. */
function imported(file: string, folder: string): string {
  const path = relative(folder, file).split(sep).join('/')
  return path.startsWith('../') ? path : `./${path}`
}
