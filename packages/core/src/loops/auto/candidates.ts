/** The loops that may be chosen, from the cheapest to the dearest, and which comes after which. */
import type { LoopCard } from '../../kernel/context.ts'
import { table } from '../table.ts'
import type { Choice } from './router.ts'
import type { Candidate } from './schema.ts'

const order = table.map(({ name }) => name)

/** In the order of the table. What a loop of somebody's own costs nobody knows: those come last, as they are known. */
function byCost(loops: readonly LoopCard[]): readonly LoopCard[] {
  const place = ({ name }: LoopCard) => (order.includes(name) ? order.indexOf(name) : order.length)
  return loops.toSorted((a, b) => place(a) - place(b))
}

/** The loops to choose from: never `auto` itself, and none that cannot do without tools that are not there. */
export function fittingLoops(
  loops: readonly LoopCard[],
  { tools, candidates }: { readonly tools: readonly string[]; readonly candidates: readonly Candidate[] },
): readonly LoopCard[] {
  const named = new Set(candidates.map(({ loop }) => loop))
  return byCost(loops).filter(({ name, traits }) => {
    if (name === 'auto' || (named.size > 0 && !named.has(name))) return false
    const { worksWithoutTools, needsAnyOf } = traits
    if (needsAnyOf) return needsAnyOf.some((tool) => tools.includes(tool))
    // Without tools `react` is one plain call: no choice beside `direct`, unless it was named.
    return tools.length > 0 || (worksWithoutTools && (name !== 'react' || named.has(name)))
  })
}

/** The next dearer loop after one whose answer was not good enough; so none is met twice. */
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
