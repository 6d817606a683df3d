/** `gyre worker`: runs sessions that wait, until somebody ends it. */
import { manifest } from '../../manifest.ts'
import { usualConcurrency } from '../../wiring/dispatch.ts'
import type { Workplace } from '../../wiring/workplace.ts'
import { secondsInMs, wholeNumber } from '../arguments/quantities.ts'
import type { CommandRun } from '../command.ts'
import type { Io } from '../io.ts'
import { counted } from '../output/counted.ts'
import { demoPace, untilTold, usualGraceMs } from '../until-told.ts'

export const worker: CommandRun = async (call) => {
  const { io, options } = call
  const concurrency = wholeNumber('--concurrency', options.text('concurrency'), 1) ?? usualConcurrency
  const grace = options.text('grace')
  return untilTold(call, {
    place: { dispatch: { concurrency }, demoPaceMs: demoPace(options) },
    graceMs: grace === undefined ? usualGraceMs : secondsInMs('--grace', grace),
    begin: async (workplace) => ({
      tell: () => tell(io, workplace, concurrency),
      farewell: 'Handing sessions over; others go on with them.',
    }),
  })
}

function tell(io: Io, { where, runtime }: Workplace, concurrency: number): void {
  const { version } = manifest()
  if (io.output !== 'text') io.printJson({ store: where, worker: runtime.store.worker, concurrency, version })
  else io.print(`Gyre ${version} works for ${where}, on up to ${counted(concurrency, 'session')} at once`)
}
