/** The word that was meant. */
import { editDistance } from '@gyre/core'

/** The nearest of the known words, when it is near enough for a slip of the fingers. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: { readonly name: string; readonly slips: number } | undefined
  for (const name of known) {
    const most = Math.floor(Math.max(word.length, name.length) / 3)
    // Words of very different lengths are many slips apart: a whole goal is compared with nothing.
    if (Math.abs(word.length - name.length) > most) continue
    const slips = editDistance(word, name)
    if (slips <= most && slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { name, slips }
  }
  return best?.name
}
