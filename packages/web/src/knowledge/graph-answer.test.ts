import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkedIn, namesIn } from './graph-answer.ts'

const fact = { from: 'Ondry', relation: 'faces', to: 'Narrows', score: 0.2, references: [1], differs: true }
const reference = { number: 1, document: 'doc_1', title: 'Ondry', text: 'Ondry faces the Narrows.', start: 0, end: 24 }

describe('what the graph tells', () => {
  it('is names with how many links each has', () => {
    expect(namesIn({ names: [{ name: 'Ondry', edges: 39 }, { name: '<b>x</b>' }, 'odd', { edges: 1 }] })).toEqual([
      { name: 'Ondry', edges: 39 },
      { name: '<b>x</b>', edges: 0 },
    ])
  })

  it('is facts, and the sentences that say so', () => {
    expect(linkedIn({ names: ['Ondry', 3], facts: [fact, { from: 'x' }], references: [reference, {}] })).toEqual({
      names: ['Ondry'],
      facts: [{ from: 'Ondry', relation: 'faces', to: 'Narrows', references: [1], differs: true }],
      references: [{ number: 1, document: 'doc_1', title: 'Ondry', text: 'Ondry faces the Narrows.' }],
    })
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(namesIn(value))).toBe(true)
        expect(Array.isArray(linkedIn(value).facts)).toBe(true)
      }),
    )
  })
})
