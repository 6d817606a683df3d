import { describe, expect, it } from 'vitest'
import { jsonLog, type LogEntry } from './json-log.ts'

const entry = {
  at: '2026-01-01T12:00:00.000Z',
  level: 'info',
  message: 'GET /v1/models 200',
  requestId: 'req_1',
  ms: 12,
  caller: 'key:laptop',
} satisfies LogEntry & Record<string, unknown>

function written(isTty: boolean, least: LogEntry['level'] | undefined, entries: readonly LogEntry[]): string {
  const texts: string[] = []
  const log = jsonLog({ isTty, write: (text) => void texts.push(text) }, least)
  for (const each of entries) log(each)
  return texts.join('')
}

describe('the log of a server', () => {
  it('is one JSON object a line', () => {
    const text = written(false, undefined, [entry, { ...entry, message: 'two\nlines' }])
    expect(
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toEqual([entry, { ...entry, message: 'two\nlines' }])
  })

  it.each([
    [undefined, ['info', 'warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['error', ['error']],
  ] as const)('leaves out what is below the level %s', (least, expected) => {
    const entries = (['debug', 'info', 'warn', 'error'] as const).map((level) => ({ ...entry, level }))
    const lines = written(false, least, entries).split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(expected)
  })

  it('is a line to read on a terminal, which nothing in it can move', () => {
    const text = written(true, undefined, [{ ...entry, level: 'warn', message: 'GET /\u001b[2J\n 404' } as LogEntry])
    expect(text).toMatch(/^\d\d:\d\d:\d\d WARN {2}GET \/\?\[2J\? 404 12 ms key:laptop\n$/)
  })
})
