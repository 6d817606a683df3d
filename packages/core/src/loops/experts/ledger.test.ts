import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../../../../../test/support/task-results.ts'
import { cleared, emptyLedger, withResults } from './ledger.ts'
import { type Confidence, isAtLeast, type TaskResult } from './result.ts'

const standing = (...results: readonly TaskResult[]) => withResults(emptyLedger, results).standing.map(({ id }) => id)
const later = (more: Partial<TaskResult> = {}) => resultOf({ id: '2', round: 1, ...more })

describe('a result', () => {
  it.each<[old: Confidence, now: Confidence, stand: readonly string[]]>([
    ['medium', 'high', ['2']],
    ['medium', 'medium', ['2']],
    ['medium', 'low', ['1', '2']],
    ['high', 'medium', ['1', '2']],
  ])('of confidence %s stands against a later one of %s as %j', (old, now, ids) => {
    expect(standing(resultOf({ confidence: old }), later({ confidence: now }))).toEqual(ids)
  })

  it('supersedes one with the same question in other letters', () => {
    expect(standing(resultOf(), later({ question: 'how OLD is it' }))).toEqual(['2'])
  })

  it('supersedes the one it names, whatever that was asked', () => {
    expect(standing(resultOf(), later({ question: 'Another?', category: 'math', supersedes: '1' }))).toEqual(['2'])
  })

  it.each([
    ['another category', { category: 'math' }],
    ['another question', { question: 'How long is it?' }],
    ['nothing to say', { output: null }],
    ['no later round', { round: 0 }],
    ['an admission', { output: 'I could not access the archive.', confidence: 'medium', supersedes: '1' } as const],
  ])('with %s supersedes nothing', (_, more) => {
    expect(standing(resultOf({ confidence: 'medium' }), later(more))).toEqual(['1', '2'])
  })

  it('that gave nothing gives way to any other', () => {
    const nothing = resultOf({ output: null, confidence: 'low' })
    expect(standing(nothing, later({ confidence: 'low' }))).toEqual(['2'])
  })

  it('stands, or a later one as sure stands for it', () => {
    const result = fc.record({
      confidence: fc.constantFrom<Confidence>('high', 'medium', 'low'),
      question: fc.constantFrom('A?', 'B?'),
      category: fc.constantFrom('general', 'math'),
    })
    fc.assert(
      fc.property(fc.array(result, { maxLength: 6 }), (drafts) => {
        const results = drafts.map((draft, index) => resultOf({ ...draft, id: `${index}`, round: index }))
        const { standing: left } = withResults(emptyLedger, results)
        for (const gone of results.filter((each) => !left.includes(each))) {
          const isHeir = (each: TaskResult) =>
            each.round > gone.round &&
            each.question === gone.question &&
            each.category === gone.category &&
            isAtLeast(each.confidence, gone.confidence)
          expect(left.some(isHeir)).toBe(true)
        }
      }),
    )
  })
})

describe('a contradiction', () => {
  it('is kept when a result is superseded that said something else', () => {
    const { contradictions } = withResults(emptyLedger, [resultOf(), later({ output: 'It is 71.' })])
    expect(contradictions).toEqual([
      {
        question: 'How old is it?',
        earlier: { id: '1', round: 0, confidence: 'high', says: 'It is 70.' },
        later: { id: '2', round: 1, confidence: 'high', says: 'It is 71.' },
      },
    ])
  })

  it('is found between experts of different categories', () => {
    const other = resultOf({ id: '2', category: 'math', output: 'It is 71.' })
    const ledger = withResults(emptyLedger, [resultOf(), other])
    expect(ledger.contradictions).toHaveLength(1)
    expect(ledger.standing).toHaveLength(2)
  })

  it('is none when nothing differs, or the question does', () => {
    expect(withResults(emptyLedger, [resultOf(), later()]).contradictions).toEqual([])
    const other = later({ question: 'How long is it?', output: 'It is 112 m.' })
    expect(withResults(emptyLedger, [resultOf(), other]).contradictions).toEqual([])
  })
})

describe('an admission', () => {
  const admitted = { output: 'I was unable to find any record of Grace Hopper in 1999.', confidence: 'medium' } as const

  it('contradicts nothing, and nothing contradicts it', () => {
    const opened = { output: 'It was opened in 1952 by Ada Byron.' }
    expect(withResults(emptyLedger, [resultOf(opened), later(admitted)]).contradictions).toEqual([])
    expect(withResults(emptyLedger, [resultOf(admitted), later(opened)]).contradictions).toEqual([])
  })
})

describe('a ledger that is cleared', () => {
  it('keeps experts and documents, and the contradictions', () => {
    const kinds = ['expert', 'web', 'math', 'graph', 'tool'] as const
    const results = kinds.map((kind, index) => resultOf({ kind, id: kind, question: `${index}?` }))
    const ledger = cleared(withResults(emptyLedger, results))
    expect(ledger.standing.map(({ id }) => id)).toEqual(['expert', 'graph'])
    expect(ledger.cleared.map(({ id }) => id)).toEqual(['web', 'math', 'tool'])
  })

  it('keeps what it cleared before, and lets it be superseded and contradicted', () => {
    const page = resultOf({ kind: 'web', confidence: 'medium' })
    const other = resultOf({ kind: 'web', id: 'other', question: 'Who?', output: 'Ada.' })
    const before = cleared(cleared(withResults(emptyLedger, [page, other])))
    expect(before.cleared).toEqual([page, other])
    const ledger = withResults(before, [later({ output: 'It is 71.', supersedes: '1', question: 'Which age?' })])
    expect(ledger.cleared).toEqual([other])
    expect(ledger.contradictions).toMatchObject([{ earlier: { id: '1' }, later: { id: '2', says: 'It is 71.' } }])
    const unsure = withResults(before, [later({ output: 'It is 71.', confidence: 'low' })])
    expect(unsure.cleared).toEqual([page, other])
    expect(unsure.contradictions).toHaveLength(1)
  })

  it('has nothing of an expert who said that it could not', () => {
    const leak = resultOf({ output: 'I cannot access the web.', confidence: 'medium' })
    const quoted = resultOf({ kind: 'graph', id: '2', output: 'I cannot access the web.', question: 'Who?' })
    expect(cleared(withResults(emptyLedger, [leak, quoted])).standing).toMatchObject([
      { id: '1', output: null, confidence: 'low', outcome: 'could not', evidence: [] },
      { id: '2', output: 'I cannot access the web.' },
    ])
  })
})
