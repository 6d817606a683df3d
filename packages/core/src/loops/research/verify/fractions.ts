/** Shares that are written as words: half, a third, two thirds. */
import type { Span } from './code-spans.ts'

type Fraction = Span & { readonly of: number; readonly all: number }

const counts = new Map(['a', 'one', 'two', 'three', 'four', 'five'].map((word, index) => [word, Math.max(1, index)]))
const parts: Readonly<Record<string, number>> = {
  ...{ half: 2, halves: 2, hälfte: 2, third: 3, drittel: 3, quarter: 4, viertel: 4, fifth: 5, fünftel: 5, sixth: 6 },
  ...{ seventh: 7, eighth: 8, tenth: 10, zehntel: 10 },
}
/** One of a kind is a share only of something: `a third ship` is none. `a quarter of a million` is rounded. */
const counted =
  /(?<![\p{L}\p{N}])(?:(a|one)[\s-](third|quarter|fifth|sixth|seventh|eighth|tenth)(?=\sof\s(?!an?\s))|(two|three|four|five)[\s-](third|quarter|fifth|sixth|seventh|eighth|tenth)s)(?![\p{L}-])/giu
/** `the second half` is a place, `half-timbered` a word, `half a million` a number, `half past` a time. */
const half =
  /(?<![\p{L}\p{N}-]|\b(?:first|second|third|latter|other|last|first-|this|that|each|either|past) )half(?= (?:of|the|its|their|his|her|as|were|was|are|is)(?!\p{L}))/giu
const german = /(?<!\p{L})(?:die (hälfte)|ein(?:em)? (drittel|viertel|fünftel|zehntel))(?!\p{L})/giu

/** Few sentences have one: the others are not searched. */
const anyPart = /half|hälfte|third|drittel|quarter|viertel|fifth|fünftel|sixth|seventh|eighth|tenth|zehntel/i

/** In any order. */
export function fractionsIn(text: string): readonly Fraction[] {
  if (!anyPart.test(text)) return []
  const found = [...text.matchAll(counted)].map(({ 0: written, 1: one, 2: part, 3: several, 4: parted, index }) => ({
    ...{ start: index, end: index + written.length },
    of: counts.get((one ?? several ?? '').toLowerCase()) ?? 1,
    all: parts[(part ?? parted ?? '').toLowerCase()] ?? 1,
  }))
  const halves = [...text.matchAll(half)].map(({ index }) => ({ start: index, end: index + 4, of: 1, all: 2 }))
  const inGerman = [...text.matchAll(german)].map(({ 0: written, 1: first, 2: second, index }) => ({
    ...{ start: index, end: index + written.length, of: 1 },
    all: parts[(first ?? second ?? '').toLowerCase()] ?? 1,
  }))
  return [...found, ...halves, ...inGerman]
}
