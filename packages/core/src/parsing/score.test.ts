import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScore, scoreGrammar } from './score.ts'

describe('readScore', () => {
  it.each([
    ['SCORE: 7', 7],
    ['It follows.\nSCORE: 7', 7],
    ['Score: 7.5', 7.5],
    ['score: 7,5', 7.5],
    ['**Score:** 7 / 10', 7],
    ['**SCORE: 7**', 7],
    ['SCORE: **7**/10', 7],
    ['SCORE: 7 out of 10, for it is short.', 7],
    ['SCORE: (7)', 7],
    ['SCORE: 0', 0],
    ['SCORE: -0', 0],
    ['SCORE: 10.0', 10],
    ['SCORE:\n8', 8],
    ['SCORE: 3\nNo, better than that.\nSCORE: 6', 6],
    ['```\nSCORE: 4\n```', 4],
    ['SCORE: 9\nActually SCORE: 3', 3],
    ['It is fine (SCORE: 6).', 6],
    ['SCORE = 8', 8],
    ['**SCORE** = 8', 8],
    ['Score (0-10): 7', 7],
    ['**Score (out of 10):** 7', 7],
    ['{"score": 8}', 8],
    ['```json\n{ "reason": "It has 3 faults.", "score": "7.5" }\n```', 7.5],
    ['7', 7],
    [' 7.5 / 10. ', 7.5],
    ['**9**', 9],
  ])('reads %j as %d', (text, score) => {
    expect(readScore(text)).toEqual({ ok: true, value: score })
  })

  it.each([
    [''],
    ['Good.'],
    ['SCORE:'],
    ['SCORE: high'],
    ['SCORE: N/A'],
    ['There are 7 steps.'],
    ['7 steps lead to it.'],
    ['SCORE: 1,000'],
    ['SCORE: 1.2.3'],
    ['The score: 7'],
    ['Score (0-5): 4'],
    ['Score (out of 100): 8'],
    ['{"scores": 8}'],
    ['{"score": "high"}'],
  ])('finds no score in %j', (text) => {
    expect(readScore(text)).toEqual({ ok: false, fault: 'it has no `SCORE:` with a number from 0 to 10' })
  })

  it.each([
    ['SCORE: 11', 'the score must be from 0 to 10, not 11'],
    ['SCORE: -1', 'the score must be from 0 to 10, not -1'],
    ['SCORE: −3', 'the score must be from 0 to 10, not −3'],
    ['SCORE: 85/100', 'the score must be from 0 to 10, not 85'],
    ['SCORE: 8/100', 'the score must be out of 10, not out of 100'],
    ['SCORE: 4 out of 5', 'the score must be out of 10, not out of 5'],
  ])('says of %j that %s', (text, fault) => {
    expect(readScore(text)).toEqual({ ok: false, fault })
  })

  it('reads every score it is written', () => {
    const tenths = fc.integer({ min: 0, max: 100 }).map((tenth) => tenth / 10)
    const prose = fc.stringMatching(/^[a-zA-Z ,.]{0,40}$/)
    fc.assert(
      fc.property(tenths, prose, (score, why) => {
        expect(readScore(`${why}\nSCORE: ${score}`)).toEqual({ ok: true, value: score })
      }),
    )
  })

  it('gives a number from 0 to 10 or a fault, whatever it reads', () => {
    const piece = fc.constantFrom('SCORE:', '\n', '**', ' 7', '/', '10', '.', ',', '-', '```', 'out of', '\u2028')
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (written) => {
        const read = readScore(written)
        expect(read.ok ? read.value >= 0 && read.value <= 10 : read.fault !== '').toBe(true)
      }),
    )
  })

  it.each(['\n', ' ', '1', '*', 'SCORE: ', '1,', 'SCORE:\n', ' SCORE (', '"score":'])(
    'reads a long text of %j',
    (piece) => {
      expect(readScore(`x${piece.repeat(300_000)}y`).ok).toBe(false)
      expect(readScore(`SCORE: ${piece.repeat(300_000)}y`).ok).toBe(false)
    },
  )
})

describe('the form of a score', () => {
  it('is asked for, and asked for again with what was wrong', () => {
    expect(scoreGrammar.preamble([])).toContain('`SCORE:`')
    const parsed = scoreGrammar.parse('Good.', [])
    expect(parsed).toMatchObject({ kind: 'fault', salvage: '' })
    expect(scoreGrammar.repair('it has none', [])).toMatch(/^Your last reply cannot be read: it has none\.\n/)
  })

  it('is read past thinking', () => {
    expect(scoreGrammar.parse('<think>SCORE: 2</think>SCORE: 9', [])).toEqual({ kind: 'answer', text: 'SCORE: 9' })
  })
})
