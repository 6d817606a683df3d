/** The Game of 24 in a text: some numbers, each to be used once, and the number to be made of them. */
import { isOrdinary } from '../arithmetic/ordinary-words.ts'
import { type Rational, wholeRational } from './fractions.ts'

export type Puzzle = { readonly numbers: readonly Rational[]; readonly target: Rational }

const list = /(?<![\d.])\d{1,3}(?:(?:\s*[,;&]\s*|\s+)(?:and\s+)?\d{1,3}(?![\d.]*\d)){2,4}(?![\d]|\s*[-+*/^=×÷]\s*\d)/gi
const lead = /(?:\b(?:use|using|with|from|out\s+of|numbers?|cards|digits)\b|game\s+of\s+\d+)[^\d]{0,40}$/i
const aim =
  /\b(?:make|makes|making|get|reach|obtain|form|equals?|target(?:\s+of)?|game\s+of|comes?\s+to|gives?|results?\s+in)\b[^\d.?!]{0,24}?(\d{1,6})(?![\d.]*\d)/gi

export function readPuzzle(text: string): Puzzle | undefined {
  for (const found of text.matchAll(list)) {
    const before = text.slice(0, found.index)
    if (!lead.test(before)) continue
    const target = targetIn(before) ?? targetIn(text.slice(found.index + found[0].length))
    const numbers = (found[0].match(/\d+/g) ?? []).map((written) => wholeRational(Number(written)))
    if (target !== undefined && isAll(text.replace(found[0], ' '), target))
      return { numbers, target: wholeRational(target) }
  }
  return undefined
}

/** The one that is named last before the numbers, or first after them. */
function targetIn(text: string): number | undefined {
  const [found] = [...text.matchAll(aim)]
  return found?.[1] === undefined ? undefined : Number(found[1])
}

const said = new Set(
  (
    'cards card digit each every once all both four five three basic operation operations operator operators addition subtraction ' +
    'multiplication division add subtract multiply divide plus minus times allowed any order game play reach reached obtain form ' +
    'making target equal gives give results rules standard between bracket arrange combine way into'
  ).split(' '),
)

/** Whether the rest of the text says nothing but how the game is played. */
function isAll(rest: string, target: number): boolean {
  const words = rest.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []
  return words.every((word) => word === String(target) || said.has(word) || isOrdinary(word))
}
