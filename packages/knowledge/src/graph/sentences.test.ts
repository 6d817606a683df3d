import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentenceSpans, sentencesOf } from './sentences.ts'

describe('sentences', () => {
  it.each([
    ['One came. Two went! Three?', ['One came.', 'Two went!', 'Three?']],
    ['Dr. Holt met J. R. Pell at No. 4. He left.', ['Dr. Holt met J. R. Pell at No. 4.', 'He left.']],
    ['It is 3.5 metres. “It is,” she said. Then rain.', ['It is 3.5 metres.', '“It is,” she said.', 'Then rain.']],
    ['A line\nthat goes on.\n\nAnother', ['A line\nthat goes on.', 'Another']],
    ['# Head\n- one\n- two', ['# Head', '- one', '- two']],
    ['', []],
  ])('%j', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences)
  })

  it('leave nothing out but blanks, and are in order', () => {
    const piece = fc.constantFrom('A', 'b', '.', ' ', '\n', '!', '"', 'Dr', '#', '-', '1')
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          let at = 0
          for (const { start, end } of sentenceSpans(text)) {
            expect(text.slice(at, start).trim()).toBe('')
            expect(end).toBeGreaterThan(start)
            at = end
          }
          expect(text.slice(at).trim()).toBe('')
        },
      ),
    )
  })
})
