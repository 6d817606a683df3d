import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gapReportGrammar, gapReportText, readGapReport, saysNone } from './gap-report.ts'

const report = (text: string) => {
  const read = readGapReport(text)
  return read.ok ? read.value : read.fault
}

const needs = { isComplete: false, gap: 'the year', nextFocus: 'look it up' }
const done = { isComplete: true, gap: '', nextFocus: '' }

describe('readGapReport', () => {
  it.each([
    'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: the year\nNEXT_FOCUS: look it up',
    '**COMPLETION_STATUS:** NEEDS_MORE_INFO\n**GAP:** the year\n**NEXT_FOCUS:** look it up',
    '- COMPLETION_STATUS: NEEDS_MORE_INFO\n- GAP: the year\n- NEXT_FOCUS: look it up',
    '```\nCOMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: the year\nNEXT_FOCUS: look it up\n```',
    'Completion status: needs more info.\nGap: the year\nNext focus: look it up',
    'COMPLETION_STATUS： INCOMPLETE\nGAP： the year\nNEXT_FOCUS： look it up',
    'COMPLETION_STATUS: NEEDS_MORE_INFO (one part is open)\nGAP: the year\nNEXT_FOCUS: look it up',
    '{"COMPLETION_STATUS":"NEEDS_MORE_INFO","GAP":"the year","NEXT_FOCUS":"look it up"}',
    '```json\n{"completionStatus": "needs more info", "gap": ["the year"], "next_focus": "look it\\nup"}\n```',
    '[{"completion_status":"INCOMPLETE","gap":"the year","next focus":"look it up"}]',
    'It lacks something.\n\nCOMPLETION_STATUS: NOT COMPLETE\nGAP: the year\nNEXT_FOCUS: look it up\n\nThat is all.',
  ])('reads what is missing in %j', (text) => expect(report(text)).toEqual(needs))

  it.each([
    'COMPLETION_STATUS: COMPLETE\nGAP: none\nNEXT_FOCUS: none',
    'COMPLETION_STATUS: COMPLETE',
    'COMPLETION_STATUS: **Complete.**',
    'COMPLETION_STATUS: COMPLETE\nGAP: the weather',
    'COMPLETION_STATUS: COMPLETE (all parts are answered)',
    'COMPLETION_STATUS: COMPLETE – no gaps',
    'COMPLETION_STATUS: **COMPLETE**. All parts are answered.',
    '{"COMPLETION_STATUS":"COMPLETE","GAP":null,"NEXT_FOCUS":null}',
    '{"COMPLETION_STATUS":"NEEDS_MORE_INFO","GAP":[]}',
    'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: None identified.',
    'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: none',
    'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: "NONE"\nNEXT_FOCUS: look it up',
  ])('finds nothing missing in %j', (text) => expect(report(text)).toEqual(done))

  it.each([
    '',
    'COMPLETE',
    'The answer is COMPLETE.',
    'GAP: none',
    'COMPLETION_STATUS:',
    'COMPLETION_STATUS: yes\nGAP: none',
    'COMPLETION_STATUS: COMPLETE | NEEDS_MORE_INFO\nGAP: none',
    'COMPLETION_STATUS: COMPLETELY WRONG\nGAP: none',
    'COMPLETION_STATUS: COMPLETE (but the year is missing)\nGAP: none',
    'COMPLETION_STATUS: COMPLETE, except the year\nGAP: none',
    'COMPLETION_STATUS: COMPLETE (mostly)\nGAP: none',
    'COMPLETION_STATUS: COMPLETE - or NEEDS_MORE_INFO\nGAP: none',
    '{"status":"COMPLETE"}',
    '{"COMPLETION_STATUS":"yes"}',
    '{"COMPLETION_STATUS":"COMPL',
    '> COMPLETION_STATUS: COMPLETE',
  ])('finds no status in %j', (text) =>
    expect(report(text)).toBe('`COMPLETION_STATUS:` is neither `COMPLETE` nor `NEEDS_MORE_INFO`'),
  )

  it('takes a report with two statuses for none', () => {
    expect(report('COMPLETION_STATUS: COMPLETE\nCOMPLETION_STATUS: NEEDS_MORE_INFO\nGAP: x')).toBe(
      'it has more than one `COMPLETION_STATUS:`',
    )
  })

  it.each(['COMPLETION_STATUS: NEEDS_MORE_INFO', 'COMPLETION_STATUS: NEEDS_MORE_INFO\nGAP:\nNEXT_FOCUS: x'])(
    'asks what is missing where %j does not say',
    (text) => expect(report(text)).toBe('`GAP:` does not say what is missing'),
  )

  it('reads what it writes', () => {
    const words = fc.stringMatching(/^[a-z]{3,8}(?: [a-z]{3,8}){1,6}$/).filter((text) => !saysNone(text))
    fc.assert(
      fc.property(words, words, (gap, nextFocus) => {
        expect(report(gapReportText({ isComplete: false, gap, nextFocus }))).toEqual({
          isComplete: false,
          gap,
          nextFocus,
        })
      }),
    )
    expect(report(gapReportText(done))).toEqual(done)
  })

  it('reads the same as JSON', () => {
    const words = fc.stringMatching(/^[a-z]{3,8}(?: [a-z]{3,8}){1,6}$/).filter((text) => !saysNone(text))
    const status = fc.constantFrom('COMPLETE', 'NEEDS_MORE_INFO', 'yes', 'COMPLETE (but not all)', '')
    fc.assert(
      fc.property(status, words, words, (COMPLETION_STATUS, GAP, NEXT_FOCUS) => {
        const written = `COMPLETION_STATUS: ${COMPLETION_STATUS}\nGAP: ${GAP}\nNEXT_FOCUS: ${NEXT_FOCUS}`
        expect(report(JSON.stringify({ COMPLETION_STATUS, GAP, NEXT_FOCUS }))).toEqual(report(written))
      }),
    )
  })

  it('never takes for complete what has no status', () => {
    const piece = fc.constantFrom('COMPLETE', 'GAP: none', '\n', 'STATUS: COMPLETE', 'NEXT_FOCUS: none', '**', ' ')
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(
        text.filter((each) => !/completion[^a-z]*status/i.test(each)),
        (written) => {
          expect(readGapReport(written).ok).toBe(false)
        },
      ),
    )
  })

  it.each(['\n', ' ', '*', 'GAP: ', 'COMPLETION_STATUS: ', '- ', '{"COMPLETION_STATUS":'])(
    'reads a long text of %j',
    (piece) => {
      expect(readGapReport(`x${piece.repeat(100_000)}y`).ok).toBe(false)
    },
  )
})

describe('saysNone', () => {
  it.each([
    'none',
    'None.',
    '"NONE"',
    '(none)',
    'N/A',
    'nothing',
    'Keine.',
    'aucune',
    'ninguno',
    '-',
    '',
    'None identified.',
    'No gaps found',
    'no further gaps',
    'Nothing else is missing.',
    'none at all',
    'Not applicable.',
    'Keine Lücken',
  ])('is true of %j', (text) => expect(saysNone(text)).toBe(true))

  it.each([
    'none, but the year',
    'nonexistent source',
    'the year',
    'no sources',
    'nadir',
    'None of the years',
    'Nothing is known about it',
    'no gaps but the year',
  ])('is false of %j', (text) => expect(saysNone(text)).toBe(false))
})

describe('the form of a gap report', () => {
  it('names the three lines', () => {
    expect(gapReportGrammar.preamble([])).toMatch(/COMPLETION_STATUS:[\s\S]*GAP:[\s\S]*NEXT_FOCUS:/)
  })

  it('is not read out of thinking', () => {
    const thought = '<think>COMPLETION_STATUS: COMPLETE</think>It is fine.'
    expect(gapReportGrammar.parse(thought, [])).toMatchObject({ kind: 'fault' })
  })
})
