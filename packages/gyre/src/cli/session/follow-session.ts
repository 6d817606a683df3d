/** A session from the terminal: shown while it runs, reported when it stops. */
import type { Session } from '@gyre/core'
import type { Io } from '../io.ts'
import type { AnswerFile } from '../output/answer-file.ts'
import type { Place } from '../place.ts'
import { reportDeliveries } from './delivery-report.ts'
import { SessionDrive } from './session-drive.ts'
import { reportEnd, reportStanding } from './session-report.ts'

export type FollowOptions = {
  readonly io: Io
  readonly place: Place
  /** Whether it runs here, or is only watched. */
  readonly isOurs: boolean
  /** The last fact of what was done before somebody went on with it: that is not shown again. */
  readonly after?: number
  /** Where the answer goes instead of stdout. */
  readonly file?: AnswerFile | undefined
}

/** Stays with the session as long as that makes sense; answers with the exit code. */
export async function followSession(session: Session, options: FollowOptions): Promise<number> {
  const { io, place, isOurs, after = 0, file } = options
  const { runtime } = place
  const drive = await SessionDrive.open({ io, place, session, isOurs, after })
  try {
    const stop = await drive.stay()
    if (stop === 'ended') passOverOne(io)
    drive.close()
    if (stop === 'ended') {
      const { steps, lastStep } = drive.watch.picture
      const code = await reportEnd(io, runtime, await session.outcome, { steps, lastStep, file })
      // The answer is there: what cannot be told of its deliveries is in `gyre show`.
      if (isOurs) await reportDeliveries(io, session).catch(() => {})
      return code
    }
    const standing = { stop, wasInterrupted: drive.wasInterrupted, isWatched: !isOurs }
    const code = await reportStanding(io, runtime, session.id, standing)
    if (file) io.report(`When it has ended: gyre show ${session.id} --out FILE`)
    // Who leaves at once does not wait for the step in flight; the lease is given back all the same.
    if (stop === 'left') await place.close({ graceMs: 0 })
    return code
  } finally {
    drive.close()
  }
}

/**
 * A Ctrl-C that comes when all is done has nothing to stop: the answer and its exit code stand. The next one is obeyed,
 * and so is every SIGTERM: whoever sends that means the process.
 */
function passOverOne(io: Io): void {
  const obey = io.onSignal(() => obey(), ['SIGINT'])
}
