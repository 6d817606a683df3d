/** The passages that the author of a section is shown. */
import type { Reading } from '@gyre/models/demo'
import { sentencesOf } from './sentences.ts'

export type EvidencePassage = { readonly id: string; readonly text: string }

const passage = /^\[(c\d+)\]\n<untrusted from="[^"]*">\n([\s\S]*?)\n<\/untrusted>$/gm
const warning = /^\[Warning: [^\n]*\n/

export function evidenceIn({ material }: Pick<Reading, 'material'>): readonly EvidencePassage[] {
  const shown = material['evidence'] ?? ''
  return [...shown.matchAll(passage)].map(([, id = '', text = '']) => ({ id, text: text.replace(warning, '') }))
}

/** What stands behind a fence, whoever wrote it; all of it when there is no fence. */
export function unfenced(text: string): string {
  const [, inside] = /^<untrusted from="[^"]*">\n([\s\S]*)\n<\/untrusted>$/.exec(text.trim()) ?? []
  return (inside ?? text).replace(warning, '')
}

/** A sentence, and every passage that has it. */
export type SaidSentence = { readonly text: string; readonly ids: readonly string[] }

export function saidIn(passages: readonly EvidencePassage[]): readonly SaidSentence[] {
  const said = passages.flatMap(({ id, text }) => sentencesOf(text).map((sentence) => ({ sentence, id })))
  const ids = Map.groupBy(said, ({ sentence }) => sentence)
  return [...ids].map(([text, saying]) => ({ text, ids: [...new Set(saying.map(({ id }) => id))] }))
}
