import { describe, expect, it } from 'vitest'
import { memoryVersions } from './memory-versions.ts'
import { SessionLog } from './session-log.ts'

function remembering(...texts: readonly string[]): SessionLog {
  const log = new SessionLog('s')
  for (const [index, text] of texts.entries()) {
    const data = { name: 'working-memory', value: { text, facts: [{ text: 'A fact', step: '1', from: 'web.search' }] } }
    log.apply({
      v: 1,
      seq: index + 1,
      at: '2026-01-01T00:00:00.000Z',
      type: 'note',
      session: 's',
      path: 'note#1',
      data,
    })
  }
  return log
}

describe('the working memory of a session', () => {
  it('has no versions before the loop shows it', () => {
    expect(memoryVersions(new SessionLog('s'))).toEqual([])
  })

  it('shows what came and went with each version', () => {
    const [first, second] = memoryVersions(remembering('Wanted: a pump.\n\nTry sheets.', 'Wanted: a pump.\nSCOP is 4.'))
    expect(first?.lines).toEqual([
      { text: 'Wanted: a pump.', kind: 'same' },
      { text: 'Try sheets.', kind: 'same' },
    ])
    expect(second?.lines).toEqual([
      { text: 'Try sheets.', kind: 'removed' },
      { text: 'Wanted: a pump.', kind: 'same' },
      { text: 'SCOP is 4.', kind: 'added' },
    ])
    expect(second?.facts).toEqual([{ text: 'A fact', step: '1', from: 'web.search' }])
  })
})
