/** The claims of a draft that are suspected: wrong ones as often as a judge sees it, right ones as often as it errs. */
import type { ClaimCheck, Reading } from '@gyre/models/demo'
import { factSentence, readFact, relativeOf } from '../world/facts.ts'
import type { Play } from './play.ts'

export const checkClaims: Play = {
  name: 'check-claims',
  decide(reading) {
    if (reading.purpose !== 'claims') return undefined
    return { kind: 'claims', checks: claimsIn(reading).flatMap(({ isRight, check }) => (isRight ? [] : [check])) }
  },
  err(decision, reading, odds) {
    if (decision.kind !== 'claims') return decision
    const { alpha, beta } = odds.competence
    const suspected = claimsIn(reading).filter(
      ({ isRight }, line) => !odds.happens(`accept ${line}`, isRight ? alpha : beta),
    )
    return { ...decision, checks: suspected.map(({ check }) => check) }
  },
}

type SheetClaim = { readonly isRight: boolean; readonly check: ClaimCheck }

function claimsIn({ material: { draft = '' } }: Reading): readonly SheetClaim[] {
  return draft.split('\n').flatMap((line) => {
    const fact = readFact(line)
    if (!fact) return []
    const { relation, name, value } = fact
    const claim = factSentence(relation, name, value)
    const check = { claim, tool: 'search', input: { query: `${relation} of ${name}` } }
    return [{ isRight: relativeOf(relation, name) === value, check }]
  })
}
