import { describe, expect, it } from 'vitest'
import { type Caller, callerId, mayUse, type Role, requireOperator, requireRole } from './caller.ts'

const caller: Caller = { owner: 'local', name: 'key:laptop', role: 'user', key: 'a1b2', personas: null, budget: null }

const forbidden = expect.objectContaining({ code: 'forbidden' })

describe('a caller', () => {
  it.each<[Role, Role, boolean]>([
    ['viewer', 'viewer', true],
    ['viewer', 'user', false],
    ['viewer', 'admin', false],
    ['user', 'viewer', true],
    ['user', 'user', true],
    ['user', 'admin', false],
    ['admin', 'viewer', true],
    ['admin', 'user', true],
    ['admin', 'admin', true],
  ])('who is %s does what needs %s: %s', (role, least, may) => {
    const ask = () => requireRole({ ...caller, role }, least)
    if (may) expect(ask).not.toThrow()
    else expect(ask).toThrow(forbidden)
  })

  it('runs the server as an administrator of its owner, with a key that is not limited', () => {
    const admin: Caller = { ...caller, role: 'admin' }
    expect(() => requireOperator(admin)).not.toThrow()
    expect(() => requireOperator({ ...admin, role: 'user' })).toThrow(forbidden)
    expect(() => requireOperator({ ...admin, owner: 'acme' })).toThrow(forbidden)
    expect(() => requireOperator({ ...admin, personas: ['cot'] })).toThrow(forbidden)
  })

  it('uses what the key names, or everything', () => {
    expect(mayUse(caller, 'react')).toBe(true)
    expect(mayUse({ ...caller, personas: ['cot'] }, 'cot')).toBe(true)
    expect(mayUse({ ...caller, personas: ['cot'] }, 'react')).toBe(false)
    expect(mayUse({ ...caller, personas: [] }, 'cot')).toBe(false)
  })

  it('is counted under the key, or under the name when there is none', () => {
    expect(callerId(caller)).toBe('a1b2')
    expect(callerId({ ...caller, key: null, name: 'browser' })).toBe('browser')
  })
})
