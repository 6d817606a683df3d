/** Runs variants side by side in the foreground: Ctrl-C pauses them all. */
import { type ComparedSession, runSideBySide, type Variant } from '../compare/side-by-side.ts'
import type { Io } from './io.ts'
import { shownTime } from './output/amounts.ts'
import type { Place } from './place.ts'

export async function runComparison(
  io: Io,
  place: Place,
  variants: readonly Variant[],
): Promise<readonly ComparedSession[]> {
  const pausing = new AbortController()
  const stop = io.onSignal(() => pausing.abort())
  try {
    return await runSideBySide(place.runtime, variants, {
      signal: pausing.signal,
      onStart: () => {
        const count = variants.length === 1 ? '1 session' : `${variants.length} sessions side by side`
        if (io.output === 'text') io.report(`Running ${count}.`)
      },
      onDone: ({ variant, outcome, status, usage }) => {
        if (io.output === 'text') io.report(`✓ ${variant}  ${outcome ?? status}  ${shownTime(usage.activeMs)}`)
      },
    })
  } finally {
    stop()
  }
}
