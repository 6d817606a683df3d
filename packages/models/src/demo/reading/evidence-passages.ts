/** Passages as the author of a section is shown them: an id to cite, what they are about, and the text behind a fence. */
import { entriesIn } from './fenced-lines.ts'

export type EvidencePassage = { readonly id: string; readonly about: string; readonly text: string }

/** `[c3]`, then the fenced text of `The Ravel Yard › Beginnings (yards.example)`. */
export function evidencePassages(evidence: string | undefined): readonly EvidencePassage[] {
  return entriesIn(evidence, /^\[(\w+)\]$/).map(({ head, fenced }) => ({
    id: head[1] ?? '',
    about: (fenced[0]?.from ?? '').replace(/ \([^()]*\)$/, ''),
    text: fenced.map(({ text }) => text).join('\n\n'),
  }))
}

/** The title of the source: what is about stands behind it, heading by heading. */
export function sourceTitle({ about }: EvidencePassage): string {
  return about.split(' › ')[0] ?? about
}
