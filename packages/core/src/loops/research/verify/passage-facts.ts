/** What is known of a passage, found out once. */
import { wordsOf } from '../../../words.ts'
import { figureKeys } from './figures.ts'
import { type Language, languageOf } from './language.ts'
import { oneForm } from './quotations.ts'
import { stemsOf } from './support.ts'
import type { Passage } from './verifier.ts'
import { nameStem } from './word-stem.ts'

export type PassageFacts = {
  readonly figures: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
  /** The text, and then what it is about, with a blank at both ends. */
  readonly form: string
  readonly language: Language
}

/** The facts of a passage when they are first asked for. */
export function factsOf(evidence: ReadonlyMap<string, Passage>): (id: string) => readonly PassageFacts[] {
  const known = new Map<string, PassageFacts>()
  return (id) => {
    const passage = evidence.get(id)
    if (!passage) return []
    const facts = known.get(id) ?? factsIn(passage)
    known.set(id, facts)
    return [facts]
  }
}

function factsIn({ text, about }: Passage): PassageFacts {
  const all = `${text}\n${about}`
  return {
    figures: figureKeys(all),
    names: new Set(wordsOf(all).map(nameStem)),
    stems: stemsOf(all),
    language: languageOf(text),
    form: ` ${oneForm(text)} \n ${oneForm(about)} `,
  }
}
