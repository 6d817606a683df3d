/** What the critic says of an answer: exactly that it is confirmed, or the corrected answer. */

export type Critique =
  | { readonly is: 'confirmed' }
  | { readonly is: 'corrected'; readonly answer: string }
  /** Why the reply is not taken for an answer. */
  | { readonly is: 'refused'; readonly why: string }

/** The word alone on its line, however it is dressed. */
const confirmed = /^[\s>#*_`"'([-]*confirmed[\s*_`"')\].!]*$/i
const denied = /^[\s>#*_`"'([-]*(?:not|un)[ -]?confirmed\b/i
const label = /^[\s#*_]*corrected(?: answer)?[*_]{0,3}\s?[:：][*_]{0,3}\s*/i

/** An answer of so many characters is long: of a correction that keeps less than this share of it, most is lost. */
const longAnswer = 240
const leastShare = 0.4

export function readCritique(reply: string, answer: string): Critique {
  const said = reply.trim()
  const lines = said.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  // Thinking aloud before the word, or explaining it afterwards, changes nothing of what it says.
  if (confirmed.test(first) || confirmed.test(lines.at(-1) ?? '') || /^CONFIRMED\b/.test(said)) {
    return { is: 'confirmed' }
  }
  if (denied.test(first)) return { is: 'refused', why: 'it denies the answer and gives no other' }
  const corrected = said.replace(label, '').trim()
  const loss = lossOf(corrected, answer)
  if (loss !== undefined) return { is: 'refused', why: loss }
  return corrected === answer.trim() ? { is: 'confirmed' } : { is: 'corrected', answer: corrected }
}

/** What a correction would lose. */
function lossOf(corrected: string, answer: string): string | undefined {
  if (corrected === '') return 'it is empty'
  const isMostGone = answer.length > longAnswer && corrected.length < answer.length * leastShare
  if (isMostGone) return 'it drops most of the answer'
  return hasCode(answer) && !hasCode(corrected) ? 'it drops the code of the answer' : undefined
}

function hasCode(text: string): boolean {
  return /^[ \t]{0,3}(?:`{3}|~{3})/m.test(text)
}
