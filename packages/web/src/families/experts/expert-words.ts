/** What an expert says of its own answer: how sure it is, what it lacks and who knows more. */

export type Confidence = 'high' | 'medium' | 'low'

export type ExpertWords = {
  readonly answer: string
  /** Null when it says nothing that can be read. */
  readonly confidence: Confidence | null
  readonly gaps: string
  readonly referral: string
}

/** Dressed as a model may: `**Confidence:** high`. */
const line = /^[\s>#*_`-]{0,8}(CONFIDENCE|GAPS|REFERRAL)[*_`]{0,3}\s?[:：][*_`\s]{0,6}(.*)$/gim

/**
 * Only for as long as a session runs: what the loop itself read stands in its details, and counts. So it is enough to
 * know the form that experts are asked for.
 */
export function readExpertWords(text: string): ExpertWords {
  const said = new Map([...text.matchAll(line)].map(([, name = '', value = '']) => [name.toUpperCase(), value.trim()]))
  const lacking = said.get('GAPS') ?? ''
  const referral = said.get('REFERRAL') ?? ''
  return {
    answer: text.replace(line, '').trim(),
    confidence: confidenceIn(said.get('CONFIDENCE') ?? ''),
    gaps: isNone(lacking) ? '' : lacking,
    referral: isNone(referral) ? '' : referral,
  }
}

export function confidenceIn(text: string): Confidence | null {
  const [word] = /high|medium|low/.exec(text.toLowerCase()) ?? []
  return (word ?? null) as Confidence | null
}

function isNone(text: string): boolean {
  return /^[\s*_`]*(?:none|nothing|no|n\/a)?[\s*_`.]*$/i.test(text)
}
