/** `gyre run --queue`: a session that waits for a worker. Nothing of it is run here. */
import { GyreError, highestPriority, runObject, type StartOptions } from '@gyre/core'
import { timeFrom, wholeNumber } from '../arguments/quantities.ts'
import type { CommandCall } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Options } from '../options.ts'
import type { Place } from '../place.ts'
import { readRequest, startSession } from './session-request.ts'

export type QueueTerms = Pick<StartOptions, 'queue' | 'priority' | 'notBefore'>

/** Undefined when it is not to wait. */
export function queueTerms(options: Options, nowMs: number): QueueTerms | undefined {
  const [priority, time] = [options.text('priority'), options.text('not-before')]
  if (!options.flag('queue')) {
    const lone = priority === undefined ? time && '--not-before' : '--priority'
    if (!lone) return undefined
    throw new GyreError('usage-invalid', `\`${lone}\` is for a session that waits for a worker: add \`--queue\`.`)
  }
  if (options.text('out') !== undefined) {
    const says = '`--out` needs the answer, and `--queue` does not wait for it. Later: gyre show ID --out FILE'
    throw new GyreError('usage-invalid', says)
  }
  const rank = priorityOf(options)
  return {
    queue: true,
    ...(rank !== undefined && { priority: rank }),
    ...(time !== undefined && { notBefore: timeFrom('--not-before', time, nowMs) }),
  }
}

export function priorityOf(options: Options): number | undefined {
  return wholeNumber('--priority', options.text('priority'), -highestPriority, highestPriority)
}

export async function queueSession(call: CommandCall, terms: QueueTerms): Promise<number> {
  const { io } = call
  const place = await call.place({ dispatch: { concurrency: 0 } })
  const request = await readRequest(call, place)
  const { id } = await startSession(place, { ...request, start: { ...request.start, ...terms } })
  if (io.output === 'text') await tell(io, place, id, terms)
  else {
    const { priority = 0, notBefore } = terms
    const waits = { priority, notBefore: notBefore?.toISOString() ?? null }
    io.printJson({ ...(await runObject(place.runtime, id)), status: 'queued', ...waits })
  }
  return exitCodes.done
}

async function tell(io: Io, { postgres }: Place, id: string, { notBefore }: QueueTerms): Promise<void> {
  io.print(id)
  const when = notBefore ? `, not before ${notBefore.toISOString()}` : ''
  io.report(`Queued${when}. How it stands: gyre show ${id}`)
  const fleet = await postgres?.dispatcher?.fleet()
  if (fleet?.workers.every(({ isDraining }) => isDraining))
    io.report('Nobody runs sessions there now. Begin with: gyre worker')
}
