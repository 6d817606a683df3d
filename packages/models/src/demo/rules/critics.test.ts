import { claimsGrammar } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { about, decided, introduction, wanting } from '../../../test/decided.ts'
import { authorEdits, authorRewrite } from './author-edits.ts'
import { judgeClaims } from './judge-claims.ts'

const tools = [
  '- library.search: Searches documents. Input: {"query": "…"}',
  '- math.sums: Does sums. Input: {"expression": "…"}',
]
const task = 'Whatever.'
const evidence = (claim: string, found: string) => `CLAIM: ${claim}\nTOOL: t\nTOOL INPUT: {}\nEVIDENCE: ${found}`
const passage = '[1] A Title\nhttps://a.example/x (doc_1, 0–90)\nAda Lind founded the Tarn Yard in 1841.'

describe('claims', () => {
  const claims = (draft: string, listed = tools.join('\n')) =>
    decided(judgeClaims, about({ task, draft, tools: listed }, claimsGrammar.preamble([])))

  it('are sums for a calculator, right or wrong', () => {
    expect(claims('So 17 * 6 = 103, and 2 + 2 = 4.')).toEqual({
      kind: 'claims',
      checks: [
        { claim: '17 * 6 = 103', tool: 'math.sums', input: { expression: '17 * 6' } },
        { claim: '2 + 2 = 4', tool: 'math.sums', input: { expression: '2 + 2' } },
      ],
    })
  })

  it('are statements of fact for a search', () => {
    const claim = 'Otto Berg founded the Tarn Yard in 1841.'
    expect(claims(claim)).toEqual({
      kind: 'claims',
      checks: [{ claim, tool: 'library.search', input: { query: claim } }],
    })
  })

  it.each([
    ['no claims', 'Well then.', tools.join('\n')],
    ['sums and no calculator', '17 * 6 = 103', tools[0] ?? ''],
    ['nothing but what the model says of itself', introduction, tools.join('\n')],
  ])('do not pass for verified in a draft with %s', (_, draft, listed) => {
    expect(claims(draft, listed)).toBeUndefined()
  })
})

describe('edits', () => {
  const edits = (...found: readonly string[]) =>
    decided(authorEdits, wanting('edits', { task, draft: 'Whatever.', evidence: found.join('\n\n') }))

  it('mend what the evidence refutes, and nothing else', () => {
    const all = edits(
      evidence('17 * 6 = 103', '17 * 6 = 102'),
      evidence('2 + 2 = 4', '<untrusted from="sums">\n4\n</untrusted>'),
      evidence('Otto Berg founded the Tarn Yard in 1841.', `<untrusted from="x">\n${passage}\n</untrusted>`),
    )
    expect(all).toEqual({
      kind: 'edits',
      edits: [
        { claim: '17 * 6 = 103', replacement: '17 * 6 = 102' },
        { claim: 'Otto Berg founded the Tarn Yard in 1841.', replacement: 'Ada Lind founded the Tarn Yard in 1841.' },
      ],
    })
  })

  it('take a check that failed for no evidence', () => {
    expect(edits(evidence('17 * 6 = 103', 'none; the check failed: 102'))).toEqual({ kind: 'edits', edits: [] })
  })

  it('are made in the whole text where that is wanted', () => {
    const draft = 'It is 17 * 6 = 103, surely.'
    const request = about({ task, draft, evidence: evidence('17 * 6 = 103', '102') })
    expect(decided(authorRewrite, request)).toMatchObject({ text: 'It is 17 * 6 = 102, surely.' })
  })
})
