/** How far a run of the lab is, as it is shown. */
import type { LabProgress } from '@gyre/lab'

/** A bar has room for the arm behind it; a line that stays has it in front. */
export function progressOf({ arm, ...amount }: LabProgress, isLive: boolean) {
  return { ...amount, doing: isLive ? 'measuring' : `measuring ${arm}`, at: arm }
}
