import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergedConfig } from './merged-config.ts'

const retried = { maxReflections: 2, inner: { loop: 'plan-execute', config: { maxSteps: 6, parallel: true } } }

describe('a config over another', () => {
  it.each([
    ['takes a setting', { maxReflections: 1 }, { ...retried, maxReflections: 1 }],
    ['adds a setting', { bestEpisode: false }, { ...retried, bestEpisode: false }],
    [
      'takes a setting of a loop inside, and leaves that loop and its other settings',
      { inner: { config: { maxSteps: 2 } } },
      { maxReflections: 2, inner: { loop: 'plan-execute', config: { maxSteps: 2, parallel: true } } },
    ],
    [
      'leaves the settings of a loop that is named once more',
      { inner: { loop: 'plan-execute', config: { maxSteps: 2 } } },
      { maxReflections: 2, inner: { loop: 'plan-execute', config: { maxSteps: 2, parallel: true } } },
    ],
    [
      'leaves nothing of the settings of another loop',
      { inner: { loop: 'react' } },
      { maxReflections: 2, inner: { loop: 'react' } },
    ],
    [
      'takes another loop with the settings it is named with',
      { inner: { loop: 'react', config: { maxIterations: 3 } } },
      { maxReflections: 2, inner: { loop: 'react', config: { maxIterations: 3 } } },
    ],
    ['takes a null for what it is', { inner: null }, { maxReflections: 2, inner: null }],
    ['takes what is no config for what it is, so that it is refused', 'fast', 'fast'],
  ])('%s', (_, change, merged) => {
    expect(mergedConfig(retried, change)).toEqual(merged)
  })

  it('goes as deep as loops stand in loops', () => {
    const base = {
      inner: { loop: 'plan-execute', config: { step: { loop: 'cot', config: { samples: 5 } }, maxSteps: 6 } },
    }
    expect(mergedConfig(base, { inner: { config: { step: { config: { samples: 3 } } } } })).toEqual({
      inner: { loop: 'plan-execute', config: { step: { loop: 'cot', config: { samples: 3 } }, maxSteps: 6 } },
    })
    expect(mergedConfig(base, { inner: { config: { step: { loop: 'direct' } } } })).toEqual({
      inner: { loop: 'plan-execute', config: { step: { loop: 'direct' }, maxSteps: 6 } },
    })
  })

  it('replaces lists', () => {
    const base = { candidates: [{ loop: 'cot', config: { samples: 5 } }, { loop: 'react' }], route: 'rules' }
    expect(mergedConfig(base, { candidates: [{ loop: 'cot' }] })).toEqual({
      candidates: [{ loop: 'cot' }],
      route: 'rules',
    })
  })

  it.each([
    ['react', { loop: 'react', config: { maxIterations: 4 } }],
    ['cot', { loop: 'cot' }],
  ])('knows by the defaults what loop stands there: %s', (loop, inner) => {
    const base = { inner: { config: { maxIterations: 4 } } }
    const whole = { inner: { loop: 'react', config: { maxIterations: 4 } }, maxReflections: 3 }
    expect(mergedConfig(base, { inner: { loop } }, whole)).toEqual({ inner })
  })

  it('takes a setting that is only called `loop` for one like others', () => {
    expect(mergedConfig({ track: { loop: 'a', speed: 2 } }, { track: { loop: 'b' } })).toEqual({
      track: { loop: 'b', speed: 2 },
    })
  })

  it('looks for nothing in prototypes', () => {
    const change = JSON.parse('{"__proto__": {"isBad": true}, "constructor": {"a": 1}}') as object
    const merged = mergedConfig({ kept: 1 }, change) as Record<string, unknown>
    expect(Object.keys(merged).sort()).toEqual(['__proto__', 'constructor', 'kept'])
    expect(merged['constructor']).toEqual({ a: 1 })
    expect(merged['isBad']).toBeUndefined()
  })

  // Configs whose loops are never others: all settings have plain names.
  const key = fc.constantFrom('a', 'b', 'c', 'config')
  const plain = fc.letrec<{ config: Record<string, unknown>; value: unknown }>((tie) => ({
    config: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4 }),
    value: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.array(fc.integer(), { maxLength: 2 }), tie('config')),
  })).config

  it('has every setting of the change, and of the base what the change does not name', () => {
    fc.assert(
      fc.property(plain, plain, (base, change) => {
        const [before, named] = [leavesOf(base), leavesOf(change)]
        const isNamed = (path: string) =>
          Object.keys(named).some((each) => `${path}.`.startsWith(`${each}.`) || each.startsWith(`${path}.`))
        const kept = Object.entries(before).filter(([path]) => !isNamed(path))
        expect(leavesOf(mergedConfig(base, change) as object)).toEqual({ ...Object.fromEntries(kept), ...named })
      }),
    )
  })

  it('is the base when nothing is changed, the change over nothing, and the same when it is done twice', () => {
    fc.assert(
      fc.property(plain, plain, (base, change) => {
        const merged = mergedConfig(base, change)
        expect(mergedConfig(base, {})).toEqual(base)
        expect(mergedConfig({}, change)).toEqual(change)
        expect(mergedConfig(base, base)).toEqual(base)
        expect(mergedConfig(merged, change)).toEqual(merged)
      }),
    )
  })

  it('changes neither of the two', () => {
    fc.assert(
      fc.property(plain, plain, (base, change) => {
        const before = JSON.stringify([base, change])
        mergedConfig(base, change)
        expect(JSON.stringify([base, change])).toBe(before)
      }),
    )
  })
})

/** Settings by their path. */
function leavesOf(config: object, path = ''): Record<string, unknown> {
  const leaves: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(config)) {
    const at = `${path}.${key}`
    if (typeof value === 'object' && !Array.isArray(value)) Object.assign(leaves, leavesOf(value as object, at))
    else leaves[at] = value
  }
  return leaves
}
