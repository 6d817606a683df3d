import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loops } from '../loops/index.ts'
import { type Arm, armLabel, personaOfArm, pickArm, rolloutIssues } from './rollout.ts'

const weights = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 5 })
  .filter((list) => list.some((weight) => weight > 0))
const armsOf = (list: readonly number[]): Arm[] => list.map((weight, index) => ({ version: index + 1, weight }))
const threads = (count: number) => Array.from({ length: count }, (_, index) => `thr_${index}`)

describe('the arm of a thread', () => {
  it('is the same each time, and the same in every program', () => {
    const rollout = { persona: 'a', arms: armsOf([1, 1]) }
    expect(threads(8).map((thread) => pickArm(rollout, thread).version)).toMatchInlineSnapshot(`
      [
        2,
        2,
        2,
        2,
        1,
        1,
        2,
        2,
      ]
    `)
    fc.assert(
      fc.property(weights, fc.string(), fc.string(), (list, persona, thread) => {
        const picked = pickArm({ persona, arms: armsOf(list) }, thread)
        expect(pickArm({ persona, arms: armsOf(list).reverse() }, thread)).toEqual(picked)
      }),
    )
  })

  it('is never one without weight', () => {
    fc.assert(
      fc.property(weights, fc.string(), (list, thread) => {
        expect(pickArm({ persona: 'a', arms: armsOf(list) }, thread).weight).toBeGreaterThan(0)
      }),
    )
  })

  it('is each one as often as its weight says', () => {
    const count = 4000
    fc.assert(
      fc.property(weights, fc.string(), (list, persona) => {
        const arms = armsOf(list)
        const total = list.reduce((sum, weight) => sum + weight, 0)
        const picked = threads(count).map((thread) => pickArm({ persona, arms }, thread).version)
        list.forEach((weight, index) => {
          const share = picked.filter((version) => version === index + 1).length / count
          expect(Math.abs(share - weight / total)).toBeLessThan(0.05)
        })
      }),
      { numRuns: 10, seed: 1 },
    )
  })

  it('is kept when its weight is raised, and no thread moves between two others', () => {
    fc.assert(
      fc.property(weights, fc.nat(), fc.string(), (list, seed, thread) => {
        const raised = seed % list.length
        const more = list.map((weight, index) => (index === raised ? weight + 3 : weight))
        const before = pickArm({ persona: 'a', arms: armsOf(list) }, thread).version
        const after = pickArm({ persona: 'a', arms: armsOf(more) }, thread).version
        expect([before, raised + 1]).toContain(after)
      }),
    )
  })

  it('cannot be told when none has a weight', () => {
    expect(() => pickArm({ persona: 'a', arms: armsOf([0]) }, 't')).toThrow('no arm with a weight above zero')
  })
})

describe('an arm', () => {
  it('has a label of its version, its loop and its settings', () => {
    expect(armLabel({ version: 3 })).toBe('v3')
    expect(armLabel({ version: 3, loop: 'cot' })).toBe('v3 cot')
    expect(armLabel({})).toBe('current')
    expect(armLabel({ loop: 'waves', config: { maxWaves: 1, cache: true } })).toBe(
      'current waves cache=true maxWaves=1',
    )
  })

  it('runs the persona with its own settings over the others, or another loop with none of them', () => {
    const persona = { name: 'a', loop: 'react', config: { maxIterations: 3, protocol: 'text' }, tools: ['web.*'] }
    expect(personaOfArm(persona, { version: 2 }, loops)).toEqual(persona)
    expect(personaOfArm(persona, { config: { maxIterations: 9 } }, loops)).toEqual({
      ...persona,
      config: { maxIterations: 9, protocol: 'text' },
    })
    expect(personaOfArm(persona, { loop: 'react', config: { maxIterations: 9 } }, loops)).toMatchObject({
      config: { maxIterations: 9, protocol: 'text' },
    })
    expect(personaOfArm(persona, { loop: 'cot' }, loops)).toEqual({ ...persona, loop: 'cot', config: {} })
    expect(personaOfArm(persona, { loop: 'cot', config: { samples: 2 } }, loops)).toMatchObject({
      config: { samples: 2 },
    })
  })

  it('keeps the loop inside of the persona when it sets something of it', () => {
    const inner = { loop: 'cot', config: { samples: 5 } }
    const persona = { name: 'a', loop: 'reflexion', config: { inner } }
    expect(personaOfArm(persona, { config: { inner: { config: { samples: 3 } } } }, loops)).toMatchObject({
      config: { inner: { loop: 'cot', config: { samples: 3 } } },
    })
  })
  it.each([
    [{ config: { maxIterations: 4 } }, { loop: 'react' }, { loop: 'react', config: { maxIterations: 4 } }],
    [
      { loop: 'plan-execute', config: { step: { config: { maxIterations: 4 } } } },
      { config: { step: { loop: 'react' } } },
      { loop: 'plan-execute', config: { step: { loop: 'react', config: { maxIterations: 4 } } } },
    ],
  ])('keeps the settings of a loop that stands by default in %j when it names it: %j', (inner, change, expected) => {
    const persona = { name: 'a', loop: 'reflexion', config: { inner } }
    expect(personaOfArm(persona, { config: { inner: change } }, loops)).toEqual({
      ...persona,
      config: { inner: expected },
    })
  })

  it('of a loop that is not there is told by its settings alone', () => {
    const persona = { name: 'a', loop: 'gone', config: { speed: 2, mood: 'shy' } }
    expect(personaOfArm(persona, { config: { speed: 3 } }, loops)).toMatchObject({ config: { speed: 3, mood: 'shy' } })
  })
})

describe('a rollout', () => {
  it.each([
    [{ persona: 'a', arms: [{ weight: 1 }, { version: 2, loop: 'cot', weight: 0 }] }, []],
    [{ persona: 'a', arms: [] }, ['arms: expected a list of at least 1']],
    [{ persona: 'a', arms: [{ weight: 0 }] }, ['arms: expected a weight above 0 in at least one arm']],
    [{ persona: 'a', arms: [{ weight: -1 }] }, ['arms/0/weight: expected a number of at least 0, got -1']],
    [{ persona: 'a', arms: [{ version: 1 }] }, ['arms/0/weight: expected a number of at least 0, but it is missing']],
    [{ persona: 'a', arms: [{ version: 0, weight: 1 }] }, ['arms/0/version: expected a whole number of at least 1']],
    [{ persona: 'a', arms: [{ weight: 1, verison: 2 }] }, ['arms/0/verison: unknown key; did you mean `version`?']],
    [
      { persona: 'a', arms: [{ loop: 'cot', weight: 1 }, { weight: 1 }, { loop: 'cot', weight: 2 }] },
      ['arms/2: is the same as arms[0]: `current cot`'],
    ],
  ])('%j has the faults %j', (value, expected) => {
    const lines = rolloutIssues(value).map(({ path, message }) => `${path.join('/')}: ${message}`)
    expect(lines).toEqual(expected.map((line) => expect.stringContaining(line)))
  })
})
