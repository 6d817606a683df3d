import { describe, expect, it } from 'vitest'
import { lakeReport } from '../../test/research-report.ts'
import { reportIn } from './report-in.ts'

const stored = (details: object) => JSON.parse(JSON.stringify(details)) as unknown

describe('the report in the details of a session', () => {
  it('is found, without the state it was written from', () => {
    expect(reportIn(stored({ ...lakeReport, state: { query: 'x' } }))).toEqual(lakeReport)
  })

  it('says how many statements were checked without their words', () => {
    expect(reportIn(stored({ ...lakeReport, translated: 2 }))).toEqual({ ...lakeReport, translated: 2 })
  })

  it('says which limit ended the writing', () => {
    expect(reportIn(stored({ ...lakeReport, limit: 'limit:calls' }))).toEqual({ ...lakeReport, limit: 'limit:calls' })
  })

  it('is found where another loop chose the research', () => {
    expect(reportIn(stored({ stop: 'confident', loop: 'research', inner: { ...lakeReport, state: {} } }))).toEqual(
      lakeReport,
    )
  })

  it.each([
    ['no details', null],
    ['those of another loop', { stop: 'answered', turns: 1 }],
    ['a source without an address', { ...lakeReport, sources: [{ ...lakeReport.sources[0], url: undefined }] }],
    ['an end of another kind', { ...lakeReport, stop: 'tired' }],
    ['figures that are none', { ...lakeReport, score: { ...lakeReport.score, recall: 'high' } }],
  ])('is not taken from %s', (_, details) => {
    expect(reportIn(details && stored(details))).toBeUndefined()
  })
})
