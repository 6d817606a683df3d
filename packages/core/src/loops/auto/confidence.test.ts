import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfidence } from './confidence.ts'

const none = 'The judge gave no reason.'

describe('readConfidence', () => {
  it.each([
    ['Confidence: 90%\nIt is good.', 0.9, 'It is good.'],
    ['**Confidence:** 85 %', 0.85, none],
    ['It is good.\nConfidence: 0.7', 0.7, 'It is good.'],
    ['Confidence level = 40/100', 0.4, none],
    ['Confidence: 1%', 0.01, none],
    ['Confidence: 1', 1, none],
    ['{"confidence": 95}', 0.95, none],
    ['{"confidence": 95, "reason": "Two sources."}', 0.95, 'Two sources.'],
    ['```json\n{"confidence": "90%", "reason": "Two sources."}\n```', 0.9, 'Two sources.'],
    ['{"confidence": 0.5}', 0.5, none],
    ['{"confidence": 0}', 0, none],
  ])('reads %j', (text, confidence, reason) => {
    expect(readConfidence(text)).toEqual({ confidence, reason })
  })

  it.each([
    'It is good.',
    'Confidence: high',
    'Confidence: 101%',
    'Confidence: 9/10',
    'Confidence: 1,000',
    '{"confidence": -1}',
    '{"confidence": 400}',
    '{"confidence": null}',
    '[]',
    '',
  ])('finds none in %j', (text) => {
    expect(readConfidence(text)).toBeUndefined()
  })

  it('is from 0 to 1, whatever is said', () => {
    const pieces = fc.constantFrom('Confidence: ', '{"confidence":', '}', '90', '%', '.', '1', '\n', ' ', '"', '-')
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        const { confidence = 0 } = readConfidence(parts.join('')) ?? {}
        expect(confidence >= 0 && confidence <= 1).toBe(true)
      }),
    )
  })
})
