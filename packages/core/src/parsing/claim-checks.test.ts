import { describe, expect, it } from 'vitest'
import type { ToolSpec } from '../ports/model.ts'
import { checksOf, claimsGrammarFor } from './claim-checks.ts'
import { claimsGrammar } from './claims.ts'
import { readMaterial } from './material.ts'

const draft = 'Oslo has 700,000 people.'
const tools: readonly ToolSpec[] = [
  {
    name: 'search',
    description: '',
    input: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  },
  { name: 'clock', description: '', input: { type: 'object', properties: {} } },
]
const check = (tool: string, input: string, claim = '700,000 people') =>
  checksOf(draft, [{ claim, tool, input }], tools)

describe('checksOf', () => {
  it.each([
    ['JSON', 'search', '{"q":"Oslo"}', { tool: 'search', input: { q: 'Oslo' } }],
    ['a bare text', 'search', 'Oslo', { tool: 'search', input: { q: 'Oslo' } }],
    ['a name in other letters', '`Search`', '{"q":"Oslo"}', { tool: 'search', input: { q: 'Oslo' } }],
    ['no input where none is needed', 'clock', '', { tool: 'clock', input: {} }],
    ['a tool that is not there', 'serch', '{"q":"Oslo"}', { tool: 'serch', input: { q: 'Oslo' } }],
    ['a sentence for a tool', 'the web, I think', '{}', { tool: 'the web, I think', input: {} }],
  ])('makes a call of %s', (_, tool, input, call) => {
    expect(check(tool, input)).toMatchObject({ checks: [{ claim: '700,000 people', call }], dropped: [] })
  })

  it('keeps the fault of an input that cannot be read, for the call to tell', () => {
    const { checks } = check('search', '{"q":')
    expect(checks).toMatchObject([{ call: { input: '{"q":', fault: expect.stringContaining('complete') } }])
  })

  it('quotes the draft, and drops what is not in it', () => {
    expect(check('clock', '', '"oslo HAS"').checks).toMatchObject([{ claim: 'Oslo has' }])
    expect(check('clock', '', 'Bergen')).toEqual({ checks: [], dropped: ['Bergen'] })
  })

  it('gives equal calls the same key, whatever the order of their arguments', () => {
    const [a] = check('search', '{"q":"x","n":1}').checks
    const [b] = check('search', '{"n":1,"q":"x"}').checks
    const [c] = check('search', '{"n":2,"q":"x"}').checks
    expect([a?.key === b?.key, a?.key === c?.key]).toEqual([true, false])
  })
})

describe('the form of claims for a draft', () => {
  const grammar = claimsGrammarFor(draft)
  const block = (claim: string) => `CLAIM: ${claim}\nTOOL: clock`

  it.each([
    ['of its words', block('700,000 people')],
    ['of its words, among others', `${block('Bergen')}\n${block('oslo HAS')}`],
    ['that verifies', 'VERIFIED'],
  ])('is met by a reply %s', (_, text) => {
    expect(grammar.parse(text, [])).toEqual({ kind: 'answer', text })
  })

  it('is not met by claims that it does not make: the draft is shown again', () => {
    const fault = 'no claim is quoted in the exact words of the draft'
    expect(grammar.parse(block('Bergen'), [])).toEqual({ kind: 'fault', fault, salvage: '' })
    expect(readMaterial(grammar.repair(fault, []))).toEqual({ draft })
    expect(grammar.repair(fault, [])).toContain(claimsGrammar.preamble([]))
  })

  it('is asked for like that of any other draft', () => {
    expect(grammar.preamble([])).toBe(claimsGrammar.preamble([]))
    expect(grammar.repair('it is empty', [])).toBe(claimsGrammar.repair('it is empty', []))
    expect(grammar.parse('Fine.', [])).toEqual(claimsGrammar.parse('Fine.', []))
  })
})
