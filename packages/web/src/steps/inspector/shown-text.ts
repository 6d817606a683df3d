/** Texts of models and tools as they are shown: JSON in lines, suspicious stretches apart. */
import type { Suspicion } from '../step-facts.ts'

/** JSON is put into lines; another text stays as it is. */
export function prettyText(text: string): string {
  const start = text.trimStart()[0]
  if (start !== '{' && start !== '[') return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It only looks like it.
    return text
  }
}

export type Stretch = { readonly text: string; readonly start: number; readonly rules: readonly string[] }

/** The text in stretches, each with the rules it set off. Nothing is lost: put together they are the text. */
export function stretchesOf(text: string, suspected: readonly Suspicion[]): readonly Stretch[] {
  const within = (at: number) => Math.max(0, Math.min(text.length, at))
  const edges = new Set([0, text.length, ...suspected.flatMap(({ start, end }) => [within(start), within(end)])])
  const cuts = [...edges].toSorted((one, other) => one - other)
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? text.length
    const rules = suspected.filter((each) => each.start < end && each.end > start).map(({ rule }) => rule)
    return { text: text.slice(start, end), start, rules: [...new Set(rules)] }
  })
}
