import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ReportPiece, reportBlocks } from './report-picture.ts'

const doubt = { sentence: 'Most of it arrived in the last ten years.', why: ['“ten” stands in no cited passage.'] }

describe('a section of a report', () => {
  it('is sentences and what they cite', () => {
    expect(reportBlocks('It was built in 1874 [1][3]. It stands.', [])).toEqual([
      {
        kind: 'pieces',
        pieces: [
          { kind: 'text', text: 'It was built in 1874 ' },
          { kind: 'cite', number: 1 },
          { kind: 'cite', number: 3 },
          { kind: 'text', text: '. It stands.' },
        ],
      },
    ])
  })

  it('marks the sentence that is not supported, and no other', () => {
    const text = 'It stands. Most of it arrived in the last ten years [1]. *(unsupported: ten)* It is red.'
    expect(reportBlocks(text, [doubt])).toEqual([
      {
        kind: 'pieces',
        pieces: [
          { kind: 'text', text: 'It stands. ' },
          {
            kind: 'doubt',
            mark: 'unsupported: ten',
            pieces: [
              { kind: 'text', text: 'Most of it arrived in the last ten years ' },
              { kind: 'cite', number: 1 },
              { kind: 'text', text: '.' },
            ],
          },
          { kind: 'text', text: ' It is red.' },
        ],
      },
    ])
  })

  it('leaves lists and tables to Markdown', () => {
    expect(reportBlocks('- one [1]\n- two\n\nPlain.', [])).toEqual([
      { kind: 'markdown', text: '- one [1]\n- two' },
      { kind: 'pieces', pieces: [{ kind: 'text', text: 'Plain.' }] },
    ])
  })

  it('loses no word, whatever it says', () => {
    const textOf = (piece: ReportPiece): string => {
      if (piece.kind === 'cite') return `[${piece.number}]`
      return piece.kind === 'text' ? piece.text : piece.pieces.map(textOf).join('')
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom('It stands. ', 'Red [2]. ', 'Why? '), { minLength: 1 }), (sentences) => {
        const text = sentences.join('')
        const [block] = reportBlocks(text, [])
        expect(block?.kind === 'pieces' && block.pieces.map(textOf).join('')).toBe(text)
      }),
    )
  })
})
