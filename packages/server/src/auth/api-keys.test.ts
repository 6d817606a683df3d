import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, it, vi } from 'vitest'
import { ApiKeys, type NewKey } from './api-keys.ts'

const noon = Date.UTC(2026, 4, 1, 12)

function open() {
  const { catalog } = memoryStore()
  let now = noon
  const keys = new ApiKeys({ catalog, now: () => now })
  return { catalog, keys, pass: (ms: number) => (now += ms) }
}

describe('API keys', () => {
  it('stand for whom they were made for', async () => {
    const { keys } = open()
    const scope = { owner: 'acme', role: 'viewer', personas: ['react'], budget: { perDay: { sessions: 2 } } } as const
    const { key, record } = await keys.add({ name: 'laptop', ...scope })
    expect(key).toMatch(/^gyre_[0-9a-f]{12}_[\w-]{43}$/)
    expect(await keys.callerOf(key)).toEqual({ ...scope, name: 'key:laptop', key: record.id })
  })

  it('are kept as a hash, which no list shows', async () => {
    const { catalog, keys } = open()
    const { key, record } = await keys.add({ name: 'laptop' })
    const secret = key.slice('gyre_'.length + 13)
    expect(JSON.stringify(await catalog.list('local', 'api-key'))).not.toContain(secret)
    expect(await keys.list()).toEqual([record])
    expect(JSON.stringify(record)).not.toContain('hash')
  })

  it('open nothing once they are revoked, and stay in the list', async () => {
    const { keys } = open()
    const { key, record } = await keys.add({ name: 'laptop' })
    await keys.revoke(record.id)
    expect(await keys.callerOf(key)).toBeUndefined()
    expect(await keys.list()).toEqual([{ ...record, revokedAt: '2026-05-01T12:00:00.000Z' }])
    expect(await keys.hasValid()).toBe(false)
  })

  it('open nothing from the moment they expire', async () => {
    const { keys, pass } = open()
    const { key } = await keys.add({ name: 'laptop', expiresAt: '2026-05-01T12:00:01Z' })
    expect(await keys.callerOf(key)).toMatchObject({ name: 'key:laptop' })
    expect(await keys.hasValid()).toBe(true)
    pass(1000)
    expect(await keys.callerOf(key)).toBeUndefined()
    expect(await keys.hasValid()).toBe(false)
  })

  it('are looked up and compared in the same way whether there is one of the id or not', async () => {
    const { catalog, keys } = open()
    const { key } = await keys.add({ name: 'laptop' })
    const looked = vi.spyOn(catalog, 'get')
    const wrong = `${key.slice(0, 18)}${'A'.repeat(43)}`
    const unknown = `gyre_${'0'.repeat(12)}_${'A'.repeat(43)}`
    expect(await keys.callerOf(wrong)).toBeUndefined()
    expect(looked).toHaveBeenCalledTimes(1)
    expect(await keys.callerOf(unknown)).toBeUndefined()
    expect(looked).toHaveBeenCalledTimes(2)
  })

  it.each([
    '',
    'gyre_',
    'gyre_000000000000_',
    `gyre_000000000000_${'A'.repeat(42)}`,
    `gyre_000000000000_${'A'.repeat(44)}`,
    `GYRE_000000000000_${'A'.repeat(43)}`,
    `gyre_../../../../_${'A'.repeat(43)}`,
    `gyre_000000000000_${'A'.repeat(43)}\n`,
  ])('are not looked for under a text that is none: %j', async (text) => {
    const { catalog, keys } = open()
    const looked = vi.spyOn(catalog, 'get')
    expect(await keys.callerOf(text)).toBeUndefined()
    expect(looked).not.toHaveBeenCalled()
  })

  it.each<[string, object]>([
    ['name', { name: '' }],
    ['name', { name: ' laptop' }],
    ['name', { name: 'lap\ntop' }],
    ['name', { name: 'lap\u202Etop' }],
    ['name', { name: 'x'.repeat(65) }],
    ['owner', { name: 'a', owner: 'Acme' }],
    ['owner', { name: 'a', owner: '../acme' }],
    ['owner', { name: 'a', owner: '' }],
    ['bundled documents', { name: 'a', owner: 'demo' }],
    ['role', { name: 'a', role: 'root' }],
    ['personas', { name: 'a', personas: ['react/../x'] }],
    ['budget', { name: 'a', budget: { perDay: { sessions: -1 } } }],
    ['budget', { name: 'a', budget: { perDay: { tokens: 1.5 } } }],
    ['budget', { name: 'a', budget: { perSession: { costUsd: Number.NaN } } }],
    ['budget', { name: 'a', budget: { perMonth: {} } }],
    ['expiresAt', { name: 'a', expiresAt: 'tomorrow' }],
    ['expiresAt', { name: 'a', expiresAt: '2026-05-01T12:00:00Z' }],
    ['hash', { name: 'a', hash: 'x' }],
  ])('are refused with a wrong %s: %j', async (field, wanted) => {
    const { keys } = open()
    const adding = keys.add(wanted as NewKey)
    await expect(adding).rejects.toMatchObject({ code: 'request-invalid', message: expect.stringContaining(field) })
    expect(await keys.list()).toEqual([])
  })

  it('may have a name in any script', async () => {
    const { keys } = open()
    expect((await keys.add({ name: 'Büro 2 – 東京 ✓' })).record.name).toBe('Büro 2 – 東京 ✓')
  })

  it('cannot be revoked when there is none', async () => {
    await expect(open().keys.revoke('000000000000')).rejects.toMatchObject({ code: 'key-unknown' })
  })
})
