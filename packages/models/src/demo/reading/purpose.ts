/** What a reply is for: an answer, or a part of a loop's work. */
import type { ReplyForm, Wanted } from './reply-form.ts'

/** What a reply is for. */
export type Purpose = 'answer' | 'verdict' | 'score' | 'thought' | 'claims' | 'gap' | 'follow-ups' | Wanted

export function purposeOf({ kind }: ReplyForm, wants: Wanted | undefined): Purpose {
  if (wants !== undefined) return wants
  if (kind === 'self-ask') return 'follow-ups'
  return kind === 'verdict' || kind === 'score' || kind === 'thought' || kind === 'claims' || kind === 'gap'
    ? kind
    : 'answer'
}
