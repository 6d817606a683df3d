/** Steps that were made before somebody went on with a session: they are told of, and not shown again. */
import { counted } from '../output/counted.ts'
import type { SessionPicture } from './session-picture.ts'

/** `… 7 earlier steps`; nothing where there are none, or it was said. */
export function earlierLines({ earlierSteps }: SessionPicture): readonly string[] {
  return earlierSteps === 0 ? [] : [`… ${counted(earlierSteps, 'earlier step')}`]
}
