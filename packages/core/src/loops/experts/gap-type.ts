/** Kinds of gaps. Each asks for another way to close it. */
import type { TaskResult } from './result.ts'

export type GapType = 'expert_failure' | 'tool_failure' | 'contradiction' | 'scope_drift' | 'context_gap' | 'spec_gap'

/** In the order they are looked for; the first that fits is meant. */
const patterns: readonly (readonly [GapType, RegExp])[] = [
  ['expert_failure', /\bexperts?\b.{0,60}\b(?:fail|could not|cannot|can['’]t|unable|refus|did not)|\bwas not done\b/i],
  [
    'tool_failure',
    /\b(?:tools?|calls?|requests?|fetch\w*|search\w*|pages?|sites?|servers?|api)\b.{0,60}\b(?:fail|error|time(?:d)? ?out|unreachable|not reachable|unavailable|blocked|returned nothing|broken)|\btime(?:d)? ?out\b|\bhttp \d{3}\b/i,
  ],
  ['contradiction', /contradict|conflict|disagree|inconsisten|discrepan|widerspr|contradic/i],
  [
    'scope_drift',
    /off[- ]topic|(?:an)?other question|different question|unrelated|beside the point|out of scope|not what was asked/i,
  ],
  [
    'context_gap',
    /\bmissing\b|\bnot (?:found|given|known|stated|included|mentioned|available)\b|\bunknown\b|\blacks?\b|\bneeds?\b|\bno (?:source|data|figure|date|number|evidence|information)\b|\bsources?\b|fehlt|manque|falta/i,
  ],
  ['spec_gap', /ambiguous|unclear|unspecified|not specified|underspecified|which .{1,60}\bis meant|mehrdeutig|ambigu/i],
]

/** The facts of a round that tell what is wrong when the words do not. */
type Facts = { readonly results: readonly TaskResult[]; readonly isDisputed: boolean }

export function gapTypeOf(gap: string, { results, isDisputed }: Facts): GapType {
  const said = patterns.find(([, pattern]) => pattern.test(gap))
  if (said) return said[0]
  if (results.some(({ kind, output }) => kind === 'expert' && output === null)) return 'expert_failure'
  if (results.some(({ calls }) => calls.some(({ quality }) => quality === 'failed'))) return 'tool_failure'
  return isDisputed ? 'contradiction' : 'context_gap'
}
