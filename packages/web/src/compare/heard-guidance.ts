/** The guidance a session was given, in the words it was last changed to. What was refused or taken back is none. */
import type { SessionLog } from '../session/session-log.ts'

export function heardGuidance({ interventions }: SessionLog): readonly string[] {
  return [...interventions.values()].flatMap(({ action, state, data }) => {
    const { text } = (data['body'] ?? {}) as { readonly text?: unknown }
    const isGiven = action === 'steer' && (state === 'applied' || state === 'queued')
    return isGiven && typeof text === 'string' ? [text] : []
  })
}
