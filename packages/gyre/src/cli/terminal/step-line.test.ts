import type { FinishedStep } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryLine, stepLine } from './step-line.ts'
import { widthOf } from './text-width.ts'

const step: FinishedStep = {
  number: 3,
  name: 'think',
  depth: 0,
  said: '“The value of 17 * 6 is wanted.”',
  hasFailed: false,
  isWrapUp: false,
  ms: 2100,
  tokens: 1200,
  costUsd: 0.004,
}

const plain = (_: unknown, text: string) => text

describe('stepLine', () => {
  it.each([
    [80, '✓ 3 think  “The value of 17 * 6 is wanted.”  2.1 s 1.2k tok · $0.004'],
    [60, '✓ 3 think  “The value of 17 * 6 is…  2.1 s 1.2k tok · $0.004'],
    [40, '✓ 3 think  “The value of 17 * 6 is want…'],
    [20, '✓ 3 think  “The val…'],
    [6, '✓ 3 t…'],
  ])('fits %i columns', (width, line) => {
    expect(stepLine(step, width, plain)).toBe(line)
  })

  it('marks failures, and indents loops inside loops', () => {
    expect(stepLine({ ...step, hasFailed: true, depth: 2, tokens: 0, costUsd: null, said: '' }, 80, plain)).toBe(
      '    ✗ 3 think  2.1 s',
    )
  })

  it('shows a step that was told to wrap up as no failure', () => {
    const paint = (format: unknown, text: string) => `<${String(format)}>${text}</>`
    const wrapUp = { ...step, said: 'wraps up: calls', isWrapUp: true, depth: 1 }
    expect(stepLine(wrapUp, 80, paint)).toBe('<dim>  – think  wraps up: calls</>')
  })

  it('paints the mark and dims the amounts', () => {
    const paint = (format: unknown, text: string) => `<${String(format)}>${text}</>`
    expect(stepLine({ ...step, said: 'Yes.', tokens: 0, costUsd: null }, 80, paint)).toBe(
      '<green>✓</> 3 think  Yes.  <dim>2.1 s</>',
    )
  })

  it('never takes more columns than there are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.integer({ min: 10, max: 100 }), fc.nat(9), (said, width, depth) => {
        const line = stepLine({ ...step, said: said.replaceAll(/[^ -~]/g, 'x'), depth }, width, plain)
        expect(widthOf(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('retryLine', () => {
  const news = { name: 'think', said: '429 Too many requests, says the provider.', next: 'again in 2.0 s' }

  it.each([
    [80, '↻ think  429 Too many requests, says the provider.  again in 2.0 s'],
    [40, '↻ think  429 Too many r…  again in 2.0 s'],
    [12, '↻ think  … …'],
  ])('fits %i columns', (width, line) => {
    expect(retryLine(news, width, plain)).toBe(line)
  })
})
