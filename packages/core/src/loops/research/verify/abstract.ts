/** An abstract cites nothing: what it says must stand in the sections it sums up. */
import { faultsOf } from './claim-faults.ts'
import { marksNames } from './names.ts'
import { factsOf } from './passage-facts.ts'
import { verify } from './verifier.ts'

/** The abstract without sentences that say what the sections do not, and without citations that it was told not to make. */
export function supportedAbstract(abstract: string, sections: string): string {
  const { text, sentences } = verify(abstract, new Map(), { addresses: new Set() })
  const facts = factsOf(new Map([['sections', { id: 'sections', text: sections, about: '' }]]))('sections')
  const areSingleNames = marksNames(text)
  return sentences
    .filter((sentence) => faultsOf({ text: sentence.text, areSingleNames }, facts).length === 0)
    .map((sentence) => sentence.text.trim())
    .join(' ')
}
