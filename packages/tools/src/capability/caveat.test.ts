import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Caveat, type KnownCaveat, rightsOf } from './caveat.ts'

const whole: readonly KnownCaveat[] = [
  ['tools', ['add', 'send']],
  ['permissions', ['net']],
  ['depth', 0],
  ['expires', 1_000],
]

const names = fc.subarray(['add', 'send', 'net', 'files.read'])
const caveats = fc.oneof(
  fc.tuple(fc.constantFrom('tools' as const, 'permissions' as const), names),
  fc.tuple(fc.constant('depth' as const), fc.integer({ min: -2, max: 6 })),
  fc.tuple(fc.constant('expires' as const), fc.integer({ min: 0, max: 2_000 })),
)

describe('caveats', () => {
  it.each<[string, Caveat, object]>([
    ['tools that both name', ['tools', ['send', 'read']], { tools: new Set(['send']) }],
    ['permissions that both name', ['permissions', []], { permissions: new Set() }],
    ['the greater depth', ['depth', 2], { depth: 2 }],
    ['the greater depth, first or last', ['depth', -1], { depth: 0 }],
    ['the earlier end', ['expires', 10], { expires: 10 }],
    ['the earlier end, first or last', ['expires', 9_000], { expires: 1_000 }],
  ])('leave %s', (_, caveat, left) => {
    const rights = { tools: new Set(['add', 'send']), permissions: new Set(['net']), depth: 0, expires: 1_000 }
    expect(rightsOf(whole)).toEqual(rights)
    expect(rightsOf([...whole, caveat])).toEqual({ ...rights, ...left })
  })

  it.each<[string, Caveat]>([
    ['a kind nobody knows', ['colour', 'red']],
    ['the name of something every object has', ['constructor', ['add']]],
    ['a depth that is no number', ['depth', '0']],
    ['no end', ['expires', null]],
    ['tools that are no list', ['tools', 'add']],
    ['tools that are no names', ['tools', [1]]],
  ])('leave nothing when one has %s', (_, caveat) => {
    expect(rightsOf([...whole, caveat])).toBeUndefined()
    expect(rightsOf([caveat, ...whole])).toBeUndefined()
  })

  it.each(whole.map((caveat) => [caveat[0], caveat] as const))('leave nothing without %s', (_, missing) => {
    expect(rightsOf(whole.filter((caveat) => caveat !== missing))).toBeUndefined()
  })

  it('leave the same in any order', () => {
    const orders = fc.array(caveats, { maxLength: 6 }).chain((more) => {
      const all = [...whole, ...more]
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
    })
    fc.assert(
      fc.property(orders, ([all, shuffled]) => {
        expect(rightsOf(shuffled)).toEqual(rightsOf(all))
      }),
    )
  })

  it('never leave more than there was before', () => {
    fc.assert(
      fc.property(fc.array(caveats, { maxLength: 6 }), caveats, (before, more) => {
        const [wide, narrow] = [rightsOf([...whole, ...before])!, rightsOf([...whole, ...before, more])!]
        expect(narrow.tools.isSubsetOf(wide.tools)).toBe(true)
        expect(narrow.permissions.isSubsetOf(wide.permissions)).toBe(true)
        expect(narrow.depth).toBeGreaterThanOrEqual(wide.depth)
        expect(narrow.expires).toBeLessThanOrEqual(wide.expires)
      }),
    )
  })
})
