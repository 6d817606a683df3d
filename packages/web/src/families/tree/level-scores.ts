/** What judges said of the thoughts of one level. */
import { isThere, type LoopPart } from '../loop/loop-part.ts'
import { saidAt } from '../loop/said-reply.ts'
import { saidScore } from './thought-text.ts'

/** Null as long as nobody has judged. */
export type Score = { readonly score: number | null; readonly why: string }

/** In the order of the thoughts that were judged. Of several votes their mean counts, and what the first of them says. */
export function levelScores(part: LoopPart, level: number, count: number): readonly Score[] {
  return Array.from({ length: count }, (_, place) => meanOf(part, `value#${level}[${place}]`))
}

function meanOf(part: LoopPart, base: string): Score {
  const votes: Score[] = []
  for (let vote = 1; isThere(part.at(`${base}/score#${vote}`)); vote += 1) {
    const said = saidAt(part.repaired(`${base}/score#${vote}`))
    if (said?.state === 'finished') votes.push(said.fault === undefined ? saidScore(said.text) : unread(said.fault))
    if (said?.state === 'failed') votes.push({ score: null, why: `not judged: ${said.failure}` })
  }
  const scores = votes.map(({ score }) => score ?? 0)
  const why = votes.find((each) => each.why !== '')?.why ?? ''
  return { score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length, why }
}

/** It is worth nothing to the loop. */
function unread(fault: string): Score {
  return { score: 0, why: `the score cannot be read: ${fault}` }
}
