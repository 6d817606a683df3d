/** What went wrong in an attempt, for the next one: the step that is wrong, else what the judge said. */
import { correction } from '../arithmetic/arithmetic-skill.ts'
import { wrongEquations } from '../arithmetic/equations.ts'
import type { Rule } from '../rule.ts'

export const authorReflection: Rule = {
  name: 'author-reflection',
  purposes: ['answer'],
  decide({ text: question }, { material, form }) {
    const { trace, answer, verdict } = material
    if (verdict === undefined || form.kind !== 'plain') return undefined
    const [wrong] = [trace, answer].flatMap((text) => (text === undefined ? [] : wrongEquations(text)))
    const [, reason = verdict] = /^REASON:\s*([\s\S]*)$/m.exec(verdict) ?? []
    const found = wrong ? correction(wrong) : reason.trim()
    const findings = { isKnown: true, question, results: [] }
    const text = `${found} Next time I check every step before I answer.`
    return { kind: 'answer', thought: 'The attempt failed.', text, findings }
  },
}
