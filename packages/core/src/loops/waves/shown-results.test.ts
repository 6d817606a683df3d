import { describe, expect, it } from 'vitest'
import type { CallResult } from './results.ts'
import { interimAnswer, shownResults } from './shown-results.ts'

const result = (nr: number, text: string, args: CallResult['args'] = {}): CallResult => {
  return { id: `c${nr}`, tool: 'tell', args, planned: {}, status: 'ok', text }
}
const several = (count: number, text: string, args?: CallResult['args']) =>
  Array.from({ length: count }, (_, nr) => result(nr, text, args))

describe('results that are shown', () => {
  it.each([
    ['one long text', several(1, 'x'.repeat(100_000))],
    ['a hundred long texts', several(100, 'x'.repeat(60_000))],
    ['a hundred long texts with long arguments', several(100, 'x'.repeat(60_000), { text: 'y'.repeat(60_000) })],
    ['thousands of texts', several(5_000, 'x'.repeat(60_000), { text: 'y' })],
  ])('are no more than there is room for: %s', (_, results) => {
    expect(shownResults(results).length).toBeLessThanOrEqual(48_000)
  })

  it('leave the room that short ones do not take to long ones', () => {
    const text = shownResults([...several(30, 'short'), result(99, 'x'.repeat(40_000))])
    expect(text).toContain('x'.repeat(40_000))
    expect(text.match(/^short$/gm)).toHaveLength(30)
  })

  it('are the newest where there are too many, and say so', () => {
    const text = shownResults(several(1_000, 'short'))
    expect(text).toMatch(/^… 800 earlier results left out …\n\nCall `c800` of tell gave:\n/)
    expect(text).toContain('Call `c999` of tell gave:')
  })

  it('are bounded as the answer so far, too', () => {
    expect(interimAnswer(several(100, 'x'.repeat(60_000)))?.length).toBeLessThan(60_000)
  })
})
