/**
 * Which loop a goal asks for, by rules: no model, no memory, the same each time.
 *
 * First the shape of the goal, then the words that the loops say speak for them. Where neither tells, the choice is
 * the cheapest loop that fits, and is marked as not clear.
 */
import type { LoopCard } from '../../kernel/context.ts'
import type { Candidate } from './schema.ts'

export type Choice = { readonly loop: string; readonly why: string }

export type Route = Choice & { readonly isClear: boolean }

export type Choosing = {
  readonly goal: string
  readonly hasTools: boolean
  /** From the cheapest to the dearest; at least one. */
  readonly loops: readonly LoopCard[]
}

type Shape = Choice & { readonly fits: (goal: string, hasTools: boolean) => boolean }

const talk =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|night)|thanks|thank you|(?:good)?bye|how are you)(?:[ ,]+[\p{L}']+){0,2}[\s.!?]*$/iu
const sequence = /\bfirst(?:ly)?\b[\s\S]*?\b(?:then|after that|afterwards|next|finally)\b/i
const listed = /^[ \t]*\d+[.)] [\s\S]*?^[ \t]*\d+[.)] /m
const chain =
  /\bthe [\p{L}-]+(?: [\p{L}-]+)? (?:of|that|who|which|whose|where) [\s\S]{0,80}? (?:of|that|who|which|whose|where)\b/iu
const sums = /\d\s*[-+*/×÷^%]\s*\(?\s*\d/

/** The first that fits wins, if its loop is there. */
const shapes: readonly Shape[] = [
  { loop: 'direct', why: 'The goal is small talk.', fits: (goal) => talk.test(goal) },
  {
    loop: 'plan-execute',
    why: 'The goal names steps in an order.',
    fits: (goal) => sequence.test(goal) || listed.test(goal),
  },
  { loop: 'self-ask', why: 'The goal asks for a chain of facts.', fits: (goal) => chain.test(goal) },
  {
    loop: 'cot',
    why: 'The goal is arithmetic, and there are no tools.',
    fits: (goal, hasTools) => !hasTools && sums.test(goal),
  },
  { loop: 'react', why: 'The goal is arithmetic, and there are tools.', fits: (goal) => sums.test(goal) },
]

/** So much of a long goal is looked at, at either end: what is asked stands there, and time stays bounded. */
const looked = 2000

export function routeByRules({ goal, hasTools, loops }: Choosing): Route {
  const text = goal.length > 2 * looked ? `${goal.slice(0, looked)}\n${goal.slice(-looked)}` : goal
  const isThere = (name: string) => loops.some((card) => card.name === name)
  const shape = shapes.find((each) => isThere(each.loop) && each.fits(text, hasTools))
  if (shape) return { loop: shape.loop, why: shape.why, isClear: true }

  // A loop that uses tools reasons as well: without tools only is plain reasoning the better choice.
  const usesTools = hasTools && isThere('react')
  const said = text.toLowerCase()
  const speaking = loops
    .filter(({ name }) => !(usesTools && name === 'cot'))
    .map(({ name, traits }) => ({ name, words: traits.signals.filter((signal) => holds(said, signal)) }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => b.words.length - a.words.length)
  const [first, second] = speaking
  if (first) {
    const isClear = first.words.length > (second?.words.length ?? 0)
    return { loop: first.name, why: `The goal says ${first.words.map(quoted).join(', ')}.`, isClear }
  }
  if (usesTools) return { loop: 'react', why: 'There are tools, and the goal asks for nothing more.', isClear: true }
  const [cheapest = { name: 'direct' }] = loops
  return { loop: cheapest.name, why: 'It is the cheapest loop there is.', isClear: loops.length === 1 }
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

/** The loops to choose from: never `auto` itself, and none that cannot do without the tools that are not there. */
export function fittingLoops(
  loops: readonly LoopCard[],
  { hasTools, candidates }: { readonly hasTools: boolean; readonly candidates: readonly Candidate[] },
): readonly LoopCard[] {
  const named = new Set(candidates.map(({ loop }) => loop))
  return loops.filter(({ name, traits }) => {
    if (name === 'auto' || (named.size > 0 && !named.has(name))) return false
    // Without tools `react` is one plain call: no choice beside `direct`, unless it was named.
    return hasTools || (traits.worksWithoutTools && (name !== 'react' || named.has(name)))
  })
}

/** The next dearer loop after one whose answer was not good enough. */
export function nextLoop(
  loops: readonly LoopCard[],
  { loop, doubt }: { readonly loop: string; readonly doubt: string },
): Choice | undefined {
  const next = loops[loops.findIndex(({ name }) => name === loop) + 1]
  return next && { loop: next.name, why: `\`${loop}\` was not good enough: ${shortened(doubt)}` }
}

/** A reason is read in a list; the doubt itself is kept whole for the next loop. */
function shortened(text: string): string {
  const longest = 200
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
