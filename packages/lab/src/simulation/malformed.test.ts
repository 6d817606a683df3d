import {
  claimsGrammar,
  followUpTool,
  type Grammar,
  reactGrammar,
  scoreGrammar,
  thoughtGrammar,
  verdictGrammar,
} from '@gyre/core'
import type { Decision, ReplyForm } from '@gyre/models/demo'
import { describe, expect, it } from 'vitest'
import { malformed, meantIn } from './malformed.ts'

const decision: Decision = {
  kind: 'verdict',
  isSatisfactory: true,
  score: 9,
  reason: 'FINAL_ANSWER: 7, VERIFIED, SCORE: 8',
}
const spoilt = (kind: 'react' | 'verdict' | 'score' | 'claims' | 'thought' | 'json') => {
  const raw = malformed(decision, { kind })
  return raw?.kind === 'raw' ? raw.text : ''
}

describe('a malformed reply', () => {
  it.each([
    ['react', reactGrammar],
    ['verdict', verdictGrammar],
    ['score', scoreGrammar],
    ['claims', claimsGrammar],
    ['thought', thoughtGrammar],
  ] as const)('cannot be read as %s', (kind, grammar: Grammar) => {
    expect(grammar.parse(spoilt(kind), [followUpTool]).kind).toBe('fault')
  })

  it('is no JSON', () => expect(() => JSON.parse(spoilt('json'))).toThrow(SyntaxError))

  it('still holds what it meant, also behind a fault that quotes its beginning', () => {
    const text = spoilt('react')
    expect(meantIn(`It cannot be read: \`${text.slice(0, 60)}…\`. Your reply was:\n${text}`)).toEqual(decision)
    expect(meantIn('Nothing.')).toBeUndefined()
  })

  it.each(['plain', 'native'] as const)('is not made where everything can be read: %s', (kind) => {
    expect(malformed(decision, { kind } satisfies ReplyForm)).toBeUndefined()
  })
})
