/** Whether two long texts say the same: they have the same words but for a few, none of them a number or a name. */
import { Turns } from '../turns.ts'
import { textWord } from './text-word.ts'

/** Of the different words of both. */
const mostOther = 0.02
/** So many are always allowed. */
const fewOther = 3
const wordsAtOnce = 500

export async function haveSameWords(a: string, b: string): Promise<boolean> {
  const [ofA, ofB] = [await wordsOf(a), await wordsOf(b)]
  const other = [...onlyIn(ofA, ofB), ...onlyIn(ofB, ofA)]
  const all = (ofA.size + ofB.size + other.length) / 2
  return other.length <= Math.max(fewOther, all * mostOther) && !other.some(([, isTelling]) => isTelling)
}

/** The words in small letters, with whether each is a number or a name somewhere. */
async function wordsOf(text: string): Promise<ReadonlyMap<string, boolean>> {
  const turns = new Turns()
  const words = new Map<string, boolean>()
  let [before, end, count] = ['', 0, 0]
  for (const { 0: found, index } of text.matchAll(textWord)) {
    const spelled = found.toLowerCase()
    const isTelling =
      /\p{N}|.\p{Lu}/u.test(found) || (/^\p{Lu}/u.test(found) && !isBeginning(before, text.slice(end, index)))
    words.set(spelled, isTelling || words.get(spelled) === true)
    before = found
    end = index + found.length
    count += 1
    if (count % wordsAtOnce === 0 && turns.isOver) await turns.give()
  }
  return words
}

function onlyIn(words: ReadonlyMap<string, boolean>, others: ReadonlyMap<string, boolean>) {
  return [...words].filter(([word]) => !others.has(word))
}

/** Of a sentence or a line that is no mere next line. The full stop after a title ends no sentence: `Dr. Who`. */
function isBeginning(before: string, between: string): boolean {
  if (before === '') return true
  if (between.startsWith('.') && /^\p{Lu}.{0,2}$/u.test(before)) return false
  return /[.!?…]|\n\s*[\n#>*-]/.test(between)
}
