import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineLoop, type Loop } from './loop.ts'
import { mergedConfig } from './merged-config.ts'

const retried = { maxReflections: 2, inner: { loop: 'plan-execute', config: { maxSteps: 6, parallel: true } } }

/** Over that of a loop nobody knows: what it says is all there is. */
const merged = (base: unknown, change: unknown) => mergedConfig(undefined, base, change, [])

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
  ])('%s', (_, change, expected) => {
    expect(merged(retried, change)).toEqual(expected)
  })

  it('goes as deep as loops stand in loops', () => {
    const base = {
      inner: { loop: 'plan-execute', config: { step: { loop: 'cot', config: { samples: 5 } }, maxSteps: 6 } },
    }
    expect(merged(base, { inner: { config: { step: { config: { samples: 3 } } } } })).toEqual({
      inner: { loop: 'plan-execute', config: { step: { loop: 'cot', config: { samples: 3 } }, maxSteps: 6 } },
    })
    expect(merged(base, { inner: { config: { step: { loop: 'direct' } } } })).toEqual({
      inner: { loop: 'plan-execute', config: { step: { loop: 'direct' }, maxSteps: 6 } },
    })
  })

  it('replaces lists', () => {
    const base = { candidates: [{ loop: 'cot', config: { samples: 5 } }, { loop: 'react' }], route: 'rules' }
    expect(merged(base, { candidates: [{ loop: 'cot' }] })).toEqual({
      candidates: [{ loop: 'cot' }],
      route: 'rules',
    })
  })

  it('takes a setting that is only called `loop` for one like others', () => {
    expect(merged({ track: { loop: 'a', speed: 2 } }, { track: { loop: 'b' } })).toEqual({
      track: { loop: 'b', speed: 2 },
    })
  })

  it('looks for nothing in prototypes', () => {
    const change = JSON.parse('{"__proto__": {"isBad": true}, "constructor": {"a": 1}}') as object
    const both = merged({ kept: 1 }, change) as Record<string, unknown>
    expect(Object.keys(both).sort()).toEqual(['__proto__', 'constructor', 'kept'])
    expect(both['constructor']).toEqual({ a: 1 })
    expect(both['isBad']).toBeUndefined()
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
        expect(leavesOf(merged(base, change) as object)).toEqual({ ...Object.fromEntries(kept), ...named })
      }),
    )
  })

  it('is the base when nothing is changed, the change over nothing, and the same when it is done twice', () => {
    fc.assert(
      fc.property(plain, plain, (base, change) => {
        const once = merged(base, change)
        expect(merged(base, {})).toEqual(base)
        expect(merged({}, change)).toEqual(change)
        expect(merged(base, base)).toEqual(base)
        expect(merged(once, change)).toEqual(once)
      }),
    )
  })

  it('changes neither of the two', () => {
    fc.assert(
      fc.property(plain, plain, (base, change) => {
        const before = JSON.stringify([base, change])
        merged(base, change)
        expect(JSON.stringify([base, change])).toBe(before)
      }),
    )
  })
})

describe('a config over one that leaves out what loop stands there', () => {
  const inner = (loop: string) =>
    z.strictObject({ loop: z.string().default(loop), config: z.record(z.string(), z.unknown()).default({}) })
  const loopOf = (name: string, config: z.ZodType, uses: readonly Loop[] = []) =>
    defineLoop({ name, uses, config, run: () => Promise.resolve('Done.') }) as unknown as Loop
  const leaf = loopOf('leaf', z.strictObject({ size: z.int().default(1) }))
  const middle = loopOf('middle', z.strictObject({ step: inner('leaf').prefault({}), word: z.string().optional() }))
  const outer = loopOf('outer', z.strictObject({ inner: inner('middle').prefault({}), word: z.string() }))
  const known = [outer, middle, leaf]
  const sized = { config: { size: 4 } }

  it.each([
    ['leaf', { loop: 'leaf', config: { size: 4 } }],
    ['middle', { loop: 'middle' }],
  ])('knows it by the defaults of the loop: %s', (loop, step) => {
    expect(mergedConfig(middle, { step: sized }, { step: { loop } }, known)).toEqual({ step })
  })

  it.each([
    ['by its name', { loop: 'middle', config: { step: sized } }],
    ['by default', { config: { step: sized } }],
  ])('knows it by the defaults of a loop inside that stands there %s', (_, base) => {
    const change = (loop: string) => ({ inner: { config: { step: { loop } } } })
    const over = (loop: string) => mergedConfig(outer, { inner: base, word: 'x' }, change(loop), known)
    expect(over('leaf')).toEqual({
      inner: { ...base, config: { step: { loop: 'leaf', config: { size: 4 } } } },
      word: 'x',
    })
    expect(over('middle')).toEqual({ inner: { ...base, config: { step: { loop: 'middle' } } }, word: 'x' })
  })

  it('knows it by the loops that a loop brings along', () => {
    const bringing = loopOf('bringing', z.strictObject({ inner: inner('middle').prefault({}) }), [middle])
    const change = { inner: { config: { step: { loop: 'leaf' } } } }
    expect(mergedConfig(bringing, { inner: { config: { step: sized } } }, change, [])).toEqual({
      inner: { config: { step: { loop: 'leaf', config: { size: 4 } } } },
    })
  })

  it('knows it, too, when a setting that the loop needs comes with the change', () => {
    const base = { inner: { config: { word: 'y' } } }
    expect(mergedConfig(outer, base, { inner: { loop: 'middle' }, word: 'x' }, known)).toEqual({
      inner: { loop: 'middle', config: { word: 'y' } },
      word: 'x',
    })
  })

  it('does not write the defaults down', () => {
    expect(mergedConfig(outer, { inner: { config: {} } }, { word: 'x' }, known)).toEqual({
      inner: { config: {} },
      word: 'x',
    })
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
