/**
 * Which loop a goal asks for, by rules: no model, no memory, the same each time.
 *
 * First the shape of the goal, then the words that the loops say speak for them. One plain word, such as `first`, is in
 * goals of every kind: it takes a phrase, or two words, and in a question two may stand by chance. Where neither tells,
 * the choice is the cheapest loop that fits, and is marked as not clear.
 */
import type { LoopCard } from '../../kernel/context.ts'
import { askedOf } from './asked.ts'
import { shapes } from './shapes.ts'

export type Choice = { readonly loop: string; readonly why: string }

export type Route = Choice & { readonly isClear: boolean }

export type Choosing = {
  readonly goal: string
  readonly hasTools: boolean
  /** From the cheapest to the dearest; at least one. */
  readonly loops: readonly LoopCard[]
}

/** What a phrase weighs, and what it takes to speak for a loop; a word weighs half of it. */
const enough = 2

export function routeByRules({ goal, hasTools, loops }: Choosing): Route {
  const asked = askedOf(goal)
  const isThere = (name: string) => loops.some((card) => card.name === name)
  const shape = shapes.find((each) => isThere(each.loop) && each.fits(asked, hasTools))
  if (shape) return { loop: shape.loop, why: shape.why, isClear: true }

  const usesTools = hasTools && isThere('react')
  const speaking = speakingFor(loops, asked.text, usesTools)
  const [first] = speaking
  if (first && first.weight >= enough) {
    const second = speaking.find(({ name }) => name !== first.name)
    const isSaid = first.words.some((each) => weightOf(each) >= enough) || !asked.isQuestion
    const why = `The goal says ${first.words.map(quoted).join(', ')}.`
    return { loop: first.name, why, isClear: isSaid && first.weight > (second?.weight ?? 0) }
  }
  if (usesTools) {
    const isClear = speaking.every(({ name }) => name === 'react')
    return { loop: 'react', why: 'There are tools, and the goal asks for nothing more.', isClear }
  }
  const [cheapest = { name: 'direct' }] = loops
  return { loop: cheapest.name, why: 'It is the cheapest loop there is.', isClear: loops.length === 1 }
}

type Speaking = { readonly name: string; readonly words: readonly string[]; readonly weight: number }

/** The loops for which a goal has words, the strongest first. With tools, what asks for reasoning asks for `react`. */
function speakingFor(loops: readonly LoopCard[], goal: string, usesTools: boolean): readonly Speaking[] {
  const said = goal.toLowerCase()
  return loops
    .map(({ name, traits }) => ({
      name: usesTools && name === 'cot' ? 'react' : name,
      words: traits.signals.filter((signal) => holds(said, signal)),
    }))
    .map(({ name, words }) => ({ name, words, weight: words.reduce((sum, each) => sum + weightOf(each), 0) }))
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => b.weight - a.weight)
}

function weightOf(signal: string): number {
  return /^[\p{L}\p{N}]+$/u.test(signal.trim()) ? enough / 2 : enough
}

const letter = /[\p{L}\p{N}]/u

/** Whether a text in small letters holds these words as words: `use` is not in `because`. */
function holds(text: string, words: string): boolean {
  const sought = words.toLowerCase()
  for (let at = text.indexOf(sought); at >= 0 && sought !== ''; at = text.indexOf(sought, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + sought.length] ?? ' '}`
    if (!letter.test(around)) return true
  }
  return false
}

function quoted(word: string): string {
  return `“${word}”`
}
