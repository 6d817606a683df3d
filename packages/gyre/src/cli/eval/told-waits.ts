/** Says on stderr what an eval waits for, once that takes more than a moment. */
import { claimMs } from '../../eval/begin-claim.ts'
import type { WaitFor, Waits } from '../../eval/waits.ts'
import { counted } from '../output/counted.ts'

/** Two evals that share their work wait for each other all the time, for less than this. */
const momentMs = 1000

const reasons: Readonly<Record<WaitFor, string>> = {
  begin: `that another process was about to begin. Should it have been killed, this takes up to ${claimMs / 1000} s.`,
  run: 'that another process runs. Should that end, the work goes on here.',
}

/** Sessions that begin to wait at about the same time are told in one line, and each of them once. */
export function toldWaits(tell: (line: string) => void): Waits & { readonly close: () => void } {
  const waiting = new Map<string, WaitFor>()
  const untold = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tellAll = () => {
    timer = undefined
    const fresh = [...untold].map((thread) => waiting.get(thread))
    untold.clear()
    for (const [what, reason] of Object.entries(reasons)) {
      const count = fresh.filter((each) => each === what).length
      if (count > 0) tell(`Waiting for ${counted(count, 'session')} ${reason}`)
    }
  }
  return {
    began(thread, what) {
      if (waiting.get(thread) === what) return
      waiting.set(thread, what)
      untold.add(thread)
      timer ??= setTimeout(tellAll, momentMs)
    },
    ended: (thread) => void waiting.delete(thread),
    close: () => clearTimeout(timer),
  }
}
