/** Whether two long texts say the same: they have the same words but for a few, none of them a number or a name. */
import { Turns } from '../../turns.ts'
import { textWord } from './text-word.ts'

/** Of all words: a new section is no slip, though each of its words may be elsewhere in the text. */
const mostOther = 0.005
/** So many are always allowed. */
const fewOther = 3
const wordsAtOnce = 500

export async function haveSameWords(a: string, b: string): Promise<boolean> {
  const [ofA, ofB] = [await wordsOf(a), await wordsOf(b)]
  const most = Math.max(fewOther, mostOther * Math.max(ofA.count, ofB.count))
  let other = 0
  for (const word of new Set([...ofA.words.keys(), ...ofB.words.keys()])) {
    const [inA, inB] = [ofA.words.get(word), ofB.words.get(word)]
    if ((!inA || !inB) && (inA ?? inB)?.isTelling) return false
    other += Math.abs((inA?.times ?? 0) - (inB?.times ?? 0))
  }
  return other <= most
}

type Word = { readonly times: number; readonly isTelling: boolean }

/** The words in small letters: how often each is there, and whether it is a number or a name somewhere. */
async function wordsOf(text: string): Promise<{ readonly words: ReadonlyMap<string, Word>; readonly count: number }> {
  const turns = new Turns()
  const words = new Map<string, Word>()
  let [before, end, count] = ['', 0, 0]
  for (const { 0: found, index } of text.matchAll(textWord)) {
    const spelled = found.toLowerCase()
    const isTelling =
      /\p{N}|.\p{Lu}/u.test(found) || (/^\p{Lu}/u.test(found) && !isBeginning(before, text.slice(end, index)))
    const known = words.get(spelled)
    words.set(spelled, { times: (known?.times ?? 0) + 1, isTelling: isTelling || known?.isTelling === true })
    before = found
    end = index + found.length
    count += 1
    if (count % wordsAtOnce === 0 && turns.isOver) await turns.give()
  }
  return { words, count }
}

/** Of a sentence or a line that is no mere next line. The full stop after a title ends no sentence: `Dr. Who`. */
function isBeginning(before: string, between: string): boolean {
  if (before === '') return true
  if (between.startsWith('.') && /^\p{Lu}.{0,2}$/u.test(before)) return false
  return /[.!?…]|\n\s*[\n#>*-]/.test(between)
}
