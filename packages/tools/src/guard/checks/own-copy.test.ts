import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownCopy } from './own-copy.ts'

describe('a copy of arguments', () => {
  it('is equal to them and shares nothing with them', () => {
    const values = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'))
    fc.assert(
      fc.property(values, (value) => {
        const before = JSON.stringify(value)
        const copy = ownCopy(value)
        expect(copy).toEqual(value)
        spoil(copy)
        expect(JSON.stringify(value)).toBe(before)
      }),
    )
  })

  it('leaves what a schema made of them as it is', () => {
    const [at, map] = [new Date(0), new Map()]
    expect(ownCopy({ at, list: [map] })).toEqual({ at, list: [map] })
    expect((ownCopy({ at }) as { at: Date }).at).toBe(at)
  })

  it.each([
    ['__proto__', '{ "__proto__": { "polluted": true } }'],
    ['__proto__', '{ "deep": [{ "__proto__": 1 }] }'],
    ['constructor', '{ "constructor": { "prototype": { "polluted": true } } }'],
    ['constructor', '{ "a": { "constructor": { "prototype": null } } }'],
  ])('has no field `%s` that leads to prototypes: %s', (name, json) => {
    expect(() => ownCopy(JSON.parse(json))).toThrow(`\`${name}\` cannot be the name of a field here; leave it out.`)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.each(['{"constructor":"Ferrari"}', '{"constructor":{"name":"x"}}', '{"prototype":{}}', '{"constructor":null}'])(
    'has other fields of such names: %s',
    (json) => {
      expect(JSON.stringify(ownCopy(JSON.parse(json)))).toBe(json)
    },
  )

  it('is not made of what is nested without end', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(() => ownCopy(cycle)).toThrow('they are nested more than 500 levels deep.')
  })
})

/** Changes whatever can be changed. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const each of Object.values(value)) spoil(each)
  if (Array.isArray(value)) value.push('spoiled')
  else (value as Record<string, unknown>)['spoiled'] = true
}
