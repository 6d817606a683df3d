/** A draft mended where the evidence says something else. */
import { equationsIn } from '../arithmetic/equations.ts'
import { numberIn } from '../arithmetic/result-text.ts'
import { isSameNumber } from '../arithmetic/same-number.ts'
import type { Edit } from '../decision.ts'
import { corrected } from '../lookup/claim-evidence.ts'
import type { Reading } from '../reading/reading.ts'
import { withoutFence } from '../reading/written-protocol.ts'
import type { Rule } from '../rule.ts'

export const authorEdits: Rule = {
  name: 'author-edits',
  purposes: ['edits'],
  decide(_, { material }) {
    return { kind: 'edits', edits: editsFor(material) }
  },
}

/** The whole draft again, where a loop wants it so. */
export const authorRewrite: Rule = {
  name: 'author-rewrite',
  purposes: ['answer'],
  decide({ text: question }, { material, form }) {
    const { draft, evidence } = material
    if (draft === undefined || evidence === undefined || form.kind !== 'plain') return undefined
    const text = editsFor(material).reduce(
      (mended, { claim, replacement }) => mended.replace(claim, replacement),
      draft,
    )
    return {
      kind: 'answer',
      thought: 'The evidence decides.',
      text,
      findings: { isKnown: true, question, results: [] },
    }
  },
}

const block = /^CLAIM: ([\s\S]*?)\nTOOL: .*\nTOOL INPUT: .*\nEVIDENCE: ([\s\S]*?)(?=\n\nCLAIM: |$(?![\s\S]))/gm

function editsFor({ evidence = '' }: Reading['material']): readonly Edit[] {
  return [...evidence.matchAll(block)].flatMap(([, claim = '', found = '']) => {
    // A check that failed says nothing.
    if (found.startsWith('none;')) return []
    const shown = withoutFence(found.trim())
    const replacement = mendedSum(claim, shown) ?? corrected(claim, shown)
    return replacement === undefined || replacement === claim ? [] : [{ claim, replacement }]
  })
}

/** `17 * 6 = 103` when the tool says 102. */
function mendedSum(claim: string, shown: string): string | undefined {
  const [equation] = equationsIn(claim)
  const value = numberIn(shown)
  if (!equation || value === undefined) return undefined
  return isSameNumber(value, equation.said) ? claim : `${equation.expression} = ${value}`
}
