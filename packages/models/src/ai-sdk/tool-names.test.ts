import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolNames, wireName } from './tool-names.ts'

/** Names that are likely to be mistaken for each other. */
const name = fc.stringMatching(/^[a-b_.-]{1,12}$/)

describe('wireName', () => {
  it('writes a dot as two underscores', () => {
    expect(wireName('web.look_up')).toBe('web__look_up')
    expect(wireName('finish')).toBe('finish')
  })

  it('shortens a long name and keeps it apart by a hash', () => {
    const long = `server.${'x'.repeat(80)}`
    expect(wireName(long)).toMatch(/^server__x{38}--[0-9a-f]{16}$/)
    expect(wireName(`${long}y`)).not.toBe(wireName(long))
  })

  it('gives providers what they take, whatever the name', () => {
    fc.assert(fc.property(fc.string({ minLength: 1 }), (any) => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(wireName(any))))
  })

  it('never makes one name of two', () => {
    fc.assert(
      fc.property(name, name, (a, b) => a === b || wireName(a) !== wireName(b)),
      { numRuns: 5000 },
    )
    expect(wireName('a_.b')).not.toBe(wireName('a._b'))
    expect(wireName('a__b')).not.toBe(wireName('a.b'))
    for (const odd of ['a__b', 'a_']) expect(wireName(wireName(odd))).not.toBe(wireName(odd))
  })
})

describe('toolNames', () => {
  it('reads every name back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 10 }), (all) => {
        const names = toolNames(all.map((each) => ({ name: each, description: '', input: {} })))
        expect(all.map((each) => names.fromWire(wireName(each)))).toEqual(all)
      }),
    )
  })

  it('reads a name back that only the history holds', () => {
    const call = { type: 'tool-call', id: 'c1', tool: 'a__b', input: {} } as const
    expect(toolNames([], [{ role: 'assistant', parts: [call] }]).fromWire(wireName('a__b'))).toBe('a__b')
  })

  it('reads a name nobody offered with its dots', () => {
    expect(toolNames().fromWire('web__fetch')).toBe('web.fetch')
  })
})
