import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativesOf, wavesOf } from './plan-waves.ts'

const step = (id: string, ...needs: readonly string[]) => ({ id, needs })
const idsOf = (waves: readonly (readonly { readonly id: string }[])[]) => waves.map((wave) => wave.map(({ id }) => id))

describe('the waves of a plan', () => {
  it('are as deep as the longest chain of needs', () => {
    const steps = [step('1'), step('2', '1'), step('3'), step('4', '3', '2')]
    expect(idsOf(wavesOf(steps))).toEqual([['1', '3'], ['2'], ['4']])
  })

  it('do not mind the order of the plan, nor needs that are no steps', () => {
    expect(idsOf(wavesOf([step('b', 'a', 'gone'), step('a')]))).toEqual([['a'], ['b']])
  })

  it('end with needs that go in a circle', () => {
    expect(
      idsOf(wavesOf([step('a', 'b'), step('b', 'a'), step('c', 'c')]))
        .flat()
        .toSorted(),
    ).toEqual(['a', 'b', 'c'])
  })

  it('hold every step once, behind all that it needs', () => {
    const plan = fc
      .array(fc.nat(), { maxLength: 12 })
      .map((seeds) =>
        seeds.map((seed, index) =>
          step(`${index}`, ...seeds.flatMap((_, at) => (at < index && (seed >> at) % 2 ? [`${at}`] : []))),
        ),
      )
    fc.assert(
      fc.property(plan, (steps) => {
        const waves = idsOf(wavesOf(steps))
        expect(waves.flat().toSorted()).toEqual(steps.map(({ id }) => id).toSorted())
        const waveOf = (id: string) => waves.findIndex((wave) => wave.includes(id))
        for (const { id, needs } of steps) for (const need of needs) expect(waveOf(need)).toBeLessThan(waveOf(id))
      }),
    )
  })
})

describe('the relatives of a step', () => {
  const steps = [step('1'), step('2', '1'), step('3', '2'), step('4'), step('5', '3', '4')]

  it('are all that it needs and all that needs it', () => {
    expect([...relativesOf(steps, '2')].toSorted()).toEqual(['1', '3', '5'])
  })

  it('are none of a step that stands alone', () => {
    expect([...relativesOf([step('1'), step('2')], '1')]).toEqual([])
  })

  it('are found once where needs go in a circle', () => {
    expect([...relativesOf([step('a', 'b'), step('b', 'a')], 'a')]).toEqual(['b'])
  })
})
