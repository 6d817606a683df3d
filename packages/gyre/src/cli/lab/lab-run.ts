/** A run of the lab from the command line: under a bar, printed as a table, written to files. */
import { resolve } from 'node:path'
import { GyreError } from '@gyre/core'
import { type LabReport, labJson, type Measure, runLab, type Suite } from '@gyre/lab'
import { wholeNumber } from '../arguments/quantities.ts'
import { wordList } from '../arguments/word-list.ts'
import type { CommandCall, CommandRun } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { makeNamedFolder } from '../output/written-file.ts'
import { writeLabFiles } from './lab-files.ts'
import { progressOf } from './lab-progress.ts'
import { printLab } from './lab-report.ts'
import { readSeed } from './lab-seed.ts'
import { untilStopped } from './until-stopped.ts'
import { type RunWebs, runOverWebs } from './web-lab-run.ts'

/** What a run needs from the lab. */
export type LabParts = {
  /** What is claimed of the plain loops. */
  readonly suite: Suite
  /** What is claimed of what goes beyond their papers. */
  readonly beyondSuite: Suite
  readonly measure: Measure
  /** What is claimed of research, over synthetic webs. */
  readonly runWebs: RunWebs
  /** Keeps a report of a suite for later; nothing is kept when left out. */
  readonly keep?: KeepReport
}

export type KeepReport = (call: CommandCall, title: string, report: LabReport) => Promise<void>

const defaultTasks = 2000
/** More take days and show nothing more. */
const mostTasks = 1_000_000

/** Exits with 1 when something fails; what is undecided for want of tasks does not. */
export function labRun(parts: LabParts): CommandRun {
  return async (call) => {
    const { options, io } = call
    if (options.flag('web')) return runOverWebs(parts, call)
    const asked = readOptions(options)
    const out = options.text('out')
    const folder = out === undefined ? undefined : resolve(io.cwd, out)
    // A folder that cannot be made shows before the work, not after it.
    if (folder !== undefined) await makeNamedFolder(folder)
    const suite = chosenSuite(parts, options.flag('beyond'), asked.loops)
    const report = await untilStopped(io, (bar, signal) =>
      runLab(suite, { ...asked, signal, onProgress: (at) => bar.show(progressOf(at, io.isLive)) }, parts.measure),
    )
    if (report === 'stopped') return exitCodes.interrupted
    const code = await conclude(report, io, folder)
    await parts.keep?.(call, titleOf(options.flag('beyond'), asked.loops), report)
    return code
  }
}

/** What a suite is told apart by: a run of some loops alone does not stand for one of all. */
function titleOf(isBeyond: boolean, loops: readonly string[]): string {
  return [isBeyond ? 'beyond the papers' : 'loops', ...loops].join(' ')
}

function readOptions(options: CommandCall['options']) {
  return {
    n: wholeNumber('--tasks', options.text('tasks'), 1, mostTasks) ?? defaultTasks,
    seed: readSeed(options),
    loops: namedLoops(options.text('loops')),
  }
}

function namedLoops(text: string | undefined): readonly string[] {
  const loops = wordList(text)
  if (text === undefined || loops.length > 0) return loops
  throw new GyreError('usage-invalid', '`--loops` needs names, such as --loops cot,react. Without it all are measured.')
}

/** Whoever asks for what is beyond a paper that has nothing beyond it is told where there is something. */
function chosenSuite({ suite, beyondSuite }: LabParts, isBeyond: boolean, loops: readonly string[]): Suite {
  if (!isBeyond) return suite
  const [plain, beyond] = [loopsOf(suite), loopsOf(beyondSuite)]
  const bare = loops.filter((loop) => plain.includes(loop) && !beyond.includes(loop))
  if (bare.length === 0) return beyondSuite
  const named = bare.map((loop) => `\`${loop}\``).join(', ')
  throw new GyreError(
    'usage-invalid',
    `\`--beyond\` has no rows about ${named}. It has some about ${beyond.join(', ')}.`,
  )
}

function loopsOf({ claims }: Suite): readonly string[] {
  return [...new Set(claims.map(({ loop }) => loop))]
}

async function conclude(report: LabReport, io: CommandCall['io'], folder: string | undefined): Promise<number> {
  if (io.output === 'text') printLab(io, report)
  else io.printJson(labJson(report))
  if (folder !== undefined) {
    for (const path of await writeLabFiles(folder, report)) if (io.output === 'text') io.report(`written  ${path}`)
  }
  return report.total.pass ? exitCodes.done : exitCodes.failed
}
