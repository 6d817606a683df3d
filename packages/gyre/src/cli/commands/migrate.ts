/** `gyre migrate`: everything from an SQLite file to PostgreSQL. */
import { GyreError } from '@gyre/core'
import { shownDatabase } from '../../config/database-url.ts'
import { effectiveConfig } from '../../config/effective-config.ts'
import { dataFolder } from '../../wiring/data-folder.ts'
import { movedFile, storePlace } from '../../wiring/store-files.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { moveStore, refuseUnmovable, type StoreMove } from '../migrate/move-store.ts'
import { counted } from '../output/counted.ts'
import { printTable } from '../output/printed-table.ts'
import { ProgressBar } from '../terminal/progress-bar.ts'

type Wanted = Omit<StoreMove, 'onProgress'>

export const migrate: CommandRun = async (call) => {
  const { io, options } = call
  const wanted = await readWanted(call)
  const [to, aside] = [shownDatabase(wanted.url), movedFile(wanted.path)]
  const isYes = options.flag('yes')
  // Who is asked has to know what for, also when it is to be quiet.
  const say = isYes ? io.report : io.insist
  say(`Everything in ${wanted.path} goes to ${to}.\nThen the file is renamed: ${aside}`)
  if (!isYes && !(await isAgreed(io))) {
    io.report('Nothing was moved.')
    return exitCodes.interrupted
  }
  const counts = Object.entries(await moveUnderBar(io, wanted)).filter(([, rows]) => rows > 0)
  if (io.output !== 'text') {
    io.printJson({ from: wanted.path, to, renamedTo: aside, rows: Object.fromEntries(counts) })
    return exitCodes.done
  }
  printTable(io, [['TABLE', 'ROWS'], ...counts.map(([table, rows]) => [table, String(rows)])])
  const sessions = counted(Object.fromEntries(counts)['session'] ?? 0, 'session')
  io.report(`${sessions} moved and verified. Sessions that were under way go on with the next: gyre worker`)
  return exitCodes.done
}

async function readWanted({ options, io }: CommandCall): Promise<Wanted> {
  const [from, to] = [options.text('from'), options.text('to')]
  if (from !== 'sqlite' || to !== 'postgres') {
    const asked = from === undefined || to === undefined ? '' : `Nothing goes from \`${from}\` to \`${to}\`. `
    throw new GyreError('usage-invalid', `${asked}There is one way to go: gyre migrate --from sqlite --to postgres`)
  }
  const { databaseUrl, data, store, key } = await effectiveConfig({ cwd: io.cwd, env: io.env })
  if (databaseUrl === undefined) {
    const says = 'Say where to: GYRE_DATABASE_URL=postgres://USER:PASSWORD@HOST:5432/DATABASE'
    throw new GyreError('usage-invalid', says)
  }
  const folder = options.text('data') ?? data ?? dataFolder(io.env, io.platform)
  const { database } = storePlace(folder, store)
  if (database === undefined) {
    throw new GyreError('usage-invalid', 'The store of the config file is no SQLite file, which is what can be moved.')
  }
  await refuseUnmovable(database)
  return { path: database, url: databaseUrl, key, folder }
}

async function isAgreed(io: Io): Promise<boolean> {
  if (!io.input.canAsk) {
    throw new GyreError('person-needed', 'Nobody is here to agree: add `--yes` to move without being asked.')
  }
  const { linePrompt } = await import('../terminal/line-prompt.ts')
  const left = new AbortController()
  const line = await linePrompt(io, 'Move it? [y/N]', { signal: left.signal, onInterrupt: () => left.abort() })
  return /^y(?:es)?$/i.test(line?.trim() ?? '')
}

/** Ctrl-C ends it before the next part; then nothing was moved. */
async function moveUnderBar(io: Io, wanted: Wanted) {
  const bar = new ProgressBar(io)
  let isStopped = false
  const forget = io.onSignal(() => {
    isStopped = true
  })
  const onProgress: StoreMove['onProgress'] = ({ table, moved, of }) => {
    if (isStopped) throw new GyreError('aborted', 'Stopped. Nothing was moved: the same command begins anew.')
    bar.show({ doing: 'moving', done: moved, total: of, at: table })
  }
  try {
    return await moveStore({ ...wanted, onProgress })
  } finally {
    forget()
    bar.end()
  }
}
