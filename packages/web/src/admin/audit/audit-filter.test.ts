import { describe, expect, it } from 'vitest'
import { actionWords, auditQueryOf, dataLine, emptyAuditDraft, exportAddress } from './audit-filter.ts'

describe('what is asked of the audit log', () => {
  it('is everything where nothing is filled in', () => {
    expect(auditQueryOf(emptyAuditDraft)).toEqual({})
  })

  it('is who, what and when, the last day within', () => {
    const draft = { actor: ' key:ci ', action: 'key.added', from: '2026-11-15', to: '2026-11-16' }
    expect(auditQueryOf(draft)).toEqual({
      actor: 'key:ci',
      action: 'key.added',
      since: new Date(2026, 10, 15).toISOString(),
      until: new Date(2026, 10, 17).toISOString(),
    })
  })

  it('leaves out a day that is not whole yet', () => {
    expect(auditQueryOf({ ...emptyAuditDraft, from: '2026-1' })).toEqual({})
  })
})

describe('the entries as a file', () => {
  it('are those that are shown', () => {
    expect(exportAddress({})).toBe('/api/v1/audit.jsonl')
    expect(exportAddress({ actor: 'key:a&b' })).toBe('/api/v1/audit.jsonl?actor=key%3Aa%26b')
  })
})

describe('an entry', () => {
  it('says what was done', () => {
    expect(actionWords('key.added')).toBe('made a key')
    expect(actionWords('toString')).toBe('toString')
  })

  it.each([
    [null, ''],
    [{ name: 'ci', role: 'user', n: 2, list: ['a'] }, 'name ci, role user, n 2, list ["a"]'],
    ['plain', 'plain'],
    [[1, 2], '[1,2]'],
  ])('says %j as %j', (data, line) => {
    expect(dataLine(data)).toBe(line)
  })

  it('of something that was tried, says whether it answered', () => {
    expect(dataLine({ model: 'demo/rules', ok: true })).toBe('model demo/rules, it answered')
    expect(dataLine({ ok: false })).toBe('it did not answer')
  })
})
