/** The lines below an expert's answer: how sure it is, what it lacks and who knows more. */
import type { Answer, Decision } from './decision.ts'
import type { Reading } from './reading/reading.ts'

/** The decision with these lines, where they are asked for. */
export function signed(decision: Decision, { labels, purpose }: Pick<Reading, 'labels' | 'purpose'>): Decision {
  if (!labels.signs || decision.kind !== 'answer' || purpose !== 'answer') return decision
  const lines = [`CONFIDENCE: ${confidenceOf(decision)}`, `GAPS: ${gapsOf(decision)}`, 'REFERRAL: none']
  return { ...decision, text: `${decision.text}\n\n${lines.join('\n')}` }
}

/** A sentence that speaks of what is asked may not be all that is asked. */
function confidenceOf({ findings, text }: Answer): 'high' | 'medium' | 'low' {
  if (!findings.isKnown) return 'low'
  return text.startsWith('“') ? 'medium' : 'high'
}

function gapsOf({ findings, text }: Answer): string {
  if (findings.isKnown) return 'none'
  const [, open] = /“([^”]+\?)”/.exec(text) ?? []
  return `the answer to “${open ?? findings.question.replace(/\s+/g, ' ')}”`
}
