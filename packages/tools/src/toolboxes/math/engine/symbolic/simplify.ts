/** Formulas in a shorter form. */
import { algebra } from '../nerdamer.ts'
import { type Answer, onlyPositive } from './answer.ts'
import { answered, type Formula, lettersFor, readFormula, written } from './formula.ts'
import { compare, type Sameness } from './sampling.ts'
import { showFormula } from './show-formula.ts'

type Candidate = { readonly text: string; readonly sameness: Sameness }

/** The shortest of the forms that are the same by their values. */
export function simplify({ expression }: { readonly expression: string }): Answer {
  const formula = readFormula(expression)
  const own: Candidate = { text: showFormula(formula), sameness: 'same' }
  const forms = ['simplify', 'expand', 'factor'].flatMap((form) => rewritten(form, formula))
  const candidates = forms.map((form) => ({ text: showFormula(form), sameness: compare(formula, form) }))
  const shortest = [...candidates, own]
    .filter(({ sameness }) => sameness === 'same' || sameness === 'same-if-positive')
    .reduce((best, next) => (isBetter(next, best) ? next : best), own)
  const isSame = shortest.text === own.text
  const text = isSame ? `${own.text} is as short as it was found to get` : `${own.text} = ${shortest.text}`
  return {
    text: shortest.sameness === 'same' ? text : `${text}. ${onlyPositive}`,
    data: { result: shortest.text, verified: true, ...(shortest.sameness !== 'same' && { onlyPositive: true }) },
  }
}

/** One that holds everywhere goes before a shorter one that does not. */
function isBetter(next: Candidate, best: Candidate): boolean {
  if (next.sameness !== best.sameness && best.text.length <= next.text.length * 2) return next.sameness === 'same'
  return next.text.length < best.text.length
}

/** The form the library finds, or none. */
export function rewritten(form: string, formula: Formula): readonly Formula[] {
  const letters = lettersFor(formula.variables)
  try {
    return [answered(algebra(`${form}(${written(formula.tree, letters)})`), letters)]
  } catch {
    return []
  }
}
