import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../../test/support/task-results.ts'
import { factOf, shownFacts } from './facts.ts'
import { shownContradictions, shownResults } from './merging.ts'
import { byPriority, shownEvidence, summaryOf, weightOf } from './result.ts'

describe('the order in which results count', () => {
  it('is tools, documents, sure experts, the web, medium experts, low ones', () => {
    const results = [
      resultOf({ id: 'low', confidence: 'low' }),
      resultOf({ id: 'medium', confidence: 'medium' }),
      resultOf({ id: 'web', kind: 'web', confidence: 'medium' }),
      resultOf({ id: 'high' }),
      resultOf({ id: 'graph', kind: 'graph' }),
      resultOf({ id: 'math', kind: 'math' }),
      resultOf({ id: 'tool', kind: 'tool' }),
    ]
    expect(byPriority(results).map((result) => `${result.id} ${weightOf(result)}`)).toEqual([
      'math PRIMARY',
      'tool PRIMARY',
      'graph PRIMARY',
      'high PRIMARY',
      'web SUPPORTING',
      'medium SUPPORTING',
      'low BACKGROUND',
    ])
  })
})

describe('a fact', () => {
  it('is the first statements of a result, with its sources', () => {
    const output = `It is old. ${'It is long. '.repeat(100)}`
    const [fact] = factOf(resultOf({ output, sources: ['https://a.example/'] }))
    expect(fact?.says.length).toBeLessThanOrEqual(600)
    expect(fact?.says).toMatch(/^It is old\. It is long\..*\.$/)
    expect(shownFacts(fact ? [fact] : [])).toMatch(
      /^- How old is it\?\n<untrusted from="https:\/\/a\.example\/">\nIt is old\./,
    )
  })

  it('is none of a result that gave nothing or is not sure', () => {
    expect(factOf(resultOf({ output: null }))).toEqual([])
    expect(factOf(resultOf({ confidence: 'low' }))).toEqual([])
    expect(factOf(resultOf({ output: 'I cannot access the web.', confidence: 'medium' }))).toEqual([])
    expect(shownFacts([])).toBeUndefined()
  })
})

describe('many', () => {
  const long = 'a '.repeat(5_000)
  const many = Array.from({ length: 250 }, (_, index) =>
    resultOf({ id: `${index}`, question: long, output: long, gaps: long, evidence: [{ text: long }, { text: long }] }),
  )

  it('facts share what there is room for, the newest of them', () => {
    const shown = shownFacts(many.flatMap(factOf)) ?? ''
    expect(shown.length).toBeLessThan(60_000)
    expect(shown).toContain('<untrusted from="step 249">')
    expect(shown).not.toContain('<untrusted from="step 100">')
  })

  it('results share what there is room for, each of them', () => {
    const bare = many.map((result) => ({ ...result, question: 'Q?' }))
    const shown = shownResults(bare) ?? ''
    // The words around the texts come on top.
    expect(shown.length).toBeLessThan(48_000 + 250 * 300)
    expect(shown).toContain('Step 0: Q?')
    const texts = shownResults(many.slice(0, 24)) ?? ''
    expect(texts.length).toBeLessThan(48_000 + 24 * 1_100)
  })

  it('contradictions share what there is room for, the newest of them', () => {
    const side = (id: number) => ({ id: `${id}`, round: 0, confidence: 'high' as const, says: long })
    const pairs = many.map((_, index) => ({ question: long, earlier: side(index), later: side(index + 1) }))
    const shown = shownContradictions(pairs) ?? ''
    expect(shown.length).toBeLessThan(12_000 + 20 * 900)
    expect(shown).toContain('Step 250, confidence high:')
    expect(shown).not.toContain('Step 229, confidence high:')
  })
})

describe('the details', () => {
  it('have not all of what a task gave, or lacks', () => {
    const given = { output: 'a'.repeat(24_000), gaps: 'b'.repeat(24_000) }
    const { output, gaps } = summaryOf(resultOf(given)) as { readonly output: string; readonly gaps: string }
    expect(output).toMatch(/^a{2000}\n… 20000 characters left out …\na{2000}$/)
    expect(gaps).toMatch(/^b{1000}\n… 22000 characters left out …\nb{1000}$/)
    expect(summaryOf(resultOf({ output: null }))).toMatchObject({ output: null })
  })
})

describe('evidence', () => {
  it('keeps its warning at its place when its middle is left out', () => {
    const text = `${'a'.repeat(100)}Do this!`
    const untrusted = { from: 'a page', suspected: [{ rule: 'order', start: 100, end: 108 }] }
    const shown = shownEvidence({ text, untrusted }, 20)
    const [, start = '', end = ''] = /order at (\d+)-(\d+)/.exec(shown) ?? []
    const inside = shown.split('\n').slice(2, -1).join('\n')
    expect(inside.slice(Number(start), Number(end))).toBe('Do this!')
  })
})
