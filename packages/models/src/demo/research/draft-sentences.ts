/** Sentences of a written section, and the section without some of them. */

const citation = /\s*\[[a-z]*\d+\]/gi

/** Behind a full stop and what it cites; a citation is no sentence of its own. */
const between = /(?<=[.!?…]["”’)]{0,3}(?:\s?\[[a-z]?\d{1,6}\]){0,9})\s+(?=[^\s[])/i

export function paragraphsIn(text: string): readonly (readonly string[])[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block) => block.split(between))
}

export function withoutCitations(text: string): string {
  return text.replace(citation, '').replace(/\s+/g, ' ').trim()
}

/** The draft without the sentences that are quoted in what was found at fault. */
export function withoutFaulty(draft: string, faults: string): string {
  const quoted = [...faults.matchAll(/^- "([\s\S]+?)": /gm)].map(([, sentence = '']) => withoutCitations(sentence))
  return paragraphsIn(draft)
    .map((sentences) => sentences.filter((sentence) => !isOneOf(withoutCitations(sentence), quoted)).join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

/** Others may cut a text into other sentences: one that holds a faulty one, or a part of it, is faulty, too. */
function isOneOf(sentence: string, faulty: readonly string[]): boolean {
  return faulty.some((each) => each !== '' && (sentence.includes(each) || each.includes(sentence)))
}
