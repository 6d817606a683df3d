import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopsAddress, readAddress } from './compared-address.ts'

describe('the address of a comparison', () => {
  it('names two sessions, one of them, or none', () => {
    expect(readAddress({ a: 'ses_1', b: 'ses_2' })).toEqual({ view: 'two', a: 'ses_1', b: 'ses_2' })
    expect(readAddress({ b: 'ses_2' })).toEqual({ view: 'two', a: undefined, b: 'ses_2' })
    expect(readAddress({ a: '', b: '' })).toEqual({ view: 'two', a: undefined, b: undefined })
  })

  it('names ways that are still to be chosen', () => {
    expect(readAddress({ a: 'loops' })).toEqual({ view: 'loops', sessions: [] })
    expect(loopsAddress([])).toEqual({ a: 'loops' })
  })

  it('names any number of sessions of one goal, each once', () => {
    expect(readAddress({ a: 'ses_1,ses_2,ses_3' })).toEqual({ view: 'loops', sessions: ['ses_1', 'ses_2', 'ses_3'] })
    const ids = fc.uniqueArray(fc.stringMatching(/^ses_[0-9a-f]{4}$/), { maxLength: 13 })
    fc.assert(
      fc.property(ids, (sessions) => {
        expect(readAddress(loopsAddress(sessions))).toEqual({ view: 'loops', sessions })
      }),
    )
  })
})
