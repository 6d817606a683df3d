import { expect, it } from 'vitest'
import { earlier, logOfScenario } from '../../test/support/loop-log.ts'
import { sessionOf } from '../../test/support/session-logs.ts'
import { resultReport } from './result-report.ts'

it('tells the answer, its sources and how it was come to', () => {
  const log = sessionOf([{ path: 'answer#1', data: { usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 0.5 } }])
  const details = { sources: [{ number: 2, title: 'The\nreport', url: 'https://example.org/a' }] }
  const data = { outcome: 'gap_open', status: 'completed', answer: 'So [2].', gap: 'When?', details, active: 2000 }
  log.apply({ v: 1, seq: 9, at: new Date(2000).toISOString(), type: 'session.ended', session: log.id, data })
  expect(resultReport(log)).toBe(
    '# Why?\n\nSo [2].\n\n**Still open:** When?\n\n## Sources\n\n2. The report, https://example.org/a\n\n---\n\n' +
      'Session ses_test, loop react, outcome gap_open. 1 model call, 0 tool calls, $0.50, 2.0 s.\n',
  )
})

it('keeps the form of an answer that has one', async () => {
  const log = await logOfScenario('direct with an answer to be converted')
  expect(resultReport(log)).toContain('```json\n{\n  "count": 7\n}\n```')
})

it('says so when the answer is not the last word', async () => {
  const whole = await logOfScenario('reason with steps side by side, one of which must not be repeated')
  const report = resultReport(earlier(whole, whole.facts.length - 1))
  expect(report).toContain('The hall is dusty.')
  expect(report).toContain('not final')
})
