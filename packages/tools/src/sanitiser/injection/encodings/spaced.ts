/** Words that are written letter by letter: `i g n o r e`, `i.g.n.o.r.e`. */
import type { Reading } from './reading.ts'

/** Fewer may be initials or a list. */
const fewest = 8

/** `i-g-n-o-r-e` in a text of other words: the signs between single letters left out. */
export function joinedReading(text: string): Reading | undefined {
  const letters: string[] = []
  const places: number[] = []
  let from = 0
  for (const { index } of text.matchAll(/(?<=(?<![a-z0-9])[a-z])[-._*~|+](?=[a-z](?![a-z0-9]))/gi)) {
    for (let at = from; at < index; at++) places.push(at)
    letters.push(text.slice(from, index))
    from = index + 1
  }
  if (from === 0) return undefined
  for (let at = from; at <= text.length; at++) places.push(at)
  return { text: letters.join('') + text.slice(from), places }
}

/** All such words of a text, run together. */
export function spacedReading(text: string): Reading | undefined {
  const letters: string[] = []
  const places: number[] = []
  let run: number[] = []
  let last = -1
  for (const { index } of text.matchAll(/(?<![a-z0-9])[a-z](?![a-z0-9])/gi)) {
    if (index - last > widest) close()
    run.push(index)
    last = index
  }
  close()
  if (letters.length === 0) return undefined
  places.push((places.at(-1) ?? 0) + 1)
  return { text: letters.join(''), places, runTogether: true }

  function close(): void {
    if (run.length >= fewest) {
      for (const at of run) {
        letters.push(text.charAt(at))
        places.push(at)
      }
      // Two such stretches are not one word.
      letters.push('\n')
      places.push((run.at(-1) ?? 0) + 1)
    }
    run = []
  }
}

/** From one letter to the next, spaces between words included. */
const widest = 5
