/** The texts of a research: passages to look for others with, sections out of passages, and the front of the report. */
import type { Decision } from '../decision.ts'
import { evidencePassages } from '../reading/evidence-passages.ts'
import { fencedIn } from '../reading/fenced-lines.ts'
import type { Reading } from '../reading/reading.ts'
import { withoutFaulty } from '../research/draft-sentences.ts'
import { frontOf } from '../research/front.ts'
import { madeUpPassage } from '../research/made-up-passage.ts'
import { nothingFound, sectionText } from '../research/section-text.ts'
import type { Rule } from '../rule.ts'

export const authorPassage: Rule = {
  name: 'author-passage',
  purposes: ['answer'],
  decide(_, { material, form }) {
    const { question, about } = material
    if (question === undefined || about === undefined || form.kind !== 'plain') return undefined
    return written(madeUpPassage(question, about), about, true)
  },
}

export const authorSection: Rule = {
  name: 'author-section',
  purposes: ['answer'],
  decide(_, { material, form }) {
    const { task = '', section, evidence, headings } = material
    if (section === undefined || evidence === undefined || form.kind !== 'plain') return undefined
    const text = mended(material) ?? sectionText(evidencePassages(evidence), { section, task, headings })
    return written(text ?? nothingFound, task, text !== undefined)
  },
}

export const authorFront: Rule = {
  name: 'author-front',
  purposes: ['front'],
  decide({ text }, { material }) {
    const { task = text, sections } = material
    return { kind: 'value', thought: '', value: frontOf(task, textIn(sections)) }
  },
}

/** The draft without what is at fault in it; undefined when there is none, or nothing of it is left. */
function mended({ draft, faults }: Reading['material']): string | undefined {
  if (draft === undefined || faults === undefined) return undefined
  return withoutFaulty(textIn(draft), faults) || undefined
}

function textIn(fenced = ''): string {
  return fencedIn(fenced)[0]?.text ?? fenced
}

function written(text: string, question: string, isKnown: boolean): Decision {
  return { kind: 'answer', thought: 'The passages say it.', text, findings: { isKnown, question, results: [] } }
}
