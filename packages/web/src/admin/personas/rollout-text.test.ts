import { describe, expect, it } from 'vitest'
import { firstArms, percent, shareOf, splitText } from './rollout-text.ts'

const arm = (name: string, weight: number | null) => ({ arm: name, weight, figures: null })

describe('how a name is split', () => {
  it('is told in shares; arms that once were are left out', () => {
    const arms = [arm('v4', 3), arm('v5', 1), arm('v1', null)]
    expect(splitText({ rollout: { arms: [] }, arms })).toBe('v4 75 %, v5 25 %')
    expect(splitText({ rollout: null, arms: [arm('v1', null)] })).toBe('not split')
  })

  it('is written with shares beside the weights', () => {
    const arms = [{ version: 1, weight: 90 }, { weight: 10 }]
    expect([shareOf(arms, 0), shareOf(arms, 1), shareOf([{ weight: 0 }], 0)]).toEqual(['90 %', '10 %', '0 %'])
    expect(percent(0.914)).toBe('91 %')
  })

  it('begins with the two newest versions', () => {
    expect(firstArms([1, 3, 2])).toEqual([
      { version: 2, weight: 50 },
      { version: 3, weight: 50 },
    ])
    expect(firstArms([4])).toEqual([{ version: 4, weight: 100 }])
    expect(firstArms([])).toEqual([{ weight: 100 }])
  })
})
