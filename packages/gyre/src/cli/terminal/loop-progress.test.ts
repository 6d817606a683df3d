import { type Json, SessionView } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { progressLines, progressRows, scoreText } from './loop-progress.ts'
import { widthOf } from './text-width.ts'

/** What is known after these notes. */
function after(...notes: readonly (readonly [string, Json])[]) {
  const view = new SessionView()
  for (const [name, value] of notes) view.apply({ seq: 1, at: 0, type: 'note', path: 'note#1', data: { name, value } })
  return view.progress
}

const scores = (...values: readonly number[]) => values.map((score) => ['score', { score }] as const)
const rows = (progress: ReturnType<typeof after>, width = 80, hasEnded = false) =>
  progressRows(progress, width, hasEnded).map(({ name, lines }) => [name, ...lines])

describe('the progress of a loop', () => {
  it('shows where the scores lead, the last few of them', () => {
    expect(scoreText(after())).toBe('')
    expect(scoreText(after(...scores(2)))).toBe('2.0')
    expect(scoreText(after(...scores(2, 3.5, 4.2), ['trend', { trend: 'improving', slope: 1.1 }]))).toBe(
      '2.0 → 3.5 → 4.2 improving',
    )
    expect(scoreText(after(...scores(1, 2, 3, 4, 5, 6), ['trend', { trend: 'DEGRADING' }]))).toBe(
      '… → 2.0 → 3.0 → 4.0 → 5.0 → 6.0 degrading',
    )
  })

  it('is a row for each thing a loop tells of, the newest of each', () => {
    const progress = after(
      ['wave', { status: 'wave 1/3', why: 'Dates.' }],
      ['wave', { status: 'wave 2/3', why: 'Rooms.' }],
      ['decision', { decision: 'adjust', why: 'Nothing\nfound.', by: 'model', confidence: 0.9 }],
      ['gap', { gap: 'the price', type: 'data' }],
      ['working-memory', { text: 'One.\n\nTwo.', facts: [{ text: 'It is red.', step: '1', from: 'web' }] }],
      ['proposal', { answer: 'Perhaps.', why: 'x' }],
      ['own', { anything: [1, 2] }],
    )
    expect(rows(progress)).toEqual([
      ['stage', 'wave 2/3: Rooms.'],
      ['decision', 'adjust: Nothing found. (by the model, 90 % sure)'],
      ['gap', 'the price'],
      ['memory', 'One.', 'Two.', '· It is red. (step 1)'],
    ])
    expect(rows(progress, 80, true).map(([name]) => name)).toEqual(['stage', 'decision', 'memory'])
    expect(progressLines(progress)).toEqual(['gap: the price', 'memory: One. Two.'])
  })

  it('shows the end of a long memory, and the newest of many facts', () => {
    const text = Array.from({ length: 50 }, (_, at) => `Line ${at}.`).join('\n')
    const facts = Array.from({ length: 9 }, (_, at) => ({ text: `Fact ${at}.`, step: 'a' }))
    const [[, ...lines] = []] = rows(after(['working-memory', { text, facts }]))
    expect(lines).toEqual([
      '…',
      ...[43, 44, 45, 46, 47, 48, 49].map((at) => `Line ${at}.`),
      '· … 4 earlier',
      ...[4, 5, 6, 7, 8].map((at) => `· Fact ${at}. (step a)`),
    ])
  })

  it('hides nothing, is never wider than it may be in its memory, and stands anything a loop notes', () => {
    expect(progressLines(after(['gap', { gap: 'a\u202eb\u001b[2J' }]))).toEqual([String.raw`gap: a\u202eb`])
    const names = fc.constantFrom('score', 'trend', 'decision', 'gap', 'wave', 'working-memory', 'own')
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ text: fc.jsonValue(), facts: fc.jsonValue(), gap: fc.string(), why: fc.string(), score: fc.float() }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(names, value)), fc.integer({ min: 20, max: 100 }), (notes, width) => {
        const progress = after(...(notes as [string, Json][]))
        const memory = progressRows(progress, width, false).find(({ name }) => name === 'memory')?.lines ?? []
        for (const line of memory) expect(widthOf(line)).toBeLessThanOrEqual(width)
        expect(progressLines(progress).length).toBeLessThanOrEqual(2)
      }),
    )
  })
})
