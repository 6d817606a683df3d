import { GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { isLocked, isTrouble, storeError } from './store-error.ts'

const report = (errcode: number) => Object.assign(new Error('as SQLite says'), { errcode })

describe('errors of SQLite', () => {
  it.each([
    [5, 'store-locked'],
    [261, 'store-locked'],
    [8, 'store-failed'],
    [778, 'store-failed'],
    [11, 'store-corrupt'],
    [13, 'store-full'],
    [26, 'store-corrupt'],
  ])('%i is %s, a trouble of the file', (errcode, code) => {
    expect(storeError(report(errcode), '/data/gyre.db')).toMatchObject({ code, details: { path: '/data/gyre.db' } })
    expect(storeError(report(errcode), '/data/gyre.db').message).toMatch(/^\/data\/gyre\.db .*: as SQLite says$/)
    expect(isTrouble(report(errcode))).toBe(true)
  })

  it('are no trouble of the file when one statement is at fault', () => {
    expect(isTrouble(report(2067))).toBe(false)
    expect(isTrouble(new TypeError('x'))).toBe(false)
    expect(isTrouble(undefined)).toBe(false)
    expect(storeError(report(2067), 'a.db')).toMatchObject({ code: 'store-failed', cause: { errcode: 2067 } })
  })

  it('stay what they are when they are Gyre’s already', () => {
    const error = new GyreError('session-ended', 'over')
    expect(storeError(error, 'a.db')).toBe(error)
  })

  it('tell when another process is in the way', () => {
    expect(isLocked(report(5))).toBe(true)
    expect(isLocked(report(13))).toBe(false)
  })
})
