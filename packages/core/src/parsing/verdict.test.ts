import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCheck, readVerdict, verdictGrammar, verdictText } from './verdict.ts'

const verdict = (text: string) => {
  const read = readVerdict(text)
  return read.ok ? read.value : read.fault
}

describe('readVerdict', () => {
  it('reads the verdict, the score and the reason', () => {
    expect(verdict('UNSATISFACTORY\nSCORE: 3\nREASON: The sum is wrong.\nIt is 116.')).toEqual({
      isSatisfactory: false,
      score: 3,
      reason: 'The sum is wrong.\nIt is 116.',
    })
  })

  it.each([
    'SATISFACTORY',
    '**SATISFACTORY**',
    '`SATISFACTORY`.',
    'Satisfactory',
    '# SATISFACTORY!',
    '1. SATISFACTORY',
    '- SATISFACTORY',
    'Verdict: SATISFACTORY',
    '**Verdict:** SATISFACTORY',
    'VERDICT: **SATISFACTORY**',
    'Final verdict: satisfactory.',
    'VERDICT:\nSATISFACTORY',
    '## Verdict:\n\n**SATISFACTORY**',
    '\n\n  SATISFACTORY',
  ])('takes %j for satisfactory', (line) => {
    expect(verdict(`${line}\nSCORE: 9`)).toMatchObject({ isSatisfactory: true, score: 9 })
  })

  it.each([
    'UNSATISFACTORY',
    '**UNSATISFACTORY**',
    'Unsatisfactory.',
    'UN-SATISFACTORY',
    'NOT SATISFACTORY',
    'Not satisfactory',
    'not yet satisfactory',
    'NON-SATISFACTORY',
    'Verdict: not satisfactory',
    '**Verdict:** UNSATISFACTORY',
    'VERDICT:\nUNSATISFACTORY',
  ])('takes %j for unsatisfactory', (line) => {
    expect(verdict(`${line}\nSCORE: 2`)).toMatchObject({ isSatisfactory: false, score: 2 })
  })

  it.each([
    '',
    'Good.',
    'It is SATISFACTORY',
    'It is not satisfactory',
    'Satisfactory evidence is missing.',
    'Satisfactory, were it complete',
    'SATISFACTORY: no',
    'SATISFACTORY: incorrect',
    'SATISFACTORY: 0',
    'SATISFACTORY: N',
    'SATISFACTORY: ❌',
    '❌ SATISFACTORY',
    'SATISFACTORY - in no way',
    'SATISFACTORY, however the second part is missing',
    'SATISFACTORY: all parts are answered.',
    'UNSATISFACTORY because the sum is wrong',
    '> SATISFACTORY',
    '"SATISFACTORY"',
    'I looked at it.\n\nSATISFACTORY',
    'The answer says:\nSATISFACTORY\nwhich I cannot accept.',
    'REASON: No\nSATISFACTORY',
    'VERDICT: see below\nSATISFACTORY',
    'SATISFACTORY? No.',
    'SATISFACTORY, but not complete',
    'SATISFACTORY if the year is left out',
    'SATISFACTORY or UNSATISFACTORY',
    'SATISFACTORY/UNSATISFACTORY',
    'SATISFACTORILY',
    'DISSATISFACTORY',
  ])('finds no verdict in %j', (line) => {
    expect(verdict(`${line}\nSCORE: 9`)).toBe(
      'neither `SATISFACTORY` nor `UNSATISFACTORY` stands alone on the first line',
    )
  })

  it('takes a reply that takes its word back for neither', () => {
    expect(verdict('SATISFACTORY\nUNSATISFACTORY\nSCORE: 9')).toBe('it says both `SATISFACTORY` and `UNSATISFACTORY`')
    expect(verdict('UNSATISFACTORY\nIt only says\nSATISFACTORY\nSCORE: 1')).toMatchObject({ isSatisfactory: false })
  })

  it('reads no verdict out of a reason', () => {
    const reason = 'No satisfactory alternative exists. Unsatisfactory as that is, it is right.'
    expect(verdict(`SATISFACTORY\nSCORE: 9\nREASON: ${reason}`)).toEqual({ isSatisfactory: true, score: 9, reason })
    expect(verdict('REASON: No satisfactory alternative exists.\nSCORE: 9')).toMatch(/^neither/)
  })

  it.each(['', '\nSCORE:', '\nSCORE: 12', '\nSCORE: high', '\nSCORE: 95 / 100'])(
    'goes by its word alone when the score is %j',
    (score) => {
      expect(verdict(`SATISFACTORY${score}`)).toMatchObject({ isSatisfactory: true, score: 10 })
      expect(verdict(`UNSATISFACTORY${score}`)).toMatchObject({ isSatisfactory: false, score: 0 })
    },
  )

  it.each([
    ['UNSATISFACTORY\nREASON: wrong sum\nSCORE: 3', 'wrong sum'],
    ['**UNSATISFACTORY**\n**Score:** 3\n**Reason:** wrong sum', 'wrong sum'],
    ['UNSATISFACTORY\nThe sum is wrong.\nSCORE: 3', 'The sum is wrong.'],
    ['VERDICT:\nUNSATISFACTORY\nThe sum is wrong.', 'The sum is wrong.'],
    ['UNSATISFACTORY\nSCORE: 3', ''],
  ])('reads the reason of %j', (text, reason) => {
    expect(verdict(text)).toMatchObject({ reason })
  })

  it('reads what it writes', () => {
    const reason = fc.stringMatching(/^[a-z][a-z ,.]{0,40}[a-z]$/)
    const tenths = fc.integer({ min: 0, max: 100 }).map((tenth) => tenth / 10)
    fc.assert(
      fc.property(fc.boolean(), tenths, reason, (isSatisfactory, score, why) => {
        const written = { isSatisfactory, score, reason: why }
        expect(verdict(verdictText(written))).toEqual(written)
      }),
    )
  })

  it('never takes for satisfactory what does not hold the word alone', () => {
    const piece = fc.constantFrom(
      'UNSATISFACTORY',
      'not satisfactory',
      '\n',
      '**',
      'SCORE: 9',
      'REASON:',
      '`',
      ' ',
      ':',
    )
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (written) => {
        const read = readVerdict(written)
        expect(read.ok && read.value.isSatisfactory).toBe(false)
      }),
    )
  })

  it.each(['\n', ' ', '*', '> ', 'un', 'not ', 'SATISFACTORY ', 'verdict: ', 'REASON:\n', '\r\n'])(
    'reads a long text of %j',
    (piece) => {
      expect(readVerdict(`x${piece.repeat(200_000)}y`).ok).toBe(false)
    },
  )
})

describe('readCheck', () => {
  it.each([
    ['{"pass": true}', { isSatisfactory: true, score: 10, reason: '' }],
    ['{"pass": false}', { isSatisfactory: false, score: 0, reason: '' }],
    ['{"pass": false, "score": 4, "reason": "row 3"}', { isSatisfactory: false, score: 4, reason: 'row 3' }],
    ['{"pass": false, "reason": ["row 3"]}', { isSatisfactory: false, score: 0, reason: '["row 3"]' }],
    ['{"pass": true, "score": 95}', { isSatisfactory: true, score: 10, reason: '' }],
    ['{"pass": false, "score": "high"}', { isSatisfactory: false, score: 0, reason: '' }],
    ['{"pass": false, "score": null}', { isSatisfactory: false, score: 0, reason: '' }],
    ['SATISFACTORY', { isSatisfactory: true, score: 10, reason: '' }],
    ['SATISFACTORY\nSCORE: 11', { isSatisfactory: true, score: 10, reason: '' }],
    ['UNSATISFACTORY\nrow 3 is wrong', { isSatisfactory: false, score: 0, reason: 'row 3 is wrong' }],
    ['UNSATISFACTORY\nSCORE: 4\nREASON: row 3', { isSatisfactory: false, score: 4, reason: 'row 3' }],
  ])('reads %j', (text, value) => {
    expect(readCheck(text)).toEqual({ ok: true, value })
  })

  it.each([
    ['', 'it is neither `{ "pass": true | false }` nor a verdict'],
    ['ok', 'it is neither `{ "pass": true | false }` nor a verdict'],
    ['{"passed": true}', 'it is neither `{ "pass": true | false }` nor a verdict'],
    ['{"pass": "yes"}', '`pass` must be true or false'],
    ['{"pass": 1}', '`pass` must be true or false'],
    ['all rows are SATISFACTORY', 'it is neither `{ "pass": true | false }` nor a verdict'],
  ])('refuses %j', (text, fault) => {
    expect(readCheck(text)).toEqual({ ok: false, fault })
  })
})

describe('the form of a verdict', () => {
  it('names both words and the score', () => {
    expect(verdictGrammar.preamble([])).toMatch(/`SATISFACTORY` or `UNSATISFACTORY`.*`SCORE:`.*`REASON:`/)
  })

  it('is read past thinking', () => {
    const said = 'UNSATISFACTORY\nSCORE: 1'
    expect(verdictGrammar.parse(`<think>SATISFACTORY\nSCORE: 9</think>${said}`, [])).toEqual({
      kind: 'answer',
      text: said,
    })
  })
})
