/** Fills the slots of a sentence with words chosen at random. */
import type { Random } from './seeded-random.ts'

export type Slots = Readonly<Record<string, readonly string[]>>

/** `{name}` is a slot; `{name|lower}` one inside a sentence. */
export function fillIn(random: Random, shape: string, slots: Slots): string {
  return shape.replaceAll(/\{(\w+)(\|lower)?\}/g, (_, slot: string, lower: string | undefined) => {
    const words = random.pick(slots[slot] ?? [])
    return lower ? words.charAt(0).toLowerCase() + words.slice(1) : words
  })
}
