/** What algebra proposes as solutions. None of it is believed before it is tried. */
import { solutionsOf } from '../../nerdamer.ts'
import { answered, type Formula, lettersFor, written } from '../formula.ts'
import type { Equation } from './equation.ts'

export function candidates({ zero }: Equation, variable: string): readonly Formula[] {
  const letters = lettersFor([...zero.variables, variable])
  const texts = attempt(() => solutionsOf(written(zero.tree, letters), letters.get(variable) ?? variable)) ?? []
  return texts.flatMap((text) => attempt(() => answered(text, letters)) ?? [])
}

/** What fails gives nothing. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
