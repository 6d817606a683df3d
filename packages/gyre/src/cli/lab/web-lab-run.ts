/** `gyre lab --web`: what is claimed of research over synthetic webs. */
import { GyreError } from '@gyre/core'
import { labJson } from '@gyre/lab'
import type { WebLabOptions, WebReport } from '@gyre/lab/web'
import { wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { progressOf } from './lab-progress.ts'
import type { LabParts } from './lab-run.ts'
import { readSeed } from './lab-seed.ts'
import { untilStopped } from './until-stopped.ts'
import { printWebLab } from './web-lab-report.ts'

/** Whoever calls it gives the store and the embedder. */
export type RunWebs = (options: Omit<WebLabOptions, 'store' | 'embedder'>) => Promise<WebReport>

type WebLabParts = Pick<LabParts, 'runWebs' | 'keep'>

/** From so many on leads can be told from chance; they take about two minutes. */
const defaultWebs = 24

/** Exits with 1 when something fails, as the lab does. */
export async function runOverWebs({ runWebs, keep }: WebLabParts, call: CommandCall): Promise<number> {
  const { options, io } = call
  refuseOthers(options)
  const { mostWebs } = await import('@gyre/lab/web')
  const n = wholeNumber('--tasks', options.text('tasks'), 1, mostWebs) ?? defaultWebs
  const seed = readSeed(options)
  const report = await untilStopped(io, (bar, signal) =>
    runWebs({ n, seed, signal, onProgress: (at) => bar.show(progressOf(at, io.isLive)) }),
  )
  if (report === 'stopped') return exitCodes.interrupted
  if (io.output === 'text') await printWebLab(io, report)
  else io.printJson(labJson(report))
  await keep?.(call, 'research over webs', report)
  return report.total.pass ? exitCodes.done : exitCodes.failed
}

function refuseOthers(options: CommandCall['options']): void {
  const other = [
    ...(options.flag('beyond') ? ['--beyond'] : []),
    ...['loops', 'out'].filter((name) => options.text(name) !== undefined).map((name) => `--${name}`),
  ][0]
  if (other === undefined) return
  throw new GyreError('usage-invalid', `\`--web\` is about research alone, and goes without \`${other}\`.`)
}
